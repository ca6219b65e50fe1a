"""Solves Knucklebones and Knuckles exactly and stores the worth of every position.

Takes minutes, and about four gigabytes of memory for the full grid; an interrupted solve resumes.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from dicehall.games.bones.columns import position_count
from dicehall.games.bones.rules import FACES, HEIGHT
from dicehall.games.bones.solver.blocks import Blocks, make_blocks
from dicehall.games.bones.solver.columns import Numbers, column_arrays
from dicehall.games.bones.solver.kernels import Worths
from dicehall.games.bones.solver.sweep import (
    first_worths,
    gather_positions,
    plan_batches,
    start_threads,
    sweep_batches,
)
from dicehall.games.bones.solver.tablebase import open_tablebase, tablebase_name
from dicehall.solving.folders import tablebase_path
from dicehall.solving.resources import check_room
from dicehall.solving.tablebases import forget_tablebase, load_tablebase, save_parts, save_tablebase

CLOSE = 1e-4
"""Sweeps continue until no worth changes by this much."""
EXTRA_SWEEPS = 2
"""Sweeps after that; more would only flip worths by a rounding step."""
CHECKPOINT_SWEEPS = 8
"""The worths are saved to disk after this many sweeps."""
WORTH_BYTES = 2
MEMORY_SHARE = 1.1
"""The memory of a solve, as a multiple of its worths."""


@dataclass(frozen=True, slots=True)
class SweepProgress:
    """The progress of a solve: sweeps in this run, and the largest change of the last one."""

    sweep: int
    largest_change: float
    fraction: float


@dataclass(frozen=True, slots=True)
class BonesSolution:
    """The value of the start for the seat that moves first, and the effort."""

    value: float
    sweeps: int
    largest_change: float
    seconds: float


def solve(
    scoring: str,
    progress: Callable[[SweepProgress], None] = lambda _: None,
    *,
    height: int = HEIGHT,
    faces: int = FACES,
) -> BonesSolution:
    """Compute and store the tablebase of a scoring; refused if memory or disk do not suffice."""
    started = time.perf_counter()
    classes = column_arrays(scoring, height, faces)
    blocks = make_blocks(classes)
    name, unfinished = tablebase_name(classes), f"{tablebase_name(classes)}-unfinished"
    shape = (position_count(classes.count),)
    check_room(
        tablebase_path(name).parent,
        memory=MEMORY_SHARE * WORTH_BYTES * blocks.cells,
        disk=WORTH_BYTES * (shape[0] + blocks.cells),
    )
    worths = first_worths(classes, blocks)
    kept = load_tablebase(unfinished)
    if kept is not None and kept.shape == worths.shape:
        worths[:] = kept
    del kept
    last = _sweep_until_close(worths, blocks, plan_batches(classes, blocks), unfinished, progress)
    save_parts(name, worths.dtype, shape, gather_positions(worths, blocks))
    forget_tablebase(unfinished)
    tablebase = open_tablebase(scoring, height, faces)
    assert tablebase is not None
    value = tablebase.before_roll(classes.start)
    return BonesSolution(value, last.sweep, last.largest_change, time.perf_counter() - started)


def _sweep_until_close(
    worths: Worths,
    blocks: Blocks,
    batches: list[Numbers],
    unfinished: str,
    progress: Callable[[SweepProgress], None],
) -> SweepProgress:
    sweep, extra = 0, 0
    with start_threads() as threads:
        while True:
            sweep += 1
            change = sweep_batches(worths, blocks, batches, threads)
            extra = extra + 1 if change < CLOSE else 0
            done = SweepProgress(sweep, change, _fraction(change, extra))
            progress(done)
            if extra > EXTRA_SWEEPS:
                return done
            if sweep % CHECKPOINT_SWEEPS == 0:
                save_tablebase(unfinished, worths)


def _fraction(change: float, extra: int) -> float:
    """The share of the work done: changes shrink by about the same factor in each sweep."""
    close = min(1.0, math.log(max(change, CLOSE)) / math.log(CLOSE))
    return 0.8 * close + 0.2 * extra / (EXTRA_SWEEPS + 1)
