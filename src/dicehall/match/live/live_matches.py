"""Live matches: the matches that a process holds in memory."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

from dicehall.match.match import Match

MOST_IN_MEMORY = 10_000
"""Matches; a long one takes 24 kB."""


@dataclass(slots=True)
class LiveMatch:
    """The newest version of a match, its secret, and the lock that orders its commands."""

    match: Match
    secret: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    computer: "asyncio.Task[None] | None" = None
    """The task that plays the computer's seats while one of them is to move."""
    deferred: bool = False
    """Whether that task still leaves the move to another process."""

    def advance(self, match: Match) -> None:
        """Replace the match, unless it is already at a newer version."""
        if match.version > self.match.version:
            self.match = match


class LiveMatches(OrderedDict[str, LiveMatch]):
    """Live matches by id, least recently used first. `on_drop` is called with the id of each match
    that is dropped."""

    def __init__(self, on_drop: Callable[[str], None]) -> None:
        super().__init__()
        self._on_drop = on_drop

    def hold(self, live: LiveMatch) -> None:
        """Keep a match in memory, and drop the least recently used ones if there are too many."""
        self[live.match.id] = live
        self.move_to_end(live.match.id)
        too_many = len(self) - MOST_IN_MEMORY
        for oldest in list(islice(self.values(), max(0, too_many))):
            if oldest.lock.locked() or oldest.computer:
                self.move_to_end(oldest.match.id)
            else:
                self.drop(oldest)

    def drop(self, live: LiveMatch) -> None:
        """Drop a match and stop its computer player."""
        if live.computer:
            live.computer.cancel()
        if self.pop(live.match.id, None):
            self._on_drop(live.match.id)
