"""The evaluation and search of Bones for arrays of positions, for fitting and measuring.

Positions are rows of three column classes, from the view of the seat that rolls next. Players use
`dicehall.games.bones.search`; the tests compare the two.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.search import NO_MOVE, SLOTS, read_evaluation
from dicehall.games.bones.solver.columns import ColumnArrays, column_arrays, position_numbers

PositionRows = NDArray[np.int16]
Reals = NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Win minus loss chance before a roll, by the network of `search.read_evaluation`."""

    classes: ColumnArrays
    column_traits: Reals
    """column_traits[class]: the features of two facing columns."""
    mixing: Reals
    thresholds: Reals
    shares: Reals
    direct: Reals
    biases: Reals

    def values(self, positions: PositionRows) -> Reals:
        """The value of each position to the seat that rolls next."""
        fills, traits = self.fills(positions), self.traits(positions)
        hidden = self.hidden(fills, traits)
        direct = np.einsum("nt,nt->n", traits, self.direct[fills])
        values: Reals = np.tanh(self.biases[fills] + direct + hidden @ self.shares)
        return values

    def traits(self, positions: PositionRows) -> Reals:
        """The summed traits of the three columns."""
        first, second, third = (self.column_traits[column] for column in positions.T)
        traits: Reals = first + second + third
        return traits

    def hidden(self, fills: NDArray[np.int64], traits: Reals) -> Reals:
        """The hidden layer."""
        hidden: Reals = traits @ self.mixing
        hidden += self.thresholds[fills]
        return np.maximum(hidden, 0, out=hidden)

    def fills(self, positions: PositionRows) -> NDArray[np.int64]:
        """The dice in both grids as one number."""
        fill = self.classes.own * (SLOTS + 1) + self.classes.other
        fills: NDArray[np.int64] = fill[positions].sum(axis=1)
        return fills


ARRAYS = ("column_traits", "mixing", "thresholds", "shares", "direct", "biases")
"""The arrays that make up an evaluation."""


@cache
def evaluation_arrays(scoring: str) -> Evaluation:
    """The evaluation that ships with the package."""
    arrays = {name: np.array(rows, np.float32) for name, rows in read_evaluation(scoring).items()}
    arrays |= {name: arrays[name][0] for name in ("shares", "biases")}
    return Evaluation(column_arrays(scoring), *(arrays[name] for name in ARRAYS))


def look_ahead(evaluation: Evaluation, positions: PositionRows, rolls: int) -> Reals:
    """The values of positions before a roll, searching the next `rolls` rolls."""
    if rolls == 0:
        return evaluation.values(positions)
    faces = evaluation.classes.faces
    every_roll = np.repeat(positions, faces, axis=0)
    placed = np.swapaxes(evaluation.classes.placed[:, positions], 0, 1).reshape(every_roll.shape)
    best = weigh_moves(evaluation, every_roll, placed, rolls).max(axis=1)
    means: Reals = best.reshape(-1, faces).mean(axis=1, dtype=np.float32)
    return means


def weigh_moves(
    evaluation: Evaluation, positions: PositionRows, placed: PositionRows, rolls: int
) -> Reals:
    """The value of placing a die, by position and column; NO_MOVE if the column is full.

    `placed` holds the class that each column would become, or -1 if it is full; `rolls` counts the
    roll of this die and those to come.
    """
    classes = evaluation.classes
    worths = np.full(positions.shape, NO_MOVE, np.float32)
    row, column = np.nonzero(placed >= 0)
    after = positions[row]
    after[np.arange(len(row)), column] = placed[row, column]
    over = (classes.own[after] == classes.height).all(axis=1)
    results = np.sign(classes.margins[after].sum(axis=1)).astype(np.float32)
    results[~over] = -_look_once(evaluation, classes.swapped[after[~over]], rolls - 1)
    worths[row, column] = results
    return worths


def _look_once(evaluation: Evaluation, positions: PositionRows, rolls: int) -> Reals:
    """`look_ahead` that evaluates positions differing only in column order once."""
    _, first, back = np.unique(position_numbers(positions), return_index=True, return_inverse=True)
    values: Reals = look_ahead(evaluation, positions[first], rolls)[back]
    return values
