"""The slots of the die in Knuckles and Knucklebones: one for each turn of each seat."""

from collections.abc import Sequence

from dicehall.game.records import Event, Played
from dicehall.game.slots import Slot
from dicehall.games.bones.rules import Bones, BonesState


def slots(game: Bones, state: BonesState, log: Sequence[Event]) -> tuple[Slot, ...]:
    played = sum(isinstance(event, Played) and event.seat == state.seat for event in log)
    return (Slot(state.seat, played + 1, 1, 1),)
