import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys

from dicehall.match.computers import Computers
from dicehall.rules import new_game

GAME = new_game("knucklebones")
STATE = GAME.roll(GAME.start(), (5,))
MOVES = {"column 1", "column 2", "column 3"}

KILLED_HOUSE = """
import asyncio, os, signal, sys
from dicehall.match.computers import Computers
from dicehall.rules import new_game

async def main():
    game = new_game("knucklebones")
    await Computers().choose(game, game.roll(game.start(), (5,)), "easy")
    print("chosen", flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    asyncio.run(main())
"""


def child() -> int:
    """The process in which the computer players think."""
    [process] = multiprocessing.active_children()
    assert process.pid
    return process.pid


def test_a_killed_child_is_replaced_for_everybody_who_waits() -> None:
    async def play() -> None:
        computers = Computers()
        try:
            assert await computers.choose(GAME, STATE, "easy") in MOVES
            first = child()
            os.kill(first, signal.SIGINT)  # as Ctrl-C in a terminal: left to the parent
            assert await computers.choose(GAME, STATE, "easy") in MOVES
            assert child() == first
            os.kill(first, signal.SIGSTOP)
            waiting = [computers.choose(GAME, STATE, "easy") for _ in range(8)]
            choosing = asyncio.gather(*waiting)
            await asyncio.sleep(0)
            os.kill(first, signal.SIGKILL)
            assert set(await choosing) <= MOVES
            assert child() != first
        finally:
            computers.close()

    asyncio.run(play())


def test_the_child_does_not_outlive_a_killed_parent() -> None:
    # The child shares the standard output: it comes to its end when both are gone.
    house = subprocess.run(
        [sys.executable, "-c", KILLED_HOUSE], stdout=subprocess.PIPE, timeout=60, check=False
    )
    assert house.stdout == b"chosen\n"
    assert house.returncode == -signal.SIGKILL
