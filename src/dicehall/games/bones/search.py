"""Search in Bones with an evaluation that was fitted to the exact tablebase.

A position is the sorted classes of its three pairs of facing columns, seen by the seat that rolls
next.
"""

import struct
import zlib
from dataclasses import dataclass
from functools import cache
from math import tanh
from operator import mul
from pathlib import Path

from dicehall.games.bones.columns import ColumnClasses, column_classes
from dicehall.games.bones.rules import COLUMNS, HEIGHT

SearchPosition = tuple[int, int, int]
WeightRows = list[list[float]]

SLOTS = COLUMNS * HEIGHT
FILLS = (SLOTS + 1) ** 2
"""The number of fills. A fill is the number of dice in both grids: ten times those in one's own,
plus those in the opponent's."""
TRAITS = 10
HIDDEN = 64
NO_MOVE = -2.0
"""Stands for a full column: lower than every value."""


def evaluation_path(scoring: str) -> Path:
    """The shipped evaluation of a scoring: 16-bit floats, compressed, in the order of
    `read_evaluation`."""
    return Path(__file__).with_name(f"evaluation_{scoring}.bin")


def read_evaluation(scoring: str) -> dict[str, WeightRows]:
    """The arrays of the shipped evaluation, by name:

    traits = sum of column_traits[class] over the three columns
    hidden = max(0, traits @ mixing + thresholds[fill])
    value  = tanh(biases[fill] + traits . direct[fill] + hidden . shares)
    """
    shapes = {
        "column_traits": (column_classes(scoring).count, TRAITS),
        "mixing": (TRAITS, HIDDEN),
        "thresholds": (FILLS, HIDDEN),
        "shares": (1, HIDDEN),
        "direct": (FILLS, TRAITS),
        "biases": (1, FILLS),
    }
    packed = zlib.decompress(evaluation_path(scoring).read_bytes())
    numbers = iter(struct.unpack(f"<{len(packed) // 2}e", packed))
    return {
        name: [[next(numbers) for _ in range(width)] for _ in range(height)]
        for name, (height, width) in shapes.items()
    }


LANE = 56
"""Bits of a hidden unit in a packed whole number."""
ONE = 1 << 40
"""What 1.0 is in a lane."""
SIGNS = sum(1 << (LANE * unit + LANE - 1) for unit in range(HIDDEN))
LANE_SUM = (1 << LANE) - 1
"""A packed number modulo this is the sum of its lanes: 2**LANE is 1 modulo it."""


@dataclass(frozen=True, eq=False, slots=True)
class Evaluation:
    """The network of `read_evaluation`, prepared for one position at a time.

    The hidden units of a class, times the size of their shares, are packed side by side into one
    whole number, a lane of bits for each: adding two such numbers adds all units in one step,
    which is several times faster in plain Python than a loop. Units with a positive share raise
    the value, the others lower it; the former lie above the bit `split`, the latter below.
    """

    classes: ColumnClasses
    fills: list[int]
    """What each class adds to the fill."""
    traits: WeightRows
    units: list[int]
    """What each class adds to the hidden units."""
    thresholds: list[int]
    """By fill; the sign bit of each lane is turned over, so that it is 1 if the sum is positive."""
    split: int
    direct: WeightRows
    biases: list[float]

    def value(self, position: SearchPosition) -> float:
        """The value of a position to the seat that rolls next."""
        a, b, c = position
        traits, units = self.traits, self.units
        fill = self.fills[a] + self.fills[b] + self.fills[c]
        seen = zip(self.direct[fill], traits[a], traits[b], traits[c], strict=True)
        direct = sum([weight * (x + y + z) for weight, x, y, z in seen])
        sums = units[a] + units[b] + units[c] + self.thresholds[fill]
        positive = sums & SIGNS
        sums &= positive - (positive >> (LANE - 1))  # the other lanes become 0
        raising = (sums >> self.split) % LANE_SUM
        lowering = (sums & ((1 << self.split) - 1)) % LANE_SUM
        return tanh(self.biases[fill] + direct + (raising - lowering) / ONE)


