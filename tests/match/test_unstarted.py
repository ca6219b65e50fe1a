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


def in_a_house(folder: Path, use: Callable[[Matches], Awaitable[None]]) -> None:
    async def run() -> None:
        house = Matches(await FilePlace(folder).open(), MemoryBus(), pace=0)
        try:
            await use(house)
        finally:
            await house.close()

    asyncio.run(run())


async def find(
    house: Matches,
    opponent: str = "people",
    begins: str = "first",
    holder: str = "guest-a",
    terms: Terms = NOBODY,
    game: str = "knucklebones",
    face: str = "",
    **options: str,
) -> Match | None:
    table = set_table(game, options, opponent, holder, ("", ""), begins, face=face)
    return await find_unstarted(house, *table, replace(terms, coin=begins == "coin"))


def test_only_exactly_this_setting_serves(tmp_path: Path) -> None:
    async def use(house: Matches) -> None:
        assert await find(house) is None
        table = set_table("knucklebones", {}, "people", "guest-a", ("", ""), "first")
        match = await house.open(*table)
        for begins in ("first", "coin"):
            assert await find(house, begins=begins) == match
        assert await find(house, begins="second") is None
        assert await find(house, "easy") is None
        assert await find(house, holder="guest-b") is None
        assert await find(house, game="knuckles") is None
        assert await find(house, face="cat") is None

    in_a_house(tmp_path, use)


def test_an_option_is_part_of_the_setting(tmp_path: Path) -> None:
    async def use(house: Matches) -> None:
        table = set_table("sparkle", {"curve": "gentle"}, "alone", "guest-a", ("", ""))
        match = await house.open(*table)
        assert await find(house, "alone", game="sparkle", curve="gentle") == match
        assert await find(house, "alone", game="sparkle", curve="classic") is None

    in_a_house(tmp_path, use)


def test_a_match_that_was_played_at_or_ended_does_not(tmp_path: Path) -> None:
    async def use(house: Matches) -> None:
        table = set_table("knucklebones", {}, "people", "guest-a", ("", ""), "first")
        moved = await house.open(*table)
        await house.do(moved.id, random_move(moved, Random(1)))
        assert await find(house) is None
        given_up = await house.open(*table)
        await house.do(given_up.id, Resign("guest-a", "1"))
        assert await find(house) is None

    in_a_house(tmp_path, use)


def test_a_room_is_come_back_to_on_the_same_terms(tmp_path: Path) -> None:
    async def use(house: Matches) -> None:
        terms = Terms(by_link=True, clock=30)
        table = set_table("knucklebones", {}, "open", "guest-a", ("", ""), "first")
        match = await house.open(*table, terms=terms)
        assert await find(house, "open", terms=terms) == match
        assert await find(house, "open", terms=Terms(by_link=True)) is None
        assert await find(house, "open", terms=Terms(by_link=True, public=True, clock=30)) is None

    in_a_house(tmp_path, use)


def test_it_does_not_matter_what_was_added_to_the_dice(tmp_path: Path) -> None:
    async def use(house: Matches) -> None:
        table = set_table("knucklebones", {}, "people", "guest-a", ("", ""), "first", "luck")
        match = await house.open(*table)
        assert await find(house) == match

    in_a_house(tmp_path, use)
