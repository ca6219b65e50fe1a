"""The slots of FUNE's dice: each turn fills a box and has up to three throws, and a die keeps its
position."""

from collections.abc import Sequence

from dicehall.game.records import Event
from dicehall.game.slots import Slot
from dicehall.games.fune.rules import TO_ROLL, Fune, FuneState


def slots(game: Fune, state: FuneState, log: Sequence[Event]) -> tuple[Slot, ...]:
    filled = sum(points is not None for points in state.cards[state.seat])
    return tuple(
        Slot(state.seat, filled + 1, state.rolls + 1, die)
        for die, face in enumerate(state.dice, start=1)
        if face == TO_ROLL
    )
