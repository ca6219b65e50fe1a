"""How tables are set: alone, against a computer player, or two people at one device."""

from collections.abc import Mapping
from dataclasses import replace

from dicehall.game import AnyGame, find_game, new_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.names import check_guest_name, default_name
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
        message = translatable(
            "%(opponent)r is not an opponent at %(game)s", opponent=opponent[:40], game=game
        )
        raise BadOption(message, legal=possible)
    if begins not in BEGINNERS:
        raise BadOption(
            translatable("%(begins)r cannot begin", begins=begins[:40]), legal=BEGINNERS
        )
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
        second = TakeSeat(1, computer_name(opponent, first.name), "", level=opponent)
    order = (second, first) if begins == "second" else (first, second)
    return new_game(game, 2, options), in_seats(*order)


def opponent_of(match: Match) -> str:
    """Whom this match is played against, as the form would say it."""
    if match.game.seats == 1:
        return ALONE
    levels = [seat.level for seat in match.seats if seat and seat.level]
    return levels[0] if levels else PEOPLE


def in_seats(*commands: TakeSeat | None) -> list[TakeSeat]:
    """The commands, each with the seat of its place in the list; None leaves a seat free."""
    return [replace(command, seat=seat) for seat, command in enumerate(commands) if command]


def computer_name(level: str, other: str) -> str:
    """What a computer player is called beside another player."""
    return default_name(character(level).name, [other])
