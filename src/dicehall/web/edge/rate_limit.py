"""A rate limit: how often somebody may guess a room code, send a reaction, open a table."""

import time
from collections import OrderedDict, deque

from dicehall.game.messages import said
from dicehall.game.refused import TooOften

MOST_KEPT = 10_000


class RateLimit:
    """At most `limit` in so many seconds, in a sliding window, for each of those who try."""

    def __init__(self, limit: int, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self._tries: OrderedDict[object, deque[float]] = OrderedDict()

    def check(self, who: object) -> None:
        """Refuse one who has tried too often."""
        tries = self._tries.get(who)
        if tries and len(tries) == self.limit and time.monotonic() - tries[0] < self.seconds:
            raise TooOften(said("too often in too short a time: wait a moment"))

    def count(self, who: object) -> None:
        """Remember a try."""
        self._tries.setdefault(who, deque(maxlen=self.limit)).append(time.monotonic())
        self._tries.move_to_end(who)
        if len(self._tries) > MOST_KEPT:
            self._tries.popitem(last=False)

    def take(self, who: object) -> None:
        """Remember a try, or refuse it."""
        self.check(who)
        self.count(who)
