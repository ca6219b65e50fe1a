import asyncio

import pytest

from dicehall.match.thinking.single_flight import SingleFlight


class Finder:
    """Finds an answer when it is let."""

    def __init__(self) -> None:
        self.asked = 0
        self.may = asyncio.Event()

    async def find(self) -> int:
        self.asked += 1
        await self.may.wait()
        return self.asked


def test_simultaneous_callers_share_one_cached_result() -> None:
    async def ask() -> None:
        finder, answers = Finder(), SingleFlight[str, int](10)
        tasks = [answers.ask("a", finder.find) for _ in range(3)]
        await asyncio.sleep(0)
        assert answers.known("a") is None
        finder.may.set()
        assert await asyncio.gather(*tasks) == [1, 1, 1]
        assert await answers.ask("a", finder.find) == 1
        assert answers.known("a") == 1
        assert answers.known("b") is None

    asyncio.run(ask())


def test_the_least_recently_used_value_is_dropped() -> None:
    async def ask() -> None:
        finder, answers = Finder(), SingleFlight[str, int](2)
        finder.may.set()
        for key in ("a", "b", "a", "c"):
            await answers.ask(key, finder.find)
        assert [answers.known(key) for key in "abc"] == [1, None, 3]

    asyncio.run(ask())


def test_an_answer_that_somebody_waits_for_is_not_forgotten() -> None:
    async def ask() -> None:
        finder, answers = Finder(), SingleFlight[str, int](1)
        tasks = [answers.ask(key, finder.find) for key in "abc"]
        finder.may.set()
        await asyncio.gather(*tasks)
        assert answers.ask("a", finder.find) is tasks[0]

    asyncio.run(ask())


def test_failures_are_raised_and_not_cached() -> None:
    async def fail() -> int:
        raise RuntimeError("no")

    async def ask() -> None:
        finder, answers = Finder(), SingleFlight[str, int](2)
        with pytest.raises(RuntimeError):
            await answers.ask("a", fail)
        assert answers.known("a") is None
        finder.may.set()
        assert await answers.ask("a", finder.find) == 1

    asyncio.run(ask())


def test_abandoned_questions_are_not_computed() -> None:
    async def ask() -> None:
        finder, answers = Finder(), SingleFlight[str, int](10)
        first, second = (asyncio.create_task(answers.wait("a", finder.find)) for _ in range(2))
        await asyncio.sleep(0)
        looking = answers.ask("a", finder.find)
        first.cancel()
        await asyncio.wait([first])
        assert not looking.cancelled()
        second.cancel()
        third = asyncio.create_task(answers.wait("a", finder.find))
        await asyncio.wait([second, looking])
        assert looking.cancelled()
        finder.may.set()
        assert await third == 2  # it was looked for anew

    asyncio.run(ask())
