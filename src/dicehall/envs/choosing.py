"""The arguments of an environment: the game, and which seat the agent plays."""

from collections.abc import Mapping

from dicehall.game import AnyGame, new_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption


def chosen_game(
    game: str | AnyGame, seats: int | None = None, options: Mapping[str, str] | None = None
) -> AnyGame:
    """Create a game by name, with these seats and options; pass on a game that already exists."""
    if isinstance(game, str):
        return new_game(game, seats, options)
    if seats is not None or options:
        message = translatable("%(game)s already has its seats and options", game=game.name)
        raise BadOption(message)
    return game


def check_seat(game: AnyGame, seat: int | None, opponent: str | None) -> None:
    """Refuse a seat that does not exist, or any seat without an opponent: the agent then plays all
    seats."""
    if seat is None:
        return
    if opponent is None:
        raise BadOption(
            translatable("without an opponent you play every seat, so you cannot choose one")
        )
    if seat not in range(game.seats):
        raise BadOption(translatable("there is no seat %(seat)d", seat=seat))
