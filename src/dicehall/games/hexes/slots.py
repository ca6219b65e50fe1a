"""The slots of the six dice of Pocket Hexes: one throw a round, from the d4 to the d20."""

from collections.abc import Sequence

from dicehall.game.records import Event
from dicehall.game.slots import Slot
from dicehall.games.hexes.rules import DICE, Hexes, HexesState


def slots(game: Hexes, state: HexesState, log: Sequence[Event]) -> tuple[Slot, ...]:
    return tuple(Slot(0, state.round, 1, die) for die in range(1, len(DICE) + 1))
