"""Events and stores for the tests of stores."""

import asyncio
from collections.abc import Awaitable, Callable

from dicehall.match.events import MatchEnded, MatchEvent, MatchOpened, SeatTaken
from dicehall.match.store.protocol import Store
from support.contests import NOW, SECRET
from support.places import Place

ANN = SeatTaken(0, "Ann", "guest-a")
BOB = SeatTaken(1, "Bob", "guest-b")
EASY = SeatTaken(1, "Easy", level="easy")


def opened(at: float = NOW, game: str = "knucklebones") -> MatchOpened:
    return MatchOpened(game, 2, {}, "promise", at)


def ended(at: float, *scores: int) -> MatchEnded:
    winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return MatchEnded(scores, winners, SECRET, at)


def with_store(place: Place, use: Callable[[Store], Awaitable[None]]) -> None:
    """Use a store and close it."""

    async def run() -> None:
        store = await place.open()
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


async def events_in(store: Store, match_id: str) -> list[MatchEvent]:
    """Everything stored about a match."""
    kept = await store.load(match_id)
    assert kept
    return list(kept.events)
