"""The coach: who may ask, what it caches, and what happens when its child process is killed."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from dicehall.game import AnyGame, new_game
from dicehall.game.refused import CoachWaits, MatchOver, NotYourTurn, TooOften
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.commands import Resign, TakeSeat
from dicehall.match.match import Match
from dicehall.match.networks import Party
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.thinking.coach import Coach, ReviewProgress, is_coached
from dicehall.match.thinking.protocol import Urgency
from dicehall.players.review import Review
from dicehall.players.worth import Worth, unit_of
from support.contests import ANN, BOB, legal_moves, random_move

BONES = new_game("knucklebones")
SPARKLE = new_game("sparkle")
HOTSEAT = TakeSeat(1, "Anna", "guest-a")
EASY = TakeSeat(1, "Easy", level="easy")

TABLES = {
    "alone": (SPARKLE, [ANN]),
    "with a computer": (BONES, [ANN, EASY]),
    "two people, one device": (BONES, [ANN, HOTSEAT]),
    "online": (BONES, [ANN, BOB]),
    "a seat is free": (BONES, [ANN]),
}


class Scales:
    """Weighs in no time, and counts; each move is worth its place among the legal ones."""

    def __init__(self) -> None:
        self.weighed = 0
        self.may = asyncio.Event()
        self.may.set()

    async def weigh(self, game: AnyGame, state: Any, urgency: Urgency, party: Party) -> Worth:
        self.weighed += 1
        await self.may.wait()
        moves = game.turn(state).moves  # type: ignore[union-attr]
        worths = {move: place / 10 for place, move in enumerate(moves)}
        return Worth(worths, unit_of(game), exact=True)

    async def weigh_start(self, game: AnyGame, party: Party) -> float | None:
        return None


def with_service(path: Path, play: Callable[[Matches, Scales], Awaitable[None]]) -> None:
    async def run() -> None:
        service = Matches(SqliteStore.at(path / "m.db"), MemoryBus(), pace=0)
        scales = Scales()
        service.coach = Coach(scales, service.networks)  # type: ignore[arg-type]
        try:
            await play(service, scales)
        finally:
            await service.close()

    asyncio.run(run())


async def play_out(service: Matches, match: Match) -> Match:
    random = Random(1)
    while not match.result:
        match = await service.do(match.id, random_move(match, random))
    return match


@pytest.mark.parametrize(
    ("table", "viewer", "coached"),
    [
        ("alone", "guest-a", True),
        ("alone", "guest-c", False),
        ("with a computer", "guest-a", True),
        ("with a computer", "guest-c", False),
        ("two people, one device", "guest-a", True),
        ("two people, one device", "guest-c", False),
        ("online", "guest-a", False),
        ("online", "guest-b", False),
        ("online", "guest-c", False),
        ("a seat is free", "guest-a", False),
        ("a seat is free", "guest-c", False),
    ],
)
def test_who_may_ask_the_coach(tmp_path: Path, table: str, viewer: str, coached: bool) -> None:
    async def check(service: Matches, scales: Scales) -> None:
        match = await service.open(*TABLES[table])
        assert is_coached(match, viewer) == coached
        if coached:
            assert (await service.coach.weigh(match, viewer)).best == legal_moves(match)[-1]
            assert service.coach.weighed(match, viewer)
            assert service.coach.weighed(match, "guest-c") is None
        else:
            with pytest.raises(CoachWaits):
                await service.coach.weigh(match, viewer)
            assert service.coach.weighed(match, viewer) is None
            assert scales.weighed == 0
        with pytest.raises(CoachWaits):
            await service.coach.review(match, "guest-a", 0)
        over = await service.do(match.id, Resign("guest-a", "1"))
        assert is_coached(over, viewer)
        assert isinstance(await service.coach.review(over, "guest-a", 60), Review)
        with pytest.raises(MatchOver):
            await service.coach.weigh(over, viewer)

    with_service(tmp_path, check)


def test_it_advises_only_the_seat_to_move(tmp_path: Path) -> None:
    async def check(service: Matches, scales: Scales) -> None:
        service.computer_seats.pace = 1000
        match = await service.open(
            BONES, [TakeSeat(0, "Easy", level="easy"), TakeSeat(1, "Ann", "a")]
        )
        with pytest.raises(NotYourTurn):
            await service.coach.weigh(match, "a")
        assert service.coach.weighed(match, "a") is None

    with_service(tmp_path, check)


def test_a_state_is_weighed_once_for_play_and_review(tmp_path: Path) -> None:
    async def check(service: Matches, scales: Scales) -> None:
        match = await service.open(SPARKLE, [ANN])
        await asyncio.gather(*(service.coach.weigh(match, "guest-a") for _ in range(3)))
        assert scales.weighed == 1
        match = await play_out(service, match)
        first, second = await asyncio.gather(
            service.coach.review(match, "guest-a", 60), service.coach.review(match, "guest-a", 60)
        )
        assert isinstance(first, Review)
        assert first is second is service.coach.reviewed(match)
        assert scales.weighed == len({one.moment for one in first.judged})
        assert match.result
        assert first.curve[-1] == (len(match.log), match.result.scores[0])

    with_service(tmp_path, check)


def test_an_impatient_caller_gets_the_progress(tmp_path: Path) -> None:
    async def check(service: Matches, scales: Scales) -> None:
        match = await play_out(service, await service.open(BONES, [ANN, BOB]))
        moves = sum(hasattr(event, "move") for event in match.log)
        scales.may.clear()
        assert await service.coach.review(match, "guest-a", 0.01) == ReviewProgress(0, moves)
        assert service.coach.reviewed(match) is None
        # Another game: the same question, such as the same first die, is asked only once.
        other = await play_out(service, await service.open(new_game("knuckles"), [ANN, BOB]))
        assert isinstance(await service.coach.review(other, "guest-a", 0.01), ReviewProgress)
        async with asyncio.timeout(60):
            while scales.weighed < 2:
                await asyncio.sleep(0)
        assert scales.weighed == 2  # both go on, one decision at a time
        scales.may.set()
        review = await service.coach.review(match, "guest-a", 60)
        assert isinstance(review, Review)
        assert len(review.judged) == moves

    with_service(tmp_path, check)


def test_questions_to_the_coach_are_limited_per_party(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.thinking.coach.MOST_ASKING", 5)
    monkeypatch.setattr("dicehall.match.thinking.coach.MOST_ASKING_PER_GUEST", 3)

    async def check(service: Matches, scales: Scales) -> None:
        def ask(match: Match, viewer: str) -> asyncio.Task[Worth]:
            return asyncio.create_task(service.coach.weigh(match, viewer))

        guests = ["guest-a", "guest-b", "guest-c"]
        tables = {who: await service.open(SPARKLE, [TakeSeat(0, "Ann", who)]) for who in guests}
        scales.may.clear()
        asked = [ask(tables[who], who) for who in ("guest-a", "guest-a", "guest-a", "guest-b")]
        await asyncio.sleep(0)
        with pytest.raises(TooOften):
            await service.coach.weigh(tables["guest-a"], "guest-a")
        asked.append(ask(tables["guest-b"], "guest-b"))
        await asyncio.sleep(0)
        with pytest.raises(TooOften):
            await service.coach.weigh(tables["guest-c"], "guest-c")
        asked.pop().cancel()
        await asyncio.sleep(0)
        asked.append(ask(tables["guest-c"], "guest-c"))
        scales.may.set()
        await asyncio.gather(*asked)
        assert not service.coach._asking._taken

    with_service(tmp_path, check)


def test_guests_of_one_network_share_what_it_may_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.thinking.coach.MOST_ASKING_PER_NETWORK", 3)

    async def check(service: Matches, scales: Scales) -> None:
        guests = [f"eve-{number}" for number in range(4)]
        for guest in guests:
            service.networks.note(guest, "192.0.2.1")
        service.networks.note("ada", "192.0.2.2")
        tables = {who: await service.open(SPARKLE, [TakeSeat(0, "Ann", who)]) for who in guests}
        tables["ada"] = await service.open(SPARKLE, [TakeSeat(0, "Ada", "ada")])
        scales.may.clear()
        asked = [asyncio.create_task(service.coach.weigh(tables[who], who)) for who in guests[:3]]
        await asyncio.sleep(0)
        with pytest.raises(TooOften):
            await service.coach.weigh(tables[guests[3]], guests[3])
        asked.append(asyncio.create_task(service.coach.weigh(tables["ada"], "ada")))
        await asyncio.sleep(0)
        scales.may.set()
        await asyncio.gather(*asked)

    with_service(tmp_path, check)


def test_reviews_are_limited_per_network_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dicehall.match.thinking.coach.MOST_ASKING_PER_NETWORK", 2)

    async def check(service: Matches, scales: Scales) -> None:
        for guest in ("eve-1", "eve-2"):
            service.networks.note(guest, "192.0.2.1")
        over = [await play_out(service, await service.open(BONES, [ANN, BOB])) for _ in range(3)]
        scales.may.clear()
        for match, guest in zip(over, ("eve-1", "eve-2"), strict=False):
            assert isinstance(await service.coach.review(match, guest, 0.01), ReviewProgress)
        with pytest.raises(TooOften):
            await service.coach.review(over[2], "eve-1", 60)
        assert isinstance(await service.coach.review(over[0], "eve-2", 0.01), ReviewProgress)
        assert isinstance(await service.coach.review(over[2], "ada", 0.01), ReviewProgress)
        scales.may.set()
        for match in over:
            assert isinstance(await service.coach.review(match, "ada", 60), Review)

    with_service(tmp_path, check)


def test_the_coach_weighs_on_when_its_child_is_killed(tmp_path: Path) -> None:
    async def run() -> None:
        service = Matches(SqliteStore.at(tmp_path / "m.db"), MemoryBus(), pace=0)
        try:
            match = await service.open(SPARKLE, [ANN])
            await service.coach.weigh(match, "guest-a")
            match = await service.do(match.id, random_move(match, Random(3)))
            children = multiprocessing.active_children()
            for child in children:
                os.kill(child.pid or 0, signal.SIGSTOP)
            weighing = asyncio.create_task(service.coach.weigh(match, "guest-a"))
            await asyncio.sleep(0)
            for child in children:
                os.kill(child.pid or 0, signal.SIGKILL)
            worth = await weighing
            assert set(worth.moves) == set(legal_moves(match))
        finally:
            await service.close()

    asyncio.run(run())
