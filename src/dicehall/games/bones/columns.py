"""Facing columns of Bones as numbered classes, and positions as sorted triples of classes.

Two facing columns share no value (Bones 6), the order of dice in a column does not matter, and of
two full columns only the score difference does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from dicehall.games.bones.rules import COLUMNS, FACES, HEIGHT, Bones, Column, Grid, place

Pair = tuple[Column, Column]
"""A seat's own column and the opponent's facing column, both sorted."""


@dataclass(frozen=True, eq=False)
class ColumnClasses:
    """The classes of facing columns, ordered by total dice, then by own dice."""

    scoring: str
    height: int
    faces: int
    numbers: dict[Pair, int]
    """The class of every pair."""
    pairs: tuple[Pair, ...]
    """One pair of every class."""
    own: list[int]
    """The number of dice in the own column."""
    other: list[int]
    margins: list[int]
    """The own score minus the opponent's."""
    swapped: list[int]
    """The class from the opponent's point of view."""
    placed: list[list[int]]
    """placed[face - 1][class]: the class after placing that die; -1 if the column is full."""

    @property
    def count(self) -> int:
        return len(self.pairs)

    @property
    def start(self) -> list[int]:
        """The position of two empty grids."""
        return [self.numbers[(), ()]] * COLUMNS

    def number(self, own: Column, other: Column) -> int:
        """The class of two facing columns, whatever the order of their dice."""
        return self.numbers[tuple(sorted(own)), tuple(sorted(other))]

    def position(self, own: Grid, other: Grid) -> list[int]:
        """The classes of two facing grids, column by column."""
        return [self.number(*pair) for pair in zip(own, other, strict=True)]


@cache
def column_classes(scoring: str, height: int = HEIGHT, faces: int = FACES) -> ColumnClasses:
    """The classes under a scoring, for columns of `height` dice with `faces` faces.

    >>> column_classes("knucklebones").count, column_classes("knuckles").count
    (2154, 2246)
    """
    game = Bones(scoring)
    keys = {pair: _class_key(game, pair, height) for pair in all_pairs(height, faces)}
    ordered = sorted(set(keys.values()))
    rank = {key: number for number, key in enumerate(ordered)}
    numbers = {pair: rank[key] for pair, key in keys.items()}
    by_number = {number: pair for pair, number in numbers.items()}
    pairs = tuple(by_number[number] for number in range(len(ordered)))
    placed = [
        [numbers[_placed(pair, face)] if len(pair[0]) < height else -1 for pair in pairs]
        for face in range(1, faces + 1)
    ]
    return ColumnClasses(
        scoring,
        height,
        faces,
        numbers,
        pairs,
        own=[len(own) for own, _ in pairs],
        other=[len(other) for _, other in pairs],
        margins=[_margin(game, pair) for pair in pairs],
        swapped=[numbers[other, own] for own, other in pairs],
        placed=placed,
    )


def all_pairs(height: int, faces: int) -> Iterator[Pair]:
    """All pairs of facing columns, which share no value.

    >>> sum(1 for _ in all_pairs(3, 6))
    3067
    """
    columns = [
        column
        for dice in range(height + 1)
        for column in combinations_with_replacement(range(1, faces + 1), dice)
    ]
    for own in columns:
        for other in columns:
            if not set(own) & set(other):
                yield own, other


def number_in_order(low: Any, middle: Any, high: Any) -> Any:
    """The number of the position of three classes, given in ascending order, or of arrays of them.

    Also compiled, as `kernels.place_number`.
    """
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


def position_count(classes: int) -> int:
    """The number of positions of three interchangeable columns."""
    return int(number_in_order(0, 0, classes))


def position_number(position: Sequence[int]) -> int:
    """The number of a position; the order of its columns does not matter.

    >>> [position_number(position) for position in ([0, 0, 0], [1, 0, 0], [0, 1, 1], [1, 1, 1])]
    [0, 1, 2, 3]
    """
    return int(number_in_order(*sorted(position)))


def _placed(pair: Pair, face: int) -> Pair:
    """The pair after placing a die in the own column."""
    own, other = place(*pair, face)
    return tuple(sorted(own)), other


def _class_key(game: Bones, pair: Pair, height: int) -> tuple[int, int, Pair, int]:
    own, other = pair
    if len(own) == len(other) == height:
        return 2 * height, height, ((), ()), _margin(game, pair)
    return len(own) + len(other), len(own), pair, 0


def _margin(game: Bones, pair: Pair) -> int:
    own, other = pair
    return game.column_score(own) - game.column_score(other)
