"""All limits: on requests, tables, questions to the coach, streams, room codes and reactions.

All of them derive from the requests per minute that an address may make, so that a host has one
number to set. An attacker can create guests for free but not addresses, so the limits that matter
most apply to both. `network_of` defines what counts as one address.
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
"""Requests per minute from one address; an expensive request counts as several."""
FILES_PER_REQUEST = 5
"""Static files allowed for each other request: a page loads many, but only once."""
STATUS = frozenset(("/health", "/ready", "/metrics"))

# A guest or an address may have the request limit divided by these numbers:
TABLES, TABLES_OF_ADDRESS = 20, 10
"""Tables opened per minute."""
QUESTIONS, QUESTIONS_OF_ADDRESS = 5, 2
"""Questions to the coach per minute: worths, hints and reviews."""
STREAMS = 10
"""Open streams per address."""
CONNECTIONS = 5
"""Open connections per address."""

WRONG_CODES = 20
"""Wrong room codes per minute and address. A code leads to a free seat, so it must be hard to
guess."""
REACTIONS, REACTION_SECONDS = 4, 10.0
"""How many reactions one seat may send in how many seconds."""
MOST_WAITING = 50
"""Tables with a free seat that one guest may have at a time."""


class Limits:
    """All limits of a server process, and how much of each is used."""

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
        """The limit on requests for a path. Static files and health checks have limits of their
        own."""
        if path.startswith(STATIC):
            return self.files
        return self.status if path in STATUS else self.requests


def take_for(party: Party, limits: tuple[RateLimit, RateLimit]) -> None:
    """Charge 1 to a guest and to their network, or refuse. A refused guest costs their network
    nothing."""
    guests, networks = limits
    guests.check(party.guest)
    networks.take(party.network)
    guests.take(party.guest)


class OpenStreams:
    """Counts the open streams of each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Refuse if an address has reached the limit."""
        if self._open[network_of(address)] >= self.most:
            raise TooOften(translatable("your network has too many open pages: close some of them"))

    @contextmanager
    def opened(self, address: str) -> Iterator[None]:
        """Count a stream while it is open."""
        network = network_of(address)
        self._open[network] += 1
        try:
            yield
        finally:
            self._open[network] -= 1
            if not self._open[network]:
                del self._open[network]


class RequestLimitMiddleware:
    """Charges 1 for every request before reading it, and refuses requests beyond the limit.
    `context.charge` adds the extra cost of expensive routes."""

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
        TURNED_AWAY.inc(self.CODE)
        retry_after = (b"retry-after", b"%d" % limit.wait_seconds(network))
        reason = "too many requests: try again in a minute"
        await refuse(send, scope["path"], 429, self.CODE, reason, retry_after)
