"""What an environment is made of: the game, and which of its seats is played."""

from collections.abc import Mapping

from dicehall.game import AnyGame, new_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption


def chosen_game(
    game: str | AnyGame, seats: int | None = None, options: Mapping[str, str] | None = None
) -> AnyGame:
    """A game by name, with these seats and options; one that is made already has its own."""
    if isinstance(game, str):
        return new_game(game, seats, options)
    if seats is not None or options:
        message = translatable(
            "%(game)s is made already, with its seats and options", game=game.name
        )
        raise BadOption(message)
    return game


def check_seat(game: AnyGame, seat: int | None, opponent: str | None) -> None:
    """Refuse a seat that the game does not have, and any seat where there is no opponent: all are
    played then."""
    if seat is None:
        return
    if opponent is None:
        raise BadOption(translatable("without an opponent every seat is played: none is chosen"))
    if seat not in range(game.seats):
        raise BadOption(translatable("there is no seat %(seat)d", seat=seat))
