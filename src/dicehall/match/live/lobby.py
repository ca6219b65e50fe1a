"""The lobby: public tables at which somebody waits for an opponent. No single guest or network can
fill it."""

import time
from collections.abc import Callable, Collection, Sequence

from dicehall.game.messages import translatable
from dicehall.game.refused import TooOften
from dicehall.match.bus.protocol import Bus, News, Waiting
from dicehall.match.fair_queue import FairQueue
from dicehall.match.match import Match
from dicehall.match.networks import GuestNetworks
from dicehall.match.store.lists import offered
from dicehall.match.store.protocol import ListedSeat, Store

TOPIC = "lobby"
MOST_LISTED = 50
MOST_OF_NETWORK = 20
"""The most tables in the lobby from one network."""
GONE_SECONDS = 60.0
"""How long a table stays in the lobby after its opener was last seen there."""


class Lobby:
    """The list of public tables. Processes tell each other at which of them somebody waits."""

    def __init__(
        self, store: Store, bus: Bus, networks: GuestNetworks, now: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._networks = networks
        self._bus = bus
        self._now = now
        self._seen: dict[str, float] = {}
        self._stop: Callable[[], None] = lambda: None

    def open(self) -> None:
        """Start listening."""
        self._stop = self._bus.listen(TOPIC, self._receive)

    def close(self) -> None:
        """Stop listening."""
        self._stop()

    async def attend(self, match: Match, present: Collection[int]) -> None:
        """Announce that somebody waits at a table, if it is public and a player is present."""
        if match.public and match.waiting and present:
            await self._bus.publish(TOPIC, Waiting(match.id))

    async def list(self) -> list[ListedSeat]:
        """The tables at which somebody waits now, newest first; networks and guests take turns."""
        queue: FairQueue[ListedSeat] = FairQueue()
        for line in await self._offered():
            queue.push(0, self._networks.party(line.holder), line)
        taken = (queue.pop() for _ in range(MOST_LISTED))
        return [line for line in taken if line]

    async def check_network(self, guest: str) -> None:
        """Refuse a new table if the guest's network already has too many in the lobby."""
        network = self._networks.party(guest).network
        parties = [self._networks.party(line.holder) for line in await self._offered()]
        if sum(party.network == network for party in parties) >= MOST_OF_NETWORK:
            raise TooOften(
                translatable("your network has too many open tables in the lobby: join one of them")
            )

    async def _offered(self) -> Sequence[ListedSeat]:
        now = self._now()
        self._seen = {which: at for which, at in self._seen.items() if now - at < GONE_SECONDS}
        return await self._store.list(offered(self._seen.keys(), now - GONE_SECONDS))

    def _receive(self, news: News) -> None:
        if isinstance(news, Waiting):
            self._seen[news.match_id] = self._now()
