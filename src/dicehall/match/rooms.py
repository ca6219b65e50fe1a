"""Rooms: tables with a free seat that a friend joins by a short code, or anyone from the lobby."""

import secrets
from dataclasses import dataclass

from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, UnknownRoom
from dicehall.match.time_limits import CLOCKS
from dicehall.players.opponents import ALONE, OPEN

ALPHABET = "34679ACDEFGHJKMNPQRTVWXY"
"""Characters that cannot be confused: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U."""

CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a table. If `by_link` is set, it has a room code and waits for a friend."""

    by_link: bool = False
    public: bool = False
    clock: int = 0
    coin: bool = False
    """Whether a coin decides who begins, once all client seeds are revealed."""
    own_dice: bool = False
    """Whether the players roll their own dice and enter what fell."""


def terms_for(
    opponent: str, *, begins: str, public: bool, clock: str, own_dice: bool = False
) -> Terms:
    """The terms that a guest has chosen; only tables with a free seat can have a clock or be
    public, and only the others can use own dice."""
    coin = begins == "coin" and opponent != ALONE
    if opponent != OPEN:
        return Terms(coin=coin, own_dice=own_dice)
    if own_dice:
        raise BadOption(
            translatable("own dice are only for matches on one device, not for matches by link")
        )
    legal = tuple(str(seconds) for seconds in CLOCKS)
    if clock not in legal:
        message = translatable("the clock cannot be set to %(clock)r seconds", clock=clock[:20])
        raise BadOption(message, legal=legal)
    return Terms(by_link=True, public=public, clock=int(clock), coin=coin)


def new_code() -> str:
    """A random room code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Read a room code as people type it.

    >>> read_code(" 7ak-9xy ")
    '7AK9XY'
    """
    code = "".join(letter for letter in text[:40].upper() if letter not in " -_.\t")
    if len(code) != CODE_LENGTH or not (code.isascii() and code.isalnum()):
        raise UnknownRoom(translatable("a room code has six letters and digits, such as 7AK 9XY"))
    return code
