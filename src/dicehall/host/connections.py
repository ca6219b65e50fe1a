"""Limits the connections of a process, per address and in total.

Every connection takes a file descriptor. If they ran out, nobody could connect and no file could be
opened. So some are always kept free, and the connections that have been idle longest are closed.
"""

import logging
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from heapq import nsmallest
from typing import Protocol

from dicehall.web.edge.limits import Limits
from dicehall.web.edge.rate_limit import network_of

KEPT_FREE = 128
"""Descriptors for the store, the bus, computer players and files; a quarter if there are few."""
WANTED = 65_536
"""Descriptors to request from the system; every page with an open stream takes one."""
AT_ONCE = 20
"""At the limit, one in this many connections is closed in one go, instead of one per newcomer."""
SUMMARY_SECONDS = 60.0
"""The log says at most this often how many connections were turned away, and why."""

log = logging.getLogger(__name__)


class Connected(Protocol):
    """What `Connections` needs of a connection."""

    since: float
    """When its current phase began."""

    @property
    def peer(self) -> str:
        """The address at the other end."""

    @property
    def idle(self) -> bool:
        """Whether no response is in progress."""

    def enforce_deadlines(self, now: float) -> None:
        """Close if a time limit is exceeded."""

    def close(self) -> None:
        """Close, and call `Connections.discard`."""


class Connections:
    """The open connections. A proxy serves many visitors, so it may have any number."""

    def __init__(self, is_proxy: Callable[[str], bool], limits: Limits, descriptors: int) -> None:
        self.is_proxy = is_proxy
        self.requests = limits.requests
        self.per_address = limits.connections_per_address
        self.most = descriptors - min(KEPT_FREE, descriptors // 4)
        self._open: dict[Connected, None] = {}
        self._of_address: defaultdict[str, dict[Connected, None]] = defaultdict(dict)
        self._turned_away: Counter[str] = Counter()
        self._summary_at = 0.0

    def admit(self, newcomer: Connected) -> bool:
        """Admit a connection, if there is room or room can be made."""
        if not self.is_proxy(newcomer.peer):
            network = network_of(newcomer.peer)
            own = self._of_address[network]
            if len(own) >= self.per_address and not _make_room(own, 1):
                return False
            # `discard` may have dropped what it emptied: look it up again.
            self._of_address[network][newcomer] = None
        if len(self._open) >= self.most and not _make_room(self._open, self.most // AT_ONCE + 1):
            return False
        self._open[newcomer] = None
        return True

    def discard(self, connection: Connected) -> None:
        """Remove a closed connection."""
        self._open.pop(connection, None)
        network = network_of(connection.peer)
        if own := self._of_address.get(network):
            own.pop(connection, None)
            if not own:
                del self._of_address[network]

    def enforce_deadlines(self, now: float) -> None:
        """Close connections that have exceeded a time limit, and log a summary of refusals."""
        for connection in list(self._open):
            connection.enforce_deadlines(now)
        if self._turned_away and now >= self._summary_at:
            self._summary_at = now + SUMMARY_SECONDS
            counts = ", ".join(f"{count} {code}" for code, count in self._turned_away.items())
            log.info("refused connections: %s", counts)
            self._turned_away.clear()

    def count_refused(self, peer: str, code: str) -> None:
        """Count an unreadable request towards the rate limit; not a proxy's, which has many
        senders."""
        self._turned_away[code] += 1
        if not self.is_proxy(peer):
            self.requests.spend(network_of(peer))


def raise_descriptors() -> int:
    """Raise the limit of file descriptors if it is low; returns the limit."""
    if sys.platform == "win32":
        return WANTED
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def _make_room(connections: Iterable[Connected], count: int) -> bool:
    """Close those that have been idle longest. Returns whether there were any."""
    idle = [connection for connection in connections if connection.idle]
    longest = nsmallest(count, idle, key=lambda connection: connection.since)
    for connection in longest:
        connection.close()
    return bool(longest)
