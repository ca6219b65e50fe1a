"""How tables are set: alone, against a computer player, or two people at one device."""

import secrets
from collections.abc import Mapping
from dataclasses import replace

from dicehall.game import AnyGame, find_game, new_game
from dicehall.game.messages import said
from dicehall.game.refused import BadOption, NotYourSeat, SeatOpen
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.names import check_name
from dicehall.players.opponents import ALONE, OPEN, PEOPLE, computer_name, opponents
from dicehall.words.language import _

BEGINNERS = ("coin", "first", "second")


def set_table(
    game: str,
    options: Mapping[str, str],
    opponent: str,
    holder: str,
    names: tuple[str, str],
    begins: str = "coin",
    words: str = "",
    coin: int | None = None,
) -> tuple[AnyGame, list[TakeSeat]]:
    """The game, and who sits down. `begins` says which of the two names has the first seat.

    `words` are those of the first name; `coin` is how the coin has fallen, if it was promised.
    """
    possible = (*opponents(game), *([OPEN] if 2 in find_game(game).seats else []))
    if opponent not in possible:
        message = said("%(opponent)r is no opponent at %(game)s", opponent=opponent[:40], game=game)
        raise BadOption(message, legal=possible)
    if begins not in BEGINNERS:
        raise BadOption(said("%(begins)r cannot begin", begins=begins[:40]), legal=BEGINNERS)
    first = TakeSeat(0, check_name(names[0], []), holder, words=words)
    if opponent == ALONE:
        return new_game(game, 1, options), [first]
    second: TakeSeat | None = None
    if opponent == PEOPLE:
        second = TakeSeat(1, check_name(names[1], [first.name]), holder)
    elif opponent != OPEN:
        second = TakeSeat(1, _computer_name(opponent, first.name), "", level=opponent)
    coin = secrets.randbelow(2) if coin is None else coin
    swapped = begins == "second" or (begins == "coin" and coin == 1)
    return new_game(game, 2, options), _seated(second, first) if swapped else _seated(first, second)


def again(match: Match, holder: str, opponent: str | None) -> tuple[AnyGame, list[TakeSeat]]:
    """The same table once more with the seats swapped; `opponent` may name another level."""
    mine = match.held_by(holder)
    if not mine:
        raise NotYourSeat(said("you did not sit at this table"))
    if not match.full:
        raise SeatOpen(said("a seat is still free: the match has not begun"))
    sitting = [
        TakeSeat(n, seat.name, seat.holder if isinstance(seat.holder, str) else "", seat.level)
        for n, seat in enumerate(match.seats)
        if seat
    ]
    if opponent and opponent != opponent_of(match):
        names = (sitting[mine[0]].name, _("Guest"))
        return set_table(match.game.name, match.game.options, opponent, holder, names)
    if len(sitting) == 2:
        sitting = _seated(sitting[1], sitting[0])
    return match.game, sitting


def opponent_of(match: Match) -> str:
    """Whom this match is played against, as the form would say it."""
    if match.game.seats == 1:
        return ALONE
    levels = [seat.level for seat in match.seats if seat and seat.level]
    return levels[0] if levels else PEOPLE


def _seated(*commands: TakeSeat | None) -> list[TakeSeat]:
    return [replace(command, seat=seat) for seat, command in enumerate(commands) if command]


def _computer_name(level: str, other: str) -> str:
    name = computer_name(level)
    return name if name.casefold() != other.casefold() else f"{name} 2"
