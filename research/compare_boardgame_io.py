"""Compares the moves per second of Dicehall (on disk) and boardgame.io (in memory) in one run.

    npm install --prefix FOLDER boardgame.io
    python -m research.compare_boardgame_io FOLDER

The two alternate, so that a temporarily slow machine affects both.
"""

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

from dicehall.bench.client import BenchServer, bench_server
from dicehall.bench.load import arrive, play_flat_out

ROUNDS = 8
MATCHES = 50
SECONDS = 5.0
WARM_UP_SECONDS = 2.0
PORT = 7711
PEER = Path(__file__).parent / "boardgame_io"

Speed = tuple[float, float]
"""Moves per second, and per second of processor time."""


def measure_peer(folder: Path) -> Speed:
    env = {**os.environ, "NODE_PATH": str(folder / "node_modules")}
    command = ["node", str(PEER / "server.cjs"), str(PORT)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            server.stdout.readline()
            asked = (str(value) for value in (PORT, server.pid, MATCHES, SECONDS))
            load = ["node", str(PEER / "load.cjs"), *asked]
            output = subprocess.run(
                load, env=env, check=True, capture_output=True, text=True
            ).stdout
            per_second, per_core = map(float, output.split())
            return per_second, per_core
        finally:
            server.terminate()


async def measure_server(server: BenchServer) -> Speed:
    players = await arrive(server.port, MATCHES)
    await play_flat_out(players, WARM_UP_SECONDS)
    before = server.cpu_seconds()
    moves = await play_flat_out(players, SECONDS)
    return moves / SECONDS, moves / (server.cpu_seconds() - before)


def main() -> None:
    ratios = []
    for _ in range(ROUNDS):
        peer = measure_peer(Path(sys.argv[1]).resolve())
        with bench_server() as server:
            ours = asyncio.run(measure_server(server))
        ratios.append((ours[0] / peer[0], ours[1] / peer[1]))
        print(
            f"boardgame.io {peer[0]:,.0f} moves/s ({peer[1]:,.0f} per core),"
            f" Dicehall {ours[0]:,.0f} ({ours[1]:,.0f} per core)",
            flush=True,
        )
    faster, per_core = (median(column) for column in zip(*ratios, strict=True))
    print(f"Dicehall makes {faster:.2f} times as many, {per_core:.2f} times per core (medians)")


if __name__ == "__main__":
    main()
