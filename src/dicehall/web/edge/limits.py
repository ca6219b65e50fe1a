"""What is limited, and how far: requests, and everything that costs more than a request.

All limits follow from the requests that an address may make in a minute, so that a host has one
number to think about. New guests cost nothing, new addresses do: what matters most is counted by
both. `network_of` says what counts as one address.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar.types import Receive, Send

from dicehall.game.messages import translatable
from dicehall.game.refused import TooOften
from dicehall.match.networks import Party
from dicehall.web.edge.asgi import STATIC, App, refuse
from dicehall.web.edge.rate_limit import RateLimit, network_of
from dicehall.web.metrics import TURNED_AWAY

USUAL_LIMIT = 1200
"""Requests a minute from one address; a request that costs more work counts as several."""
FILES_PER_REQUEST = 5
"""Static files that are allowed for each other request: a page loads many, once."""
STATUS = frozenset(("/health", "/ready", "/metrics"))

# The limit of requests, divided by these numbers, is how many a guest or address may have:
TABLES, TABLES_OF_ADDRESS = 20, 10
"""Opened in a minute."""
QUESTIONS, QUESTIONS_OF_ADDRESS = 5, 2
"""To the coach in a minute: for worths, hints and reviews."""
STREAMS = 10
"""Open to an address at once."""
CONNECTIONS = 5
"""Open to an address at once."""

WRONG_CODES = 20
"""Room codes that an address may guess wrong in a minute. A code leads to a free seat: it must not
be found by trying."""
REACTIONS, REACTION_SECONDS = 4, 10.0
"""Of one seat."""
MOST_WAITING = 50
"""Tables with a free seat that one guest may have at a time."""


class Limits:
    """All limits of a server process, and how much of each is used up."""

    def __init__(self, requests_per_minute: int = USUAL_LIMIT) -> None:
        def share(part: int) -> int:
            return max(1, requests_per_minute // part)

        self.requests = RateLimit(requests_per_minute)
        self.files = RateLimit(requests_per_minute * FILES_PER_REQUEST)
        self.status = RateLimit(requests_per_minute)
        self.tables = RateLimit(share(TABLES)), RateLimit(share(TABLES_OF_ADDRESS))
        self.questions = RateLimit(share(QUESTIONS)), RateLimit(share(QUESTIONS_OF_ADDRESS))
        self.guesses = RateLimit(WRONG_CODES)
        self.reactions = RateLimit(REACTIONS, REACTION_SECONDS)
        self.streams = OpenStreams(share(STREAMS))
        self.connections_per_address = share(CONNECTIONS)

    def for_path(self, path: str) -> RateLimit:
        """What limits requests for a path. Static files and health checks are counted apart, so
        that none of them uses up the others."""
        if path.startswith(STATIC):
            return self.files
        return self.status if path in STATUS else self.requests


def take_for(party: Party, limits: tuple[RateLimit, RateLimit]) -> None:
    """Count one for a guest and for their network, or refuse it. A refused guest uses up nothing of
    the network's share."""
    guests, networks = limits
    guests.check(party.guest)
    networks.take(party.network)
    guests.take(party.guest)


class OpenStreams:
    """How many streams are open to each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Refuse an address that has enough of them."""
        if self._open[network_of(address)] >= self.most:
            raise TooOften(
                translatable("too many pages listen from your address: close some of them")
            )

    @contextmanager
    def opened(self, address: str) -> Iterator[None]:
        """Counted while it is open."""
        network = network_of(address)
        self._open[network] += 1
        try:
            yield
        finally:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]


class RequestLimitMiddleware:
    """Counts every request as one, before any of it is read, and refuses those beyond the limit.
    What a route costs beyond one, `context.charge` counts."""

    CODE = "too-many-requests"

    def __init__(self, app: App, limits: Limits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.limits.for_path(scope["path"])
        network = network_of(scope["client"][0] if scope["client"] else "")
        if limit.spend(network):
            await self.app(scope, receive, send)
            return
        TURNED_AWAY.labels(self.CODE).inc()
        later = (b"retry-after", b"%d" % limit.wait_seconds(network))
        await refuse(send, scope["path"], 429, self.CODE, "wait a minute", later)
