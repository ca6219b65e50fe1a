"""Reads the exact worths of Bones. Needs NumPy but not Numba, as the server reads tablebases
too."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.columns import position_count, position_number
from dicehall.games.bones.rules import FACES, HEIGHT
from dicehall.games.bones.solver.columns import ColumnArrays, column_arrays, position_numbers
from dicehall.games.bones.solver.compact import CompactWorths, is_compact
from dicehall.solving.folders import tablebase_path
from dicehall.solving.tablebases import load_tablebase

SURE = 32767
"""The stored number of a certain win."""
NO_COLUMN = -(10**6)
"""Stands for a full column: far below every worth."""


@dataclass(frozen=True, eq=False)
class BonesTablebase:
    """The worth of every position to the seat that has just moved: win minus loss chance."""

    classes: ColumnArrays
    worths: NDArray[np.int16] | CompactWorths
    """By `position_number`."""

    @property
    def exact(self) -> bool:
        """Whether the worths are not rounded to the steps of the compact form."""
        return not isinstance(self.worths, CompactWorths)

    def before_roll(self, position: list[int]) -> float:
        """The worth of a position to the seat that rolls next, as that seat sees it.

        The mean over its rolls and best moves: finer than the step of the stored numbers.
        """
        classes = self.classes
        total = 0
        for face in range(classes.faces):
            best = -SURE
            for column, number in enumerate(position):
                target = int(classes.placed[face, number])
                if target >= 0:
                    after = [*position[:column], target, *position[column + 1 :]]
                    best = max(best, int(self.worths[position_number(after)]))
            total += best
        return total / classes.faces / SURE

    def after_moves(
        self, positions: NDArray[np.int16], placed: NDArray[np.int16]
    ) -> NDArray[np.int32]:
        """The worth of each column to the seat that moves, as stored; `NO_COLUMN` if it is full.

        `placed` holds the class that each column would become, or -1.
        """
        worths = np.full(placed.shape, NO_COLUMN, np.int32)
        for column in range(placed.shape[1]):
            rows = np.flatnonzero(placed[:, column] >= 0)
            after = positions[rows]
            after[:, column] = placed[rows, column]
            worths[rows, column] = self.worths[position_numbers(after)]
        return worths


def tablebase_name(classes: ColumnArrays) -> str:
    """The name of a tablebase on disk; grids of other sizes have the size in it."""
    if (classes.height, classes.faces) == (HEIGHT, FACES):
        return classes.scoring
    return f"{classes.scoring}-{classes.height}-high-{classes.faces}-faces"


def compact_name(classes: ColumnArrays) -> str:
    """The name on disk of a compact tablebase, as `dicehall solve --use` stores it."""
    return f"{tablebase_name(classes)}-compact"


def open_tablebase(scoring: str, height: int = HEIGHT, faces: int = FACES) -> BonesTablebase | None:
    """The tablebase of a scoring as a memory map; None if it was not solved on this machine."""
    classes = column_arrays(scoring, height, faces)
    return _open(classes, tablebase_name(classes))


def open_compact(scoring: str) -> BonesTablebase | None:
    """The compact form, whose worths are rounded; None if it is not on this machine."""
    classes = column_arrays(scoring)
    return _open(classes, compact_name(classes))


def compact_tablebase(classes: ColumnArrays, array: NDArray[Any] | None) -> BonesTablebase | None:
    """The tablebase in a compact array; None if it does not fit these classes."""
    if array is None or not is_compact(array, classes):
        return None
    return BonesTablebase(classes, CompactWorths(classes, array, SURE))


def _open(classes: ColumnArrays, name: str) -> BonesTablebase | None:
    path = tablebase_path(name)
    try:
        return _load(classes, name, path, path.stat().st_mtime_ns)
    except OSError:
        return None


@lru_cache(maxsize=8)
def _load(classes: ColumnArrays, name: str, path: Path, changed: int) -> BonesTablebase | None:
    """Loaded once per version of a file, which `path` and `changed` identify."""
    array = load_tablebase(name, verify=False)
    if name == compact_name(classes):
        return compact_tablebase(classes, array)
    if array is None or array.shape != (position_count(classes.count),):
        return None
    return BonesTablebase(classes, array)
