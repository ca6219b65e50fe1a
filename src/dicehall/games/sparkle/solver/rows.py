"""Rows of eight numbers as tuples, which the compiler keeps in vector registers."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.solving.kernels import kernel

LANES = 8
"""How many totals are solved together; they lie side by side in memory."""

LaneRow = tuple[float, float, float, float, float, float, float, float]
"""One number for each lane; lanes have no other names than their numbers."""


@kernel()
def load(values: NDArray[np.float64], i: Any) -> LaneRow:
    """Row i of an array with `LANES` columns."""
    i = np.uint64(i)  # an unsigned index cannot count from the end, which saves a check
    return (
        values[i, 0],
        values[i, 1],
        values[i, 2],
        values[i, 3],
        values[i, 4],
        values[i, 5],
        values[i, 6],
        values[i, 7],
    )


@kernel()
def store(values: NDArray[np.float64], i: Any, row: LaneRow) -> None:
    """Set row i."""
    i = np.uint64(i)
    values[i, 0] = row[0]
    values[i, 1] = row[1]
    values[i, 2] = row[2]
    values[i, 3] = row[3]
    values[i, 4] = row[4]
    values[i, 5] = row[5]
    values[i, 6] = row[6]
    values[i, 7] = row[7]


@kernel()
def higher(a: LaneRow, b: LaneRow) -> LaneRow:
    """The higher number in each place; written so that it becomes one instruction."""
    return (
        a[0] if a[0] > b[0] else b[0],
        a[1] if a[1] > b[1] else b[1],
        a[2] if a[2] > b[2] else b[2],
        a[3] if a[3] > b[3] else b[3],
        a[4] if a[4] > b[4] else b[4],
        a[5] if a[5] > b[5] else b[5],
        a[6] if a[6] > b[6] else b[6],
        a[7] if a[7] > b[7] else b[7],
    )


@kernel()
def add(a: LaneRow, b: LaneRow) -> LaneRow:
    """The sum in each place."""
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
    )


@kernel()
def scale(row: LaneRow, by: float) -> LaneRow:
    """Each place times the same."""
    return (
        row[0] * by,
        row[1] * by,
        row[2] * by,
        row[3] * by,
        row[4] * by,
        row[5] * by,
        row[6] * by,
        row[7] * by,
    )
