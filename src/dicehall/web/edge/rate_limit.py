"""The rate limiter, and what it counts as one client. `limits` lists what is limited."""

import time
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address
from math import ceil

from dicehall.game.messages import translatable
from dicehall.game.refused import TooOften

MINUTE_SECONDS = 60.0
MOST_KEPT = 50_000
MOST_REMEMBERED = 4096
LONGEST = 64
"""Only this many characters of an address are used: a proxy may forward anything."""


class RateLimit:
    """Each key may spend `limit` units in a window of `seconds`, which starts with the first unit.
    A refusal costs nothing. Time is monotonic, so changes to the system clock have no effect.

    >>> limit = RateLimit(3)
    >>> [limit.spend("ada"), limit.spend("ada", cost=3), limit.spend("ada", cost=2)]
    [True, False, True]
    """

    def __init__(
        self,
        limit: int,
        seconds: float = MINUTE_SECONDS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.limit = limit
        self.seconds = seconds
        self._monotonic = monotonic
        self._windows: OrderedDict[object, tuple[float, int]] = OrderedDict()
        """When each key's window ends and what was spent in it, oldest window first."""

    def spend(self, key: object, cost: int = 1) -> bool:
        """Spend `cost`, capped at the limit; return whether it was allowed."""
        spent = self._spent(key) + min(cost, self.limit)
        if spent > self.limit:
            return False
        if key in self._windows:
            self._windows[key] = (self._windows[key][0], spent)
        else:
            self._windows[key] = (self._monotonic() + self.seconds, spent)
            if len(self._windows) > MOST_KEPT:
                self._windows.popitem(last=False)
        return True

    def take(self, key: object, cost: int = 1) -> None:
        """Spend `cost` or refuse."""
        if not self.spend(key, cost):
            self._refuse(key)

    def check(self, key: object) -> None:
        """Refuse if the key has nothing left to spend."""
        if self._spent(key) >= self.limit:
            self._refuse(key)

    def wait_seconds(self, key: object) -> int:
        """Seconds until a key's window ends, at least 1."""
        ends, _ = self._windows.get(key, (0.0, 0))
        return max(1, ceil(ends - self._monotonic()))

    def _refuse(self, key: object) -> None:
        reason = translatable("too many requests: wait a moment")
        raise TooOften(reason, retry_seconds=self.wait_seconds(key))

    def _spent(self, key: object) -> int:
        window = self._windows.get(key)
        if window is None:
            return 0
        if window[0] <= self._monotonic():
            del self._windows[key]
            return 0
        return window[1]


def network_of(address: str) -> str:
    """What limits count as one client: an IPv4 address, or the /64 network of an IPv6 address,
    because an IPv6 customer has at least that much.

    >>> network_of("203.0.113.7"), network_of("2001:db8::1") == network_of("2001:db8::2:3")
    ('203.0.113.7', True)
    >>> network_of("::ffff:203.0.113.7")
    '203.0.113.7'
    """
    return _network(address[:LONGEST]) if ":" in address else address[:LONGEST]


@lru_cache(MOST_REMEMBERED)
def _network(address: str) -> str:
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
