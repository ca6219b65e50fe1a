"""A live match: one that a process holds in memory."""

import asyncio
from dataclasses import dataclass, field

from dicehall.game import Die, Roll
from dicehall.match.dice import rolling
from dicehall.match.match import Match


@dataclass(slots=True)
class LiveMatch:
    """The newest version of a match, its secret, and the lock that orders those who speak to it."""

    match: Match
    secret: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    computer: "asyncio.Task[None] | None" = None
    """Plays the computer's seats, as long as one of them is to move."""
    deferred: bool = False
    """Whether the computer still waits for another process to play it."""

    def advance(self, match: Match) -> None:
        """Remember a match, unless it has been seen in a newer state meanwhile."""
        if match.version > self.match.version:
            self.match = match

    def throw(self, match: Match, asked: tuple[Die, ...]) -> Roll:
        """The next of the rolls that follow from the secret."""
        return rolling.throw(self.secret, match.id, match.words, match.rolls, asked)