@cache
def shipped_evaluation(scoring: str) -> Evaluation:
    """The evaluation that ships with the package."""
    classes, arrays = column_classes(scoring), read_evaluation(scoring)
    dice = zip(classes.own, classes.other, strict=True)
    (shares,) = arrays["shares"]
    order = sorted(range(HIDDEN), key=lambda unit: shares[unit] > 0)  # the lowering ones first

    def scaled(row: list[float]) -> list[float]:
        return [row[unit] * abs(shares[unit]) for unit in order]

    into_units = list(zip(*map(scaled, arrays["mixing"]), strict=True))
    return Evaluation(
        classes,
        fills=[own * (SLOTS + 1) + other for own, other in dice],
        traits=arrays["column_traits"],
        units=[
            _pack([sum(map(mul, traits, weights)) for weights in into_units])
            for traits in arrays["column_traits"]
        ],
        thresholds=[SIGNS + _pack(scaled(row)) for row in arrays["thresholds"]],
        split=LANE * sum(share <= 0 for share in shares),
        direct=arrays["direct"],
        biases=arrays["biases"][0],
    )


def _pack(numbers: list[float]) -> int:
    return sum(round(number * ONE) << (LANE * lane) for lane, number in enumerate(numbers))


class Search:
    """A search some rolls ahead that evaluates every position once."""

    def __init__(self, evaluation: Evaluation, rolls: int) -> None:
        self._evaluation = evaluation
        self._known: list[dict[SearchPosition, float]] = [{} for _ in range(rolls + 1)]

    def before_roll(self, position: SearchPosition, rolls: int) -> float:
        """The value of a position to the seat that rolls next, `rolls` rolls ahead."""
        known = self._known[rolls]
        value = known.get(position)
        if value is None:
            value = (
                self._search_moves(position, rolls) if rolls else self._evaluation.value(position)
            )
            known[position] = value
        return value

    def after_move(self, own: int, second: int, third: int, rolls: int) -> float:
        """The value of three columns to the seat that has just placed a die in one of them."""
        classes = self._evaluation.classes
        if classes.own[own] + classes.own[second] + classes.own[third] == SLOTS:
            margin = classes.margins[own] + classes.margins[second] + classes.margins[third]
            return (margin > 0) - (margin < 0)
        swapped = classes.swapped
        a, b, c = swapped[own], swapped[second], swapped[third]
        if a > b:
            a, b = b, a
        if b > c:
            b, c = c, b
            if a > b:
                a, b = b, a
        return -self.before_roll((a, b, c), rolls)

    def _search_moves(self, position: SearchPosition, rolls: int) -> float:
        """The mean over all rolls of the best move; equal columns are tried once."""
        a, b, c = position
        after_move = self.after_move
        total = 0.0
        for placed in self._evaluation.classes.placed:
            best = NO_MOVE
            if placed[a] >= 0:
                best = after_move(placed[a], b, c, rolls - 1)
            if b != a and placed[b] >= 0:
                best = max(best, after_move(placed[b], a, c, rolls - 1))
            if c != b and placed[c] >= 0:
                best = max(best, after_move(placed[c], a, b, rolls - 1))
            total += best
        return total / len(self._evaluation.classes.placed)


def look_ahead(scoring: str, position: list[int], rolls: int) -> float:
    """The value of a position before a roll, searched `rolls` rolls ahead."""
    a, b, c = sorted(position)
    return Search(shipped_evaluation(scoring), rolls).before_roll((a, b, c), rolls)


def weigh_columns(scoring: str, position: list[int], die: int, rolls: int) -> list[float]:
    """The value of placing a die in each column; `NO_MOVE` if it is full.

    `rolls` counts the roll of this die and those to come.
    """
    search = Search(shipped_evaluation(scoring), rolls)
    placed = column_classes(scoring).placed[die - 1]
    worths = []
    for column, number in enumerate(position):
        second, third = position[:column] + position[column + 1 :]
        full = placed[number] < 0
        worths.append(
            NO_MOVE if full else search.after_move(placed[number], second, third, rolls - 1)
        )
    return worths
