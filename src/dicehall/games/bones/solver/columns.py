"""The classes of facing columns as arrays, for code that handles many positions at once."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.columns import ColumnClasses, column_classes, number_in_order
from dicehall.games.bones.rules import FACES, HEIGHT

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class ColumnArrays:
    """`ColumnClasses` as arrays, with the same fields."""

    classes: ColumnClasses
    own: Numbers
    other: Numbers
    margins: Numbers
    swapped: NDArray[np.int16]
    placed: NDArray[np.int16]

    @property
    def scoring(self) -> str:
        return self.classes.scoring

    @property
    def height(self) -> int:
        return self.classes.height

    @property
    def faces(self) -> int:
        return self.classes.faces

    @property
    def count(self) -> int:
        return self.classes.count

    @property
    def start(self) -> list[int]:
        return self.classes.start


@cache
def column_arrays(scoring: str, height: int = HEIGHT, faces: int = FACES) -> ColumnArrays:
    """The classes under a scoring as arrays."""
    classes = column_classes(scoring, height, faces)
    return ColumnArrays(
        classes,
        own=np.array(classes.own),
        other=np.array(classes.other),
        margins=np.array(classes.margins),
        swapped=np.array(classes.swapped, np.int16),
        placed=np.array(classes.placed, np.int16),
    )


def position_numbers(positions: NDArray[np.int16]) -> Numbers:
    """`position_number` of every row.

    >>> position_numbers(np.array([[1, 0, 0], [0, 1, 1]], np.int16))
    array([1, 2])
    """
    in_order = np.sort(positions, axis=1).astype(np.int64)
    numbers: Numbers = number_in_order(*in_order.T)
    return numbers
