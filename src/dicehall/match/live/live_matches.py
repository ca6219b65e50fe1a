"""The matches that a process holds in memory, and which of them it lets go of."""

from collections import OrderedDict
from collections.abc import Callable
from itertools import islice

from dicehall.match.live.live_match import LiveMatch

MOST_IN_MEMORY = 10_000
"""Matches; a long one takes 24 kB."""


class LiveMatches(OrderedDict[str, LiveMatch]):
    """Live matches by id. `let_go` is told the id of each that is held no longer."""

    def __init__(self, let_go: Callable[[str], None]) -> None:
        super().__init__()
        self._let_go = let_go

    def hold(self, live: LiveMatch) -> None:
        """Keep a match in memory, and let go of those that have rested longest."""
        self[live.match.id] = live
        self.move_to_end(live.match.id)
        too_many = len(self) - MOST_IN_MEMORY
        for oldest in list(islice(self.values(), too_many)) if too_many > 0 else ():
            if oldest.lock.locked() or oldest.computer:
                self.move_to_end(oldest.match.id)
            else:
                self.drop(oldest)

    def drop(self, live: LiveMatch) -> None:
        """Hold a match no longer; a computer player at it stops."""
        if live.computer:
            live.computer.cancel()
        if self.pop(live.match.id, None):
            self._let_go(live.match.id)
