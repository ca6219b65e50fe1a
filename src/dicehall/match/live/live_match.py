"""A match in the memory of a process."""

import asyncio
from dataclasses import dataclass, field

from dicehall.game import Die, Roll
from dicehall.match.dice import rolling as dice
from dicehall.match.match import Match


@dataclass(slots=True)
class Table:
    """A match in memory: its newest version, its secret, and the order in which it is spoken to."""

    match: Match
    secret: str
    order: asyncio.Lock = field(default_factory=asyncio.Lock)
    computer: "asyncio.Task[None] | None" = None
    left: bool = False
    """Whether the computer still waits for another process to play it."""

    def advance(self, match: Match) -> None:
        """Remember a match, unless it has been seen in a newer state meanwhile."""
        if match.version > self.match.version:
            self.match = match

    def throw(self, match: Match, asked: tuple[Die, ...]) -> Roll:
        return dice.throw(self.secret, match.id, match.words, match.rolls, asked)
