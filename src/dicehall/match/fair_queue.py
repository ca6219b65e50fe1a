"""A queue in which one client cannot starve the others, however many items it adds."""

from collections import OrderedDict, deque
from typing import Generic, TypeVar

from dicehall.match.networks import Party

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Returns the most urgent items first. Among equally urgent ones the networks take turns, then
    the guests of a network; each guest's items are first in, first out.

    >>> queue = FairQueue[str]()
    >>> for number in range(3):
    ...     queue.push(1, Party("a network", "eve"), f"eve {number}")
    >>> queue.push(1, Party("another network", "ada"), "ada")
    >>> queue.push(0, Party("a network", "bob"), "urgent")
    >>> [queue.pop() for _ in range(len(queue))]
    ['urgent', 'eve 0', 'ada', 'eve 1', 'eve 2']
    """

    def __init__(self) -> None:
        self._waiting: dict[int, OrderedDict[str, OrderedDict[str, deque[Item]]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def push(self, urgency: int, party: Party, item: Item) -> None:
        """Add an item; a lower `urgency` comes first."""
        networks = self._waiting.setdefault(urgency, OrderedDict())
        guests = networks.setdefault(party.network, OrderedDict())
        guests.setdefault(party.guest, deque()).append(item)
        self._count += 1

    def pop(self, below: int | None = None) -> Item | None:
        """The next item, if any; with `below`, only one with a lower `urgency` value."""
        for urgency in sorted(self._waiting):
            if below is None or urgency < below:
                self._count -= 1
                return self._next(urgency)
        return None

    def _next(self, urgency: int) -> Item:
        networks = self._waiting[urgency]
        network, guests = networks.popitem(last=False)
        guest, items = guests.popitem(last=False)
        item = items.popleft()
        if items:
            guests[guest] = items
        if guests:
            networks[network] = guests
        if not networks:
            del self._waiting[urgency]
        return item
