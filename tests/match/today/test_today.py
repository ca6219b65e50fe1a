"""A day of today's dice on two nodes: committed, played, revealed, verified, ranked."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import select

from dicehall.game import find_game, games
from dicehall.game.records import read, write
from dicehall.game.refused import (
    CoachWaits,
    NothingToTakeBack,
    NothingToVerify,
    TryFirst,
    UnknownDay,
)
from dicehall.match.administration import Administration
from dicehall.match.archive import export_records
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import Resign, TakeBack, TakeSeat
from dicehall.match.dice.days import DAY_SECONDS, GRACE_SECONDS, days_after, reveal_time, start_of
from dicehall.match.dice.rolling import commitment_of
from dicehall.match.dice.verification import verify
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.schema import matches, tries
from dicehall.match.thinking.coach import is_coached
from dicehall.match.today.ranking import Ranking, days_played, ranking_of, streak
from dicehall.match.today.seeds import DaySeeds
from dicehall.match.today.tables import daily_games, game_of, table_of
from dicehall.match.today.tries import may_practise, open_try, practise, spend_claims
from support.contests import random_move
from support.places import Place
from support.services import computers_rest

DAY = "2026-11-18"
NOON = start_of(DAY) + DAY_SECONDS / 2
ANN, BOB, CAT = (TakeSeat(0, name, f"guest-{name.lower()}") for name in ("Ann", "Bob", "Cat"))
HEXES = find_game("pocket-hexes")


class Clock:
    """The time, as a test sets it."""

    def __init__(self, now: float = NOON) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


class Node:
    """One server process."""

    def __init__(self, matches: Matches, clock: Clock, *, ranked: bool = True) -> None:
        self.matches = matches
        self.days = DaySeeds(matches.store, clock, ranked)

    async def play(self, guest: TakeSeat, seed: int, game: str = "pocket-hexes") -> Match:
        """A counted try, played to its end with random moves."""
        match = await open_try(self.matches, self.days, find_game(game), guest)
        return await self.finish(match, guest, seed)

    async def finish(self, match: Match, guest: TakeSeat, seed: int) -> Match:
        random = Random(seed)
        while not match.result:
            await computers_rest(self.matches)
            match = await self.matches.see(match.id)
            if match.to_move in match.held_by(guest.holder):
                match = await self.matches.do(match.id, random_move(match, random))
        return match


def on_nodes(
    place: Place, test: Callable[..., Awaitable[None]], count: int = 2, *, ranked: bool = True
) -> None:
    """Run a test on nodes that share a store, a bus and a clock."""

    async def run() -> None:
        clock, bus = Clock(), MemoryBus()
        nodes = [
            Node(
                Matches(await place.open(), bus, pace=0, alone=count == 1, now=clock),
                clock,
                ranked=ranked,
            )
            for _ in range(count)
        ]
        try:
            await test(clock, *nodes)
        finally:
            for node in nodes:
                await node.matches.close()

    asyncio.run(run())


def test_a_day_is_committed_played_revealed_verified_and_ranked(place: Place) -> None:
    async def live_through(clock: Clock, one: Node, other: Node) -> None:
        clock.now = start_of(DAY) - 100
        promised = await one.days.find(DAY)  # tomorrow, as seen from the day before
        assert promised
        assert promised.committed_at < start_of(DAY)
        again = await other.days.find(DAY)
        assert again
        assert again.commitment == promised.commitment  # the first to write has won
        with pytest.raises(UnknownDay):
            await one.days.seed_of(DAY)

        clock.now = NOON
        played = [
            await node.play(guest, seed)
            for seed, (node, guest) in enumerate([(one, ANN), (other, BOB), (one, CAT)])
        ]
        assert len({match.lines[0] for match in played}) == 1  # the same dice for all
        assert {match.commitment for match in played} == {promised.commitment}
        ranking = await ranking_of(other.matches.store, DAY, "pocket-hexes")
        assert [one.result for one in ranking.tries] == sorted(
            (match.result.scores[0] for match in played if match.result), reverse=True
        )
        assert ranking.place(ranking.tries[0].guest) == 1
        assert ranking.place("nobody") is None
        for match in played:
            assert not match.secret
            assert promised.seed not in write(match.record())
            with pytest.raises(NothingToVerify, match="2026-11-18"):
                verify(match.record())

        clock.now = reveal_time(DAY)
        assert await other.days.revealed(DAY) == promised.seed
        for node in (one, other):
            for match in played:
                seen = await node.matches.see(match.id)
                record, _ = read(write(seen.record()))
                assert record.notes["day"] == DAY
                assert commitment_of(record.notes["secret"]) == promised.commitment
                assert verify(record).verified

    on_nodes(place, live_through)


def test_one_identity_has_one_ranked_try(place: Place) -> None:
    async def try_twice(clock: Clock, one: Node, other: Node) -> None:
        opened = await asyncio.gather(
            *(open_try(node.matches, node.days, HEXES, ANN) for node in (one, other) * 4)
        )
        assert len({match.id for match in opened}) == 1
        match = await one.matches.do(opened[0].id, Resign(ANN.holder, "x"))
        assert match.mark == "given-up"
        again = await open_try(other.matches, other.days, HEXES, ANN)
        assert (again.id, again.result) == (match.id, match.result)
        assert await ranking_of(one.matches.store, DAY, HEXES.name) == Ranking(())
        assert await days_played(one.matches.store, ANN.holder) == []

    on_nodes(place, try_twice)


def test_deleting_everything_gives_no_second_try(place: Place) -> None:
    async def delete_and_try_again(clock: Clock, one: Node, other: Node) -> None:
        await one.play(ANN, 1)
        await spend_claims(one.matches.store, ANN.holder, clock())
        await Administration(one.matches.store, clock).erase_guest(ANN.holder)
        for node in (one, other):
            with pytest.raises(TryFirst, match="deleted"):
                await open_try(node.matches, node.days, HEXES, ANN)
        clock.now += DAY_SECONDS
        assert (await open_try(one.matches, one.days, HEXES, ANN)).is_try

    on_nodes(place, delete_and_try_again)


def test_a_try_that_counts_has_no_help(place: Place) -> None:
    async def look_for_help(clock: Clock, node: Node) -> None:
        match = await open_try(node.matches, node.days, HEXES, ANN)
        match = await node.matches.do(match.id, random_move(match, Random(1)))
        assert not is_coached(match, ANN.holder)
        assert not is_coached(match, BOB.holder)
        with pytest.raises(NothingToTakeBack):
            await node.matches.do(match.id, TakeBack(ANN.holder, match.version, "b"))
        with pytest.raises(CoachWaits):
            await node.matches.coach.weigh(match, ANN.holder)
        with pytest.raises(CoachWaits):
            await node.matches.coach.analyse(match.game, match.state, ANN.holder, [match])

    on_nodes(place, look_for_help, count=1)


def test_practice_follows_the_own_try_and_counts_for_nothing(place: Place) -> None:
    async def practise_twice(clock: Clock, node: Node) -> None:
        service, days = node.matches, node.days
        match = await open_try(service, days, HEXES, ANN)
        with pytest.raises(TryFirst):
            await practise(service, days, HEXES, DAY, ANN, "p" * 32)
        with pytest.raises(TryFirst):
            await practise(service, days, HEXES, DAY, BOB, "p" * 32)
        match = await node.finish(match, ANN, 1)
        again = await practise(service, days, HEXES, DAY, ANN, "p" * 32)
        assert (again.mark, again.lines[0]) == ("practice", match.lines[0])
        again = await node.finish(again, ANN, 2)
        assert not again.secret
        assert len((await ranking_of(service.store, DAY, HEXES.name)).tries) == 1

        clock.now = reveal_time(DAY)
        seed = await days.seed_of(DAY)
        assert await may_practise(service, seed, HEXES.name, BOB.holder)
        late = await practise(service, days, HEXES, DAY, BOB, "q" * 32)
        assert verify((await service.see(again.id)).record()).verified
        assert verify((await node.finish(late, BOB, 3)).record()).verified

    on_nodes(place, practise_twice, count=1)


def test_a_try_that_ends_after_the_reveal_does_not_count(place: Place) -> None:
    async def dawdle(clock: Clock, node: Node) -> None:
        slow = await open_try(node.matches, node.days, HEXES, ANN)
        in_time = await open_try(node.matches, node.days, HEXES, BOB)
        clock.now = start_of(DAY) + DAY_SECONDS + GRACE_SECONDS - 1
        await node.finish(in_time, BOB, 1)
        clock.now += 1
        match = await node.finish(slow, ANN, 2)
        assert match.secret  # nobody can play with it any more
        ranking = await ranking_of(node.matches.store, DAY, HEXES.name)
        assert [one.name for one in ranking.tries] == ["Bob"]

    on_nodes(place, dawdle, count=1)


def test_everybody_meets_the_same_opponent(place: Place) -> None:
    async def meet(clock: Clock, node: Node) -> None:
        name = "knucklebones"
        days = [days_after(DAY, n) for n in range(3)]
        day = next(one for one in days if table_of(find_game(name), one).opponent == "normal")
        clock.now = start_of(day) + 60
        played = [await node.play(guest, 7, name) for guest in (ANN, BOB)]
        assert played[0].lines == played[1].lines  # the same choices, and so the same match
        assert played[0].mark == "today"

    on_nodes(place, meet, count=1)


def test_without_a_ranking_the_dice_follow_from_the_date(place: Place) -> None:
    async def play(clock: Clock, one: Node, other: Node) -> None:
        match = await one.play(ANN, 1)
        assert verify(match.record()).verified
        fresh = DaySeeds(other.matches.store, clock, ranked=False)
        assert (await fresh.seed_of(DAY)).seed == match.secret
        earlier = await fresh.seed_of(days_after(DAY, -3))
        again = await practise(other.matches, fresh, HEXES, earlier.day, BOB, "r" * 32)
        assert again.lines[0] != match.lines[0]

    on_nodes(place, play, ranked=False)


def test_the_host_can_erase_and_delete_tries(place: Place) -> None:
    async def erase(clock: Clock, node: Node) -> None:
        store = node.matches.store
        host = Administration(store, clock)
        played = [await node.play(guest, 1) for guest in (ANN, BOB)]
        await host.erase(ANN.holder, played[0].id)
        await host.delete([played[1].id])
        assert await store.ask(select(tries.c.guest)) == []
        assert await ranking_of(store, DAY, HEXES.name) == Ranking(())

    on_nodes(place, erase, count=1)


def test_an_export_keeps_the_seed_until_it_is_revealed(place: Place) -> None:
    async def export(clock: Clock, node: Node) -> None:
        await node.play(ANN, 1)
        for now, known in ((NOON, False), (reveal_time(DAY), True)):
            clock.now = now
            exported = export_records(
                node.matches.store, select(matches.c.id), unfinished=False, now=clock.now
            )
            async for record in exported:
                assert ("secret" in record.notes) is known

    on_nodes(place, export, count=1)


def test_a_streak_may_wait_for_today() -> None:
    played = [DAY, days_after(DAY, -1), days_after(DAY, -3)]
    assert streak(played, DAY) == 2
    assert streak(played[1:], DAY) == 1
    assert streak([], DAY) == 0


def test_every_built_in_game_takes_part_and_sparkle_alternates() -> None:
    assert list(daily_games()) == [name for name, entry in games().items() if entry.daily]
    sparkle = find_game("sparkle")
    assert game_of(sparkle, DAY) != game_of(sparkle, days_after(DAY, 1))
    for entry in daily_games().values():
        for table in entry.daily:
            assert replace(table).opponent in ("alone", *entry.levels)
