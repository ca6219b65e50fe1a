"""How much clients may have: requests, and what costs more than a request.

All of it follows from how many requests an address may make in a minute, so that a host has one
number to think about. A guest is easily replaced by a new one, an address is not: what matters
most is counted by both. Addresses are counted as `network_of` gives them.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from dicehall.game.messages import said
from dicehall.game.refused import TooOften
from dicehall.match.networks import Party
from dicehall.web.edge.addresses import network_of
from dicehall.web.edge.guard import STATIC
from dicehall.web.edge.rate_limit import RateLimit

USUAL_LIMIT = 1200
"""Requests a minute from one address; one that costs more work counts as several."""
FILES_PER_REQUEST = 5
"""Static files that are allowed for each other request: a page loads many, once."""
STATUS = frozenset(("/health", "/ready", "/metrics"))

# What is allowed in a minute is the limit of requests divided by these numbers.
TABLES, TABLES_OF_ADDRESS = 20, 10
QUESTIONS, QUESTIONS_OF_ADDRESS = 5, 2
"""Questions to the coach: for worths, hints and reviews."""
STREAMS = 10
"""Streams that may be open to an address at once."""

WRONG_CODES = 20
"""Room codes that an address may guess wrong in a minute. A code leads to a free seat: it must not
be found by trying."""
REACTIONS, REACTION_SECONDS = 4, 10.0
"""Of one seat."""
MOST_WAITING = 50
"""Tables with a free seat that one guest may have at a time."""


class Allowances:
    """What is allowed, and how much of it is used up."""

    def __init__(self, requests_per_minute: int = USUAL_LIMIT) -> None:
        def share(part: int) -> int:
            return max(1, requests_per_minute // part)

        self.requests = RateLimit(requests_per_minute)
        self.files = RateLimit(requests_per_minute * FILES_PER_REQUEST)
        self.status = RateLimit(requests_per_minute)
        self.tables = PartyRate(share(TABLES), share(TABLES_OF_ADDRESS))
        self.questions = PartyRate(share(QUESTIONS), share(QUESTIONS_OF_ADDRESS))
        self.guesses = RateLimit(WRONG_CODES)
        self.reactions = RateLimit(REACTIONS, REACTION_SECONDS)
        self.streams = OpenStreams(share(STREAMS))

    def for_path(self, path: str) -> RateLimit:
        """What limits requests for a path: static files, and the questions of hosts whether the
        server is well, are counted apart, so that none of them uses up the others."""
        if path.startswith(STATIC):
            return self.files
        return self.status if path in STATUS else self.requests


class PartyRate:
    """A rate limit for guests, and one for their networks."""

    def __init__(self, per_guest: int, per_network: int) -> None:
        self._guests = RateLimit(per_guest)
        self._networks = RateLimit(per_network)

    def take(self, party: Party) -> None:
        """Count one, or refuse it. A refused guest uses up nothing of the network's share."""
        self._guests.check(party.guest)
        self._networks.take(party.network)
        self._guests.take(party.guest)


class OpenStreams:
    """How many streams are open to each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def check(self, address: str) -> None:
        """Refuse an address that has enough of them."""
        if self._open[network_of(address)] >= self.most:
            raise TooOften(said("too many pages listen from your address: close some of them"))

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
