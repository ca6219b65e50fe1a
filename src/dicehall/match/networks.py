"""Which network each guest comes from, and what guests and networks may take up at once.

New guests cost nothing, addresses do. So limits and turns apply to networks first, then to the
guests of a network. Networks are held in memory, and never stored.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from dicehall.game.messages import translatable
from dicehall.game.refused import TooOften

MOST_REMEMBERED = 10_000


class Party(NamedTuple):
    """A guest, and the network that the guest comes from."""

    network: str
    guest: str


NOBODY = Party("", "")


class GuestNetworks:
    """The network of the last request of each guest."""

    def __init__(self) -> None:
        self._of_guest: OrderedDict[str, str] = OrderedDict()

    def note(self, guest: str, network: str) -> None:
        """Remember where a request of a guest came from."""
        self._of_guest[guest] = network
        self._of_guest.move_to_end(guest)
        if len(self._of_guest) > MOST_REMEMBERED:
            self._of_guest.popitem(last=False)

    def party(self, guest: str) -> Party:
        """A guest and their network; a guest whose network is not known has one of their own."""
        return Party(self._of_guest.get(guest, guest), guest)


class PartyLimit:
    """How many questions to the coach a guest, a network and all together may have open."""

    def __init__(self, per_guest: int, per_network: int, total: int) -> None:
        self._limits = (per_guest, per_network, total)
        self._taken: Counter[object] = Counter()

    @contextmanager
    def taken(self, party: Party) -> Iterator[None]:
        """Count one for a party while the block runs, or refuse it."""
        owners = (party, party.network, None)
        if any(self._taken[one] >= most for one, most in zip(owners, self._limits, strict=True)):
            raise TooOften(translatable("the coach is busy: ask again in a moment"))
        self._taken.update(owners)
        try:
            yield
        finally:
            self._taken.subtract(owners)
            self._taken = +self._taken
