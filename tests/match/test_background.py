"""A task that breaks is heard of and begins again; one that ends has ended."""

import asyncio
from contextlib import suppress

import pytest

from dicehall.match import background
from dicehall.match.background import cancel_all, retry, start_supervised


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "FIRST_PAUSE_SECONDS", 0.001)
    monkeypatch.setattr(background, "CANCEL_AGAIN_SECONDS", 0.001)


def test_what_breaks_is_logged_and_begins_again(caplog: pytest.LogCaptureFixture) -> None:
    begun: list[int] = []

    async def fragile() -> None:
        begun.append(len(begun))
        if len(begun) < 4:
            raise ValueError("a fault of ours")

    async def run() -> None:
        async with asyncio.timeout(120):
            await start_supervised("the fragile one", fragile)

    asyncio.run(run())
    assert len(begun) == 4
    logged = [record for record in caplog.records if record.exc_info]
    assert [record.getMessage() for record in logged] == ["the fragile one failed; restarting"] * 3


def test_only_the_named_failures_are_retried() -> None:
    received: list[int] = []

    async def answer() -> int:
        received.append(len(received))
        if len(received) < 3:
            raise TimeoutError
        return len(received)

    async def refuse() -> None:
        raise LookupError

    assert asyncio.run(retry(answer, (TimeoutError,), longest_pause=0)) == 3
    with pytest.raises(LookupError):
        asyncio.run(retry(refuse, (TimeoutError,)))


def test_cancelled_tasks_stay_cancelled(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        task = start_supervised("the patient one", lambda: asyncio.sleep(1000))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    asyncio.run(run())
    assert not caplog.records


def test_a_cancellation_that_is_lost_comes_again() -> None:
    async def deaf() -> None:
        for _ in range(2):  # as a client of a database, whose connection breaks at that moment
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(1000)
        await asyncio.sleep(1000)

    async def run() -> None:
        tasks = [start_supervised("the deaf one", deaf) for _ in range(3)]
        await asyncio.sleep(0)
        async with asyncio.timeout(120):
            await cancel_all(tasks)
        assert all(task.cancelled() for task in tasks)

    asyncio.run(run())
