"""A server that plays matches until it is killed, and says what has been acknowledged.

`python crash_child.py DATABASE` forks a server for every seed that it reads, so that starting one
costs no imports. A server prints its process id and then "match version move-id" for each move
that `do` has returned from; when it is gone the word "gone" is printed.
"""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

from dicehall.game import new_game
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.lists import running
from dicehall.match.store.sqlite import SqliteStore
from support.contests import ANN, BOB, random_move

AT_ONCE = 4


def say(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


async def play_on(service: Matches, match: Match, random: Random) -> None:
    while not match.result:
        command = random_move(match, random)
        match = await service.do(match.id, command)
        say(f"{match.id} {match.version} {command.id}")


async def play_for_ever(path: Path, seed: int) -> None:
    """Go on with matches that were left, and open new ones beside them."""
    random = Random(seed)
    service = Matches(SqliteStore.at(path), MemoryBus(), pace=0)
    say(str(os.getpid()))
    seats = await service.store.list(running(ANN.holder, limit=AT_ONCE // 2))
    left = [await service.see(match_id) for match_id in {seat.match_id for seat in seats}]

    async def player() -> None:
        while True:
            game = new_game("fune", 2)
            sitting = [ANN, replace(BOB, words=str(seed))]
            match = left.pop() if left else await service.open(game, sitting)
            await play_on(service, match, random)

    await asyncio.gather(*(player() for _ in range(AT_ONCE)))


def main() -> None:
    path = Path(sys.argv[1])
    for seed in sys.stdin:
        child = os.fork()
        if not child:
            asyncio.run(play_for_ever(path, int(seed)))
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
        say("gone")


if __name__ == "__main__":
    main()
