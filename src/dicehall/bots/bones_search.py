"""Looking ahead in Bones with an evaluation that was fitted to the exact table.

Positions are rows of three classes of columns, as the seat to roll next sees them; whole arrays of
positions are looked at together.
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from dicehall.rules.bones import COLUMNS, HEIGHT
from dicehall.solve.bones_columns import ColumnClasses, column_classes

Positions = NDArray[np.int16]
Values = NDArray[np.float32]

FILLS = COLUMNS * HEIGHT + 1
"""How many dice a grid may hold, from none to all."""
NO_MOVE = -2.0
"""Below every worth."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Win minus loss chance before the roll: traits of the three columns, weighed by the fills.

    value = tanh(bias[own, other] + sum over the columns of traits[class] . weights[own, other])
    """

    classes: ColumnClasses
    traits: Values
    weights: Values
    biases: Values

    def values(self, positions: Positions) -> Values:
        """What every position is worth to the seat that rolls next."""
        fills = self.fills(positions)
        traits = self.traits[positions].sum(axis=1)
        values: Values = np.tanh(self.biases[fills] + (traits * self.weights[fills]).sum(axis=1))
        return values

    def fills(self, positions: Positions) -> NDArray[np.int64]:
        """The dice in both grids as one number."""
        own, other = self.classes.own[positions], self.classes.other[positions]
        fills: NDArray[np.int64] = own.sum(axis=1) * FILLS + other.sum(axis=1)
        return fills


@cache
def shipped_evaluation(scoring: str) -> Evaluation:
    """The evaluation that comes with the program."""
    with files("dicehall.bots").joinpath(f"{scoring}.npz").open("rb") as file:
        arrays = np.load(file)
        traits, weights, biases = (
            arrays[name].astype(np.float32) for name in ("traits", "weights", "biases")
        )
    return Evaluation(column_classes(scoring), traits, weights, biases)


def look_ahead(evaluation: Evaluation, positions: Positions, rolls: int) -> Values:
    """What positions are worth before a roll, from all moves of the next `rolls` rolls."""
    if rolls == 0:
        return evaluation.values(positions)
    faces = evaluation.classes.faces
    every_roll = np.repeat(positions, faces, axis=0)
    placed = np.swapaxes(evaluation.classes.placed[:, positions], 0, 1).reshape(every_roll.shape)
    best = weigh_moves(evaluation, every_roll, placed, rolls).max(axis=1)
    means: Values = best.reshape(-1, faces).mean(axis=1, dtype=np.float32)
    return means


def weigh_moves(
    evaluation: Evaluation, positions: Positions, placed: Positions, rolls: int
) -> Values:
    """For every position and column, what it is worth to place a die there; NO_MOVE if it is full.

    `placed` holds the class that each column would become, and -1 where it is full; `rolls` counts
    the roll of this die and those to come.
    """
    classes = evaluation.classes
    worths = np.full(positions.shape, NO_MOVE, np.float32)
    row, column = np.nonzero(placed >= 0)
    after = positions[row]
    after[np.arange(len(row)), column] = placed[row, column]
    over = (classes.own[after] == classes.height).all(axis=1)
    results = np.sign(classes.margins[after].sum(axis=1)).astype(np.float32)
    results[~over] = -look_ahead(evaluation, classes.swapped[after[~over]], rolls - 1)
    worths[row, column] = results
    return worths
