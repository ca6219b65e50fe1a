import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from dicehall.game import new_game
from dicehall.match.thinking.pool import ThinkingPool
from dicehall.match.thinking.protocol import Urgency
from support.playouts import legal_moves

GAME = new_game("knucklebones")
STATE = GAME.roll(GAME.start(), (5,))
MOVES = {"column 1", "column 2", "column 3"}

KILLED_SERVER = """
import asyncio, os, signal, sys
from dicehall.match.thinking.pool import ThinkingPool
from dicehall.game import new_game

async def main():
    game = new_game("knucklebones")
    await ThinkingPool().choose(game, game.roll(game.start(), (5,)), "easy")
    print("chosen", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def children() -> set[int]:
    """The processes in which computer players think."""
    return {process.pid or 0 for process in multiprocessing.active_children()}


def with_first_child(play: Callable[[ThinkingPool, int], Awaitable[None]]) -> None:
    """Play with thinking of whom one child has been started."""

    async def run() -> None:
        before = children()
        thinking = ThinkingPool()
        try:
            assert await thinking.choose(GAME, STATE, "easy") in MOVES
            [first] = children() - before
            await play(thinking, first)
        finally:
            thinking.close()

    asyncio.run(run())


def test_a_killed_child_is_replaced_for_all_waiting_callers() -> None:
    async def play(thinking: ThinkingPool, first: int) -> None:
        os.kill(first, signal.SIGINT)  # as Ctrl-C in a terminal: left to the parent
        assert await thinking.choose(GAME, STATE, "easy") in MOVES
        assert first in children()
        os.kill(first, signal.SIGSTOP)
        waiting = [thinking.choose(GAME, STATE, "easy") for _ in range(8)]
        choosing = asyncio.gather(*waiting)
        await asyncio.sleep(0)
        os.kill(first, signal.SIGKILL)
        assert set(await choosing) <= MOVES
        assert first not in children()

    with_first_child(play)


def test_a_thought_that_takes_long_does_not_hold_up_others(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def play(thinking: ThinkingPool, first: int) -> None:
        long = asyncio.create_task(thinking.playing.run(0, Path.read_text, pipe))
        for _ in range(4):
            assert await thinking.choose(GAME, STATE, "easy") in MOVES
        assert not long.done()
        await asyncio.to_thread(pipe.write_text, "at last")
        assert await long == "at last"

    with_first_child(play)


def test_a_busy_coach_does_not_delay_computer_players(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def play(thinking: ThinkingPool, first: int) -> None:
        coaching = [
            asyncio.create_task(thinking.coaching.run(Urgency.HINT, Path.read_text, pipe))
            for _ in range(50)
        ]
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            assert await thinking.choose(GAME, STATE, "easy") in MOVES
        assert not any(task.done() for task in coaching)
        for task in coaching:
            task.cancel()
        await asyncio.gather(*coaching, return_exceptions=True)
        for child in children():
            os.kill(child, signal.SIGKILL)

    with_first_child(play)


def test_moves_are_weighed_by_the_game() -> None:
    async def play(thinking: ThinkingPool, first: int) -> None:
        game = new_game("sparkle")
        state = game.roll(game.start(), (1, 1, 2, 3, 4))
        worth = await thinking.weigh(game, state)
        assert set(worth.moves) == set(legal_moves(game, state))
        assert worth.unit == "points"

    with_first_child(play)


def test_the_child_does_not_outlive_a_killed_parent() -> None:
    # The child shares the standard output: it comes to its end when both are gone.
    server = subprocess.run(
        [sys.executable, "-c", KILLED_SERVER], stdout=subprocess.PIPE, timeout=60, check=False
    )
    assert server.stdout == b"chosen\n"
    assert server.returncode == -signal.SIGKILL


def test_closing_waits_for_no_thought(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    async def play(thinking: ThinkingPool, first: int) -> None:
        busy = asyncio.create_task(thinking.playing.run(0, Path.read_text, pipe))
        await asyncio.sleep(0)
        before = children()
        thinking.close()
        with pytest.raises((BrokenProcessPool, asyncio.CancelledError)):
            await busy
        while before & children():
            await asyncio.sleep(0.01)

    with_first_child(play)
