"""Reading the exact worths of Bones. Needs NumPy, never Numba: the server reads tablebases too."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.rules import HEIGHT
from dicehall.games.bones.solver.columns import (
    FACES,
    ColumnClasses,
    column_classes,
    position_count,
    position_number,
)
from dicehall.solving.tablebases import load_tablebase, tablebase_path

SURE = 32767
"""How a certain win is stored."""


@dataclass(frozen=True, eq=False)
class BonesTablebase:
    """The worth of every position to the seat that has just moved: win minus loss chance."""

    classes: ColumnClasses
    worths: NDArray[np.int16]

    def before_roll(self, position: list[int]) -> float:
        """What a position is worth to the seat that rolls next, as that seat sees it.

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


def tablebase_name(classes: ColumnClasses) -> str:
    """The name of a tablebase on disk; grids other than the real one carry their size."""
    if (classes.height, classes.faces) == (HEIGHT, FACES):
        return classes.scoring
    return f"{classes.scoring}-{classes.height}-high-{classes.faces}-faces"


def open_tablebase(scoring: str, height: int = HEIGHT, faces: int = FACES) -> BonesTablebase | None:
    """The tablebase of a scoring as a memory map; None if it was not solved on this machine."""
    classes = column_classes(scoring, height, faces)
    path = tablebase_path(tablebase_name(classes))
    try:
        return _open(classes, path, path.stat().st_mtime_ns)
    except FileNotFoundError:
        return None


@lru_cache(maxsize=4)
def _open(classes: ColumnClasses, path: Path, changed: int) -> BonesTablebase | None:
    """Opened once as long as the file stays as it is: `path` and `changed` tell files apart."""
    worths = load_tablebase(tablebase_name(classes), verify=False)
    if worths is None or worths.shape != (position_count(classes.count),):
        return None
    return BonesTablebase(classes, worths)
