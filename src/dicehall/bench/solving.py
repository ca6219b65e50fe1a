"""How fast FUNE is solved, beside the solver of a game of the same size if it is installed."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import TypeVar

from dicehall.bench.measurement import Measurement
from dicehall.games.fune.solver.batch import play_optimally
from dicehall.games.fune.solver.making import compile_kernels
from dicehall.games.fune.solver.solution import solve_fune

EXACT = 255.2197576634
"""The known worth of an empty card."""
PEER = "yatzy_solver"
PEER_NAME = "yatzy-solver"
GAMES = 500_000
PEER_GAMES = 5_000
ALL_OPEN, NOTHING = -1, 0

Found = TypeVar("Found")


def measure() -> Iterator[Measurement]:
    """Seconds of one core, and how many times faster than the peer, both in one run."""
    compile_kernels()
    play_optimally(1, seed=1)
    values, seconds = _timed(solve_fune)
    error = abs(float(values[ALL_OPEN, NOTHING]) - EXACT)
    yield Measurement("fune: solved", seconds, "CPU s")
    yield Measurement("fune: difference from the known value", 1e9 * error, "1e-9 points")
    _, playing = _timed(lambda: play_optimally(GAMES, seed=1))
    yield Measurement("fune: optimal games", GAMES / playing, "games/CPU s")
    if find_spec(PEER) is None:
        return
    peer = import_module(PEER)
    solver, peer_seconds = _timed(lambda: peer.Solver.build(peer.Variant("american")))
    yield Measurement(f"{PEER_NAME}: solved", peer_seconds, "CPU s")
    yield Measurement(f"fune: faster than {PEER_NAME} to solve", peer_seconds / seconds, "times")
    _, peer_playing = _timed(lambda: solver.simulate(PEER_GAMES, seed=1))
    yield Measurement(f"{PEER_NAME}: optimal games", PEER_GAMES / peer_playing, "games/CPU s")
    faster = GAMES / playing / (PEER_GAMES / peer_playing)
    yield Measurement(f"fune: faster than {PEER_NAME} to play", faster, "times")


def _timed(work: Callable[[], Found]) -> tuple[Found, float]:
    """What work gives, and the seconds of all cores that it took."""
    began = process_time()
    found = work()
    return found, process_time() - began
