"""What a table asks of whoever deals at it; it knows no difference between them."""

from collections.abc import Callable
from typing import Protocol

from dicehall.game.records import Event, Played
from dicehall.plain_terminal.local_match import LocalMatch


class Dealer(Protocol):
    """Tells a table what happens, event by event, and takes the moves of whoever sits there."""

    forbidden: frozenset[str]
    """The actions of a table that are not offered here."""

    @property
    def greeting(self) -> str:
        """What is said before anything has happened."""

    async def next(self, match: LocalMatch) -> Event | None:
        """What happens after all that is shown; None if somebody at this keyboard must decide, or
        the match is over."""

    async def play(self, move: Played) -> None:
        """Take a move that is legal as far as is known here: it is told as what happens next.
        `Refused` if it cannot be made, `OSError` if nobody knows whether it has been."""

    async def resign(self) -> None:
        """Give up, for the seat at this keyboard."""

    async def follow(self, heard: Callable[[], None]) -> None:
        """Hear of all that happens elsewhere, and each time say that something was heard."""

    def is_ahead(self, match: LocalMatch) -> bool:
        """Whether more has happened than is shown."""

    def known(self, match: LocalMatch) -> LocalMatch:
        """The match with what is not among its events: who sits where, and how it ended if it was
        not played out."""

    def keep(self, match: LocalMatch) -> None:
        """Keep a match, so that one can go on with it."""

    def asked(self, match: LocalMatch) -> str:
        """What is asked or awaited now, or how it ended."""

    @property
    def news(self) -> str:
        """What else one must know: that somebody, or the house, is away; mostly empty."""

    async def close(self) -> None:
        """The table is left."""
