"""Sets up tables: alone, against a computer player, for two at one device, or for a friend."""

from collections.abc import Mapping
from dataclasses import replace

from dicehall.game import AnyGame, find_game, new_game
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.names import check_guest_name, default_name
from dicehall.players.characters import another_face, character, check_face, check_offered, nickname
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
    """The game and the players. `begins` says which of the two names gets the first seat; if a coin
    decides, the first name has it until the coin is tossed.

    `words`, `face` and `commitment` belong to the first name. Players without a name get a default
    one.
    """
    check_offered(game, opponent)
    possible = (*opponents(game), *([OPEN] if 2 in find_game(game).seats else []))
    if opponent not in possible:
        message = translatable(
            "%(opponent)r is not an opponent at %(game)s", opponent=opponent[:40], game=game
        )
        raise BadOption(message, legal=possible)
    if begins not in BEGINNERS:
        raise BadOption(
            translatable("%(begins)r cannot go first", begins=begins[:40]), legal=BEGINNERS
        )
    name = names[0].strip() or (nickname(face) if opponent == OPEN else _("Player"))
    first = TakeSeat(
        0,
        check_guest_name(name, []),
        holder,
        words=words,
        face=check_face(face),
        commitment=commitment,
    )
    if opponent == ALONE:
        return new_game(game, 1, options), [first]
    second: TakeSeat | None = None
    if opponent == PEOPLE:
        name = names[1] if names[1].strip() else default_name(_("Guest"), [first.name])
        other_face = another_face(face) if face else ""
        second = TakeSeat(1, check_guest_name(name, [first.name]), holder, face=other_face)
    elif opponent != OPEN:
        second = TakeSeat(1, computer_name(opponent, first.name), "", level=opponent)
    order = (second, first) if begins == "second" else (first, second)
    return new_game(game, 2, options), in_seats(*order)


def opponent_of(match: Match) -> str:
    """The opponent of this match, as the form names it."""
    if match.game.seats == 1:
        return ALONE
    levels = [seat.level for seat in match.seats if seat and seat.level]
    return levels[0] if levels else PEOPLE


def in_seats(*commands: TakeSeat | None) -> list[TakeSeat]:
    """Number the seats of these commands by their position; None leaves a seat free."""
    return [replace(command, seat=seat) for seat, command in enumerate(commands) if command]


def computer_name(level: str, other: str) -> str:
    """The name of a computer player who plays against `other`."""
    return default_name(character(level).name, [other])
