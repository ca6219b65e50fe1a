"""A task that breaks is heard of and begins again; one that ends has ended."""

import asyncio

import pytest

from dicehall.match import background
from dicehall.match.background import supervised


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "FIRST_PAUSE_SECONDS", 0.001)


def test_what_breaks_is_logged_and_begins_again(caplog: pytest.LogCaptureFixture) -> None:
    begun: list[int] = []

    async def fragile() -> None:
        begun.append(len(begun))
        if len(begun) < 4:
            raise ValueError("a fault of ours")

    async def run() -> None:
        async with asyncio.timeout(30):
            await supervised("the fragile one", fragile)

    asyncio.run(run())
    assert len(begun) == 4
    told = [record for record in caplog.records if record.exc_info]
    assert [record.getMessage() for record in told] == [
        "the fragile one broke, and begins again"
    ] * 3


def test_what_is_cancelled_stays_so(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        task = supervised("the patient one", lambda: asyncio.sleep(1000))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])
        assert task.cancelled()

    asyncio.run(run())
    assert not caplog.records
