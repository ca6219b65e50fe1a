"""Coming back to a table that was set and not played at."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import Resign
from dicehall.match.match import Match
from dicehall.match.opening import set_table
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.unstarted import find_unstarted
from support.contests import random_move
from support.places import FilePlace

NOBODY = Terms()


def with_service(folder: Path, use: Callable[[Matches], Awaitable[None]]) -> None:
    async def run() -> None:
        service = Matches(await FilePlace(folder).open(), MemoryBus(), pace=0)
        try:
            await use(service)
        finally:
            await service.close()

    asyncio.run(run())


async def find(
    service: Matches,
    opponent: str = "people",
    begins: str = "first",
    holder: str = "guest-a",
    terms: Terms = NOBODY,
    game: str = "knucklebones",
    face: str = "",
    **options: str,
) -> Match | None:
    table = set_table(game, options, opponent, holder, ("", ""), begins, face=face)
    return await find_unstarted(service, *table, replace(terms, coin=begins == "coin"))


def test_only_exactly_this_setting_serves(tmp_path: Path) -> None:
    async def use(service: Matches) -> None:
        assert await find(service) is None
        table = set_table("knucklebones", {}, "people", "guest-a", ("", ""), "first")
        match = await service.open(*table)
        for begins in ("first", "coin"):
            assert await find(service, begins=begins) == match
        assert await find(service, begins="second") is None
        assert await find(service, "easy") is None
        assert await find(service, holder="guest-b") is None
        assert await find(service, game="knuckles") is None
        assert await find(service, face="cat") is None

    with_service(tmp_path, use)


def test_an_option_is_part_of_the_setting(tmp_path: Path) -> None:
    async def use(service: Matches) -> None:
        table = set_table("sparkle", {"curve": "gentle"}, "alone", "guest-a", ("", ""))
        match = await service.open(*table)
        assert await find(service, "alone", game="sparkle", curve="gentle") == match
        assert await find(service, "alone", game="sparkle", curve="classic") is None

    with_service(tmp_path, use)


def test_a_match_that_was_played_at_or_ended_does_not(tmp_path: Path) -> None:
    async def use(service: Matches) -> None:
        table = set_table("knucklebones", {}, "people", "guest-a", ("", ""), "first")
        moved = await service.open(*table)
        await service.do(moved.id, random_move(moved, Random(1)))
        assert await find(service) is None
        given_up = await service.open(*table)
        await service.do(given_up.id, Resign("guest-a", "1"))
        assert await find(service) is None

    with_service(tmp_path, use)


def test_a_room_is_come_back_to_on_the_same_terms(tmp_path: Path) -> None:
    async def use(service: Matches) -> None:
        terms = Terms(by_link=True, clock=30)
        table = set_table("knucklebones", {}, "open", "guest-a", ("", ""), "first")
        match = await service.open(*table, terms=terms)
        assert await find(service, "open", terms=terms) == match
        assert await find(service, "open", terms=Terms(by_link=True)) is None
        assert await find(service, "open", terms=Terms(by_link=True, public=True, clock=30)) is None

    with_service(tmp_path, use)


def test_client_seeds_do_not_affect_the_result(tmp_path: Path) -> None:
    async def use(service: Matches) -> None:
        table = set_table("knucklebones", {}, "people", "guest-a", ("", ""), "first", "luck")
        match = await service.open(*table)
        assert await find(service) == match

    with_service(tmp_path, use)
