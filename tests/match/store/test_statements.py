"""What serves once serves once, whichever process it comes to."""

import asyncio

from sqlalchemy import select

from dicehall.match.store.schema import spent
from support.places import Place

NOW = 1_700_000_000.0


def test_of_many_simultaneous_uses_one_succeeds(place: Place) -> None:
    async def use() -> None:
        stores = [await place.open(), await place.open()]
        try:
            used = await asyncio.gather(
                *(stores[n % 2].spend("a", NOW + 600, NOW) for n in range(10))
            )
            assert sorted(used) == [False] * 9 + [True]
            assert await stores[0].spend("b", NOW + 600, NOW)
            assert not await stores[1].spend("b", NOW + 600, NOW)
        finally:
            for store in stores:
                await store.close()

    asyncio.run(use())


def test_what_has_expired_is_forgotten(place: Place) -> None:
    async def use() -> None:
        store = await place.open()
        try:
            assert await store.spend("old", NOW + 600, NOW)
            assert await store.spend("new", NOW + 1200, NOW + 601)
            assert await store.ask(select(spent.c.token)) == [("new",)]
        finally:
            await store.close()

    asyncio.run(use())
