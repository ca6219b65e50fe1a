"""How tables are set: alone, against a computer player, or two people at one device."""

from collections.abc import Mapping
from dataclasses import replace

from dicehall.game import AnyGame, find_game, new_game
from dicehall.game.messages import said
from dicehall.game.refused import BadOption, NotYourSeat, SeatOpen
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.names import check_guest_name, default_name
from dicehall.match.seats import Seat
from dicehall.players.characters import another_face, character, check_face, nickname
from dicehall.players.opponents import ALONE, OPEN, PEOPLE, opponents
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
    face: str = "",
    commitment: str = "",
) -> tuple[AnyGame, list[TakeSeat]]:
    """The game, and who sits down. `begins` says which of the two names has the first seat; where
    a coin decides it is the first name, until the coin has fallen.

    `words`, `face` and `commitment` are those of the first name. Who waits for a friend and has
    committed to nothing adds words when the friend is bound. Who gives no name is called by a
    usual one.
    """
    possible = (*opponents(game), *([OPEN] if 2 in find_game(game).seats else []))
    if opponent not in possible:
        message = said("%(opponent)r is no opponent at %(game)s", opponent=opponent[:40], game=game)
        raise BadOption(message, legal=possible)
    if begins not in BEGINNERS:
        raise BadOption(said("%(begins)r cannot begin", begins=begins[:40]), legal=BEGINNERS)
    called = names[0].strip() or (nickname(face) if opponent == OPEN else _("Player"))
    first = TakeSeat(
        0,
        check_guest_name(called, []),
        holder,
        words=words,
        face=check_face(face),
        commitment=commitment,
    )
    if opponent == ALONE:
        return new_game(game, 1, options), [first]
    second: TakeSeat | None = None
    if opponent == PEOPLE:
        called = names[1] if names[1].strip() else default_name(_("Guest"), [first.name])
        beside = another_face(face) if face else ""
        second = TakeSeat(1, check_guest_name(called, [first.name]), holder, face=beside)
    elif opponent != OPEN:
        second = TakeSeat(1, _computer_name(opponent, first.name), "", level=opponent)
    swapped = begins == "second"
    return new_game(game, 2, options), _seated(second, first) if swapped else _seated(first, second)


def again(
    match: Match,
    holder: str,
    opponent: str | None,
    *,
    swapped: bool = True,
    words: str = "",
) -> tuple[AnyGame, list[TakeSeat]]:
    """The same table once more, with the seats swapped unless `swapped` is false; `words` are those
    of the guest who asks. If `opponent` names another one than before, a coin is to say who begins,
    or the guest keeps their seat if nothing is swapped."""
    mine = match.held_by(holder)
    if not mine:
        raise NotYourSeat(said("you did not sit at this table"))
    if not match.full:
        raise SeatOpen(said("a seat is still free: the match has not begun"))
    own = match.seats[mine[0]]
    assert own
    if opponent and opponent != opponent_of(match):
        names = (own.name, "")
        name, options = match.game.name, match.game.options
        begins = "coin" if swapped else BEGINNERS[1 + mine[0]]
        return set_table(name, options, opponent, holder, names, begins, words, own.face)
    sitting = [_once_more(n, seat, own.name) for n, seat in enumerate(match.seats) if seat]
    if match.imported:  # the other is not a guest of this house
        sitting = [replace(seat, holder=holder) for seat in sitting]
    sitting[mine[0]] = replace(sitting[mine[0]], words=words)
    if swapped and len(sitting) == 2:
        sitting = _seated(sitting[1], sitting[0])
    return match.game, sitting


def opponent_of(match: Match) -> str:
    """Whom this match is played against, as the form would say it."""
    if match.game.seats == 1:
        return ALONE
    levels = [seat.level for seat in match.seats if seat and seat.level]
    return levels[0] if levels else PEOPLE


def _once_more(number: int, seat: Seat, other: str) -> TakeSeat:
    if isinstance(seat.holder, str):
        return TakeSeat(number, seat.name, seat.holder, face=seat.face)
    return TakeSeat(number, _computer_name(seat.level, other), level=seat.level)


def _seated(*commands: TakeSeat | None) -> list[TakeSeat]:
    return [replace(command, seat=seat) for seat, command in enumerate(commands) if command]


def _computer_name(level: str, other: str) -> str:
    return default_name(character(level).name, [other])
