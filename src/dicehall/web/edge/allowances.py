"""How much somebody may have of what costs more than a request: tables, questions, streams.

All of it follows from how many requests an address may make in a minute, so that a host has one
number to think about. A guest is easily replaced by a new one, an address is not: what matters
most is counted by both.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from dicehall.game.messages import said
from dicehall.game.refused import TooOften
from dicehall.web.edge.addresses import network_of
from dicehall.web.edge.rate_limit import RateLimit

USUAL_LIMIT = 1200
"""Requests a minute from one address."""
MINUTE_SECONDS = 60.0

# What is allowed is the limit of requests divided by these numbers.
TABLES = 20
"""Tables that a guest may open in a minute: 60 at the usual limit."""
TABLES_OF_ADDRESS = 10
"""Tables that may be opened from an address in a minute."""
QUESTIONS = 5
"""Questions of a guest to the coach in a minute: for worths, hints and reviews."""
STREAMS = 10
"""Streams that may be open to an address at once."""
PREVIEWS = 10
"""Pictures of links that are drawn for an address in a minute."""

MOST_WAITING = 50
"""Tables with a free seat that one guest may have at a time."""


class Allowances:
    """What is allowed, and how much of it is used up."""

    def __init__(self, requests_per_minute: int = USUAL_LIMIT) -> None:
        def share(part: int) -> int:
            return max(1, requests_per_minute // part)

        self.questions = RateLimit(share(QUESTIONS), MINUTE_SECONDS)
        self.streams = OpenStreams(share(STREAMS))
        self._previews = RateLimit(share(PREVIEWS), MINUTE_SECONDS)
        self._tables = RateLimit(share(TABLES), MINUTE_SECONDS)
        self._tables_of_address = RateLimit(share(TABLES_OF_ADDRESS), MINUTE_SECONDS)

    def take_table(self, guest: str, address: str) -> None:
        """Count a table that a guest is about to open, or refuse it."""
        self._tables_of_address.take(network_of(address))
        self._tables.take(guest)

    def take_preview(self, address: str) -> None:
        """Count a picture that is about to be drawn, or refuse it."""
        self._previews.take(network_of(address))


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
