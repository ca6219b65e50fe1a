"""The slots of Sparkle's dice: a turn's throws are counted, void ones and re-rolls included, and a
die keeps its position. Extra Dice are no dice: they pay for one of these throws."""

from collections.abc import Sequence

from dicehall.game.records import Event, Played
from dicehall.game.slots import Slot, rolls_since
from dicehall.games.sparkle.rules import Sparkle, SparkleState


def slots(game: Sparkle, state: SparkleState, log: Sequence[Event]) -> tuple[Slot, ...]:
    throw = 1 + rolls_since(log, _ends_turn)
    return tuple(Slot(0, state.number, throw, die) for die in state.throwing)


def _ends_turn(event: Event) -> bool:
    return isinstance(event, Played) and event.move.split()[0] in ("end", "fizzle")
