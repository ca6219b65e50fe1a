"""The network of each guest, and limits per guest and network.

New guest ids are free, but addresses are not. So limits and turns apply first to networks, then to
the guests of a network. Networks are kept in memory only.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from dicehall.game.messages import translatable
from dicehall.game.refused import TooOften

MOST_REMEMBERED = 10_000


class Party(NamedTuple):
    """A guest and the guest's network."""

    network: str
    guest: str


NOBODY = Party("", "")


class GuestNetworks:
    """The network of each guest's last request."""

    def __init__(self) -> None:
        self._of_guest: OrderedDict[str, str] = OrderedDict()

    def note(self, guest: str, network: str) -> None:
        """Remember the network of a guest's request."""
        self._of_guest[guest] = network
        self._of_guest.move_to_end(guest)
        if len(self._of_guest) > MOST_REMEMBERED:
            self._of_guest.popitem(last=False)

    def party(self, guest: str) -> Party:
        """A guest and their network; a guest without a known network counts as one of their own."""
        return Party(self._of_guest.get(guest, guest), guest)


class PartyLimit:
    """Limits the requests to the coach in progress, per guest, per network and in total."""

    def __init__(self, per_guest: int, per_network: int, total: int) -> None:
        self._limits = (per_guest, per_network, total)
        self._taken: Counter[object] = Counter()

    @contextmanager
    def taken(self, party: Party) -> Iterator[None]:
        """Count a request of a party while the block runs; refused at a limit."""
        owners = (party, party.network, None)
        if any(self._taken[one] >= most for one, most in zip(owners, self._limits, strict=True)):
            raise TooOften(translatable("the coach is busy: ask again in a moment"))
        self._taken.update(owners)
        try:
            yield
        finally:
            self._taken.subtract(owners)
            self._taken = +self._taken
