"""A finished match is tried again from one of its decisions, with the same dice."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from dicehall.game.records import Rolled
from dicehall.game.refused import BadOption, NotOver, NotYourSeat
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import Resign
from dicehall.match.dice.verification import verify
from dicehall.match.match import Match
from dicehall.match.opening import set_table
from dicehall.match.practice import decision_at, try_again
from dicehall.match.service import Matches
from support.contests import random_move
from support.places import FilePlace


def with_service(file_place: FilePlace, use: Callable[[Matches], Awaitable[None]]) -> None:
    async def run() -> None:
        service = Matches(await file_place.open(), MemoryBus(), pace=0)
        try:
            await use(service)
        finally:
            await service.close()

    asyncio.run(run())


async def played(service: Matches, game: str, opponent: str, seed: int = 1) -> Match:
    """A whole match of guest-a, with the words "my luck"."""
    table = set_table(game, {}, opponent, "guest-a", ("Ann", ""), "coin", "my luck")
    return await play_on(service, await service.open(*table), seed)


async def play_on(service: Matches, match: Match, seed: int = 1) -> Match:
    random = Random(seed)
    while not (match := await service.see(match.id)).result:
        if match.to_move in match.held_by("guest-a"):
            match = await service.do(match.id, random_move(match, random))
        else:
            await asyncio.sleep(0.001)
    return match


@pytest.mark.parametrize(("game", "opponent"), [("fune", "alone"), ("knucklebones", "easy")])
def test_it_begins_at_the_decision_and_the_same_dice_come(
    file_place: FilePlace, game: str, opponent: str
) -> None:
    async def use(service: Matches) -> None:
        match = await played(service, game, opponent)
        moment = decision_at(match, "guest-a", len(match.log) // 2)
        again = await try_again(service, match, "guest-a", moment, "again")
        assert (again.id, again.mark, again.practice) == ("again", "practice", match.id)
        assert (again.log, again.words) == (match.log[:moment], match.words)
        assert again.to_move in again.held_by("guest-a")
        assert await try_again(service, match, "guest-a", moment, "twice") == again
        end = await play_on(service, again, seed=2)
        rolls = [event for event in end.log if isinstance(event, Rolled)]
        dice = [event for event in match.log if isinstance(event, Rolled)]
        if game == "knucklebones":  # which always rolls one die
            assert all(one == other for one, other in zip(rolls, dice, strict=False))
        found = verify(end.record())
        assert found.verified
        assert found.match_id == "again"
        # A practice match can be tried again, too.
        third = await try_again(service, end, "guest-a", moment, "third")
        assert (third.practice, third.log) == (match.id, match.log[:moment])

    with_service(file_place, use)


def test_only_finished_matches_and_own_decisions(file_place: FilePlace) -> None:
    async def use(service: Matches) -> None:
        table = set_table("fune", {}, "alone", "guest-a", ("Ann", ""), "coin")
        running = await service.open(*table)
        running = await service.do(running.id, random_move(running, Random(1)))
        moment = decision_at(running, "guest-a", 0)
        assert moment == 1
        with pytest.raises(NotOver):
            await try_again(service, running, "guest-a", moment, "again")
        match = await service.do(running.id, Resign("guest-a", "x"))
        with pytest.raises(NotYourSeat):
            await try_again(service, match, "guest-b", moment, "again")
        for wrong in (-1, 0, 99):
            with pytest.raises(BadOption):
                await try_again(service, match, "guest-a", wrong, "again")
        assert (await try_again(service, match, "guest-a", moment, "again")).log == match.log[:1]

    with_service(file_place, use)


def test_the_decision_that_belongs_to_a_position(file_place: FilePlace) -> None:
    async def use(service: Matches) -> None:
        match = await played(service, "knucklebones", "easy")
        (me,) = match.held_by("guest-a")
        own = [n for n, line in enumerate(match.lines) if line.startswith(f"{me} ")]
        assert decision_at(match, "guest-a", 0) == own[0]
        assert decision_at(match, "guest-a", own[1] + 1) == own[1]  # the move just shown
        assert decision_at(match, "guest-a", own[1]) == own[1]  # the move to come
        assert decision_at(match, "guest-a", own[1] - 1) == own[1]
        assert decision_at(match, "guest-a", len(match.log)) == own[-1]
        assert decision_at(match, "guest-b", 0) == -1

    with_service(file_place, use)
