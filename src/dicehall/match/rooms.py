"""Rooms: tables with a free seat that a friend finds by a short code, or anybody in the lobby."""

import secrets
from dataclasses import dataclass

from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, UnknownRoom
from dicehall.match.time_limits import CLOCKS
from dicehall.players.opponents import ALONE, OPEN

ALPHABET = "34679ACDEFGHJKMNPQRTVWXY"
"""No two of these signs look alike: no 0 O, 1 I L, 2 Z, 5 S, 8 B, U V."""

CODE_LENGTH = 6


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a table is set. One `by_link` waits for a friend, and has a room code."""

    by_link: bool = False
    public: bool = False
    clock: int = 0
    coin: bool = False
    """Whether a coin decides who begins, once all words for the dice are told."""


def terms_for(opponent: str, *, begins: str, public: bool, clock: str) -> Terms:
    """The terms that were asked for; a clock and the lobby are for those who wait for a friend."""
    coin = begins == "coin" and opponent != ALONE
    if opponent != OPEN:
        return Terms(coin=coin)
    legal = tuple(str(seconds) for seconds in CLOCKS)
    if clock not in legal:
        message = translatable("there is no clock of %(clock)r seconds", clock=clock[:20])
        raise BadOption(message, legal=legal)
    return Terms(by_link=True, public=public, clock=int(clock), coin=coin)


def new_code() -> str:
    """A room code that nobody can foresee."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as people type it.

    >>> read_code(" 7ak-9xy ")
    '7AK9XY'
    """
    signs = "".join(sign for sign in text[:40].upper() if sign not in " -_.\t")
    if len(signs) != CODE_LENGTH or not (signs.isascii() and signs.isalnum()):
        raise UnknownRoom(translatable("a room code has six letters and digits, such as 7AK 9XY"))
    return signs
