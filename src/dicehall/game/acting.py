"""Which seat a roll or a move belongs to."""

from typing import Any

from dicehall.game.protocol import AnyGame
from dicehall.game.records import Event, Played
from dicehall.game.turns import Chance, Decide, Over


def acting_seat(game: AnyGame, before: Any, event: Event, after: Any) -> int:
    """The seat that made this move, or the one these dice were rolled for."""
    if isinstance(event, Played):
        return event.seat
    rolled_for = roller(game, before)
    if rolled_for is not None:
        return rolled_for
    match game.turn(after):
        case Decide(seat=seat):
            return seat
        case Over(winners=winners):
            return winners[0]
        case Chance():
            return 0  # with two seats, nobody is to move before the roll


def roller(game: AnyGame, state: Any) -> int | None:
    """The seat that rolls now, if the state has a field `seat` that says so."""
    if game.seats == 1:
        return 0
    seat = getattr(state, "seat", None)
    return seat if isinstance(seat, int) and seat in range(game.seats) else None
