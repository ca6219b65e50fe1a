"""Who comes first when there are not enough child processes for everybody."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from dicehall.match.networks import Party
from dicehall.match.thinking.children import ChildPool


def with_busy_child(
    path: Path, play: Callable[[ChildPool, Callable[[], Awaitable[None]]], Awaitable[None]]
) -> None:
    """Play with one child that is busy until the function that is handed over is awaited."""
    pipe = path / "pipe"
    os.mkfifo(pipe)

    async def run() -> None:
        children = ChildPool(1, 0)
        busy = asyncio.create_task(children.run(0, Path.read_text, pipe))
        await asyncio.sleep(0)

        async def let_go() -> None:
            await asyncio.to_thread(pipe.write_text, "done")
            assert await busy == "done"

        try:
            await play(children, let_go)
        finally:
            children.close()

    asyncio.run(run())


def test_the_most_urgent_comes_first_and_of_equals_the_first(tmp_path: Path) -> None:
    async def play(children: ChildPool, let_go: Callable[[], Awaitable[None]]) -> None:
        done: list[str] = []

        async def ask(urgency: int, name: str) -> None:
            done.append(await children.run(urgency, str, name))

        asked = [(2, "review"), (1, "worth"), (2, "review too"), (0, "hint"), (1, "worth too")]
        tasks = [asyncio.create_task(ask(*one)) for one in asked]
        await asyncio.sleep(0)
        await let_go()
        await asyncio.gather(*tasks)
        assert done == ["hint", "worth", "worth too", "review", "review too"]

    with_busy_child(tmp_path, play)


def test_guests_take_turns(tmp_path: Path) -> None:
    async def play(children: ChildPool, let_go: Callable[[], Awaitable[None]]) -> None:
        done: list[str] = []

        async def ask(guest: str) -> None:
            done.append(await children.run(0, str, guest, party=Party(guest, guest)))

        tasks = [asyncio.create_task(ask(guest)) for guest in ("eve", "eve", "eve", "ada")]
        await asyncio.sleep(0)
        await let_go()
        await asyncio.gather(*tasks)
        assert done == ["eve", "ada", "eve", "eve"]

    with_busy_child(tmp_path, play)


def test_patient_work_leaves_a_child_to_other_work(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def run() -> None:
        children = ChildPool(2, 0, patient=1)
        slow = [asyncio.create_task(children.run(1, Path.read_text, pipe)) for _ in range(5)]
        await asyncio.sleep(0)
        assert children.waiting == 4
        for _ in range(3):
            assert await children.run(0, str, "quick") == "quick"
        for task in slow:  # one after the other: a reader takes all that is written meanwhile
            await asyncio.to_thread(pipe.write_text, "done")
            assert await task == "done"
        children.close()

    asyncio.run(run())


def test_abandoned_work_is_not_started(tmp_path: Path) -> None:
    async def play(children: ChildPool, let_go: Callable[[], Awaitable[None]]) -> None:
        trace = tmp_path / "trace"
        tasks = [asyncio.create_task(children.run(0, Path.touch, trace)) for _ in range(3)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await let_go()
        assert await children.run(1, str, "next") == "next"
        assert not trace.exists()

    with_busy_child(tmp_path, play)


def test_a_running_child_stays_busy_after_its_caller_leaves(tmp_path: Path) -> None:
    async def play(children: ChildPool, let_go: Callable[[], Awaitable[None]]) -> None:
        await let_go()
        pipe = tmp_path / "another pipe"
        os.mkfifo(pipe)
        gone = asyncio.create_task(children.run(0, Path.read_text, pipe))
        await asyncio.sleep(0.05)
        gone.cancel()
        waiting = asyncio.create_task(children.run(0, str, "next"))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        await asyncio.to_thread(pipe.write_text, "done")
        assert await waiting == "next"

    with_busy_child(tmp_path, play)
