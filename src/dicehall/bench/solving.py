"""How fast FUNE is solved, compared with a solver for a game of the same size if installed."""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import TypeVar

from dicehall.bench import Measurement
from dicehall.games.fune.solver.making import compile_kernels
from dicehall.games.fune.solver.solution import solve_fune

EXACT = 255.2197576634
"""The known value of an empty card."""
PEER = "yatzy_solver"
PEER_NAME = "yatzy-solver"
ALL_OPEN, NOTHING = -1, 0

Solved = TypeVar("Solved")


def measure() -> Iterator[Measurement]:
    """Seconds of one core, and the ratio to the peer, both in one run."""
    compile_kernels()
    values, seconds = _timed(solve_fune)
    error = abs(float(values[ALL_OPEN, NOTHING]) - EXACT)
    yield Measurement("fune: solved", seconds, "CPU s")
    yield Measurement("fune: difference from the known value", 1e9 * error, "1e-9 points")
    if find_spec(PEER) is None:
        return
    peer = import_module(PEER)
    _, peer_seconds = _timed(lambda: peer.Solver.build(peer.Variant("american")))
    yield Measurement(f"{PEER_NAME}: solved", peer_seconds, "CPU s")
    yield Measurement(f"fune: faster than {PEER_NAME} to solve", peer_seconds / seconds, "times")


def _timed(work: Callable[[], Solved]) -> tuple[Solved, float]:
    """The result of some work, and the processor seconds it took."""
    began = process_time()
    found = work()
    return found, process_time() - began
