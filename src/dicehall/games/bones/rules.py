"""Knuckles and Knucklebones: two grids of three columns that knock out each other's dice.

One set of rules with two scorings. Rule numbers are those of docs/rules/bones.md.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from dicehall.game.entry import check_value
from dicehall.game.messages import Message, translatable
from dicehall.game.protocol import check_move, check_roll
from dicehall.game.turns import D6, Chance, Decide, Die, Over, Roll, Turn

COLUMNS = 3
HEIGHT = 3
FACES = len(D6.faces)
SCORINGS = ("knuckles", "knucklebones")
MOVES = tuple(f"column {number}" for number in range(1, COLUMNS + 1))

Column = tuple[int, ...]
"""Dice from the lowest slot upward."""
Grid = tuple[Column, ...]


class BonesState(NamedTuple):
    """Both grids, the seat to move, and the die in its hand (None before the roll).

    A named tuple, as it is created twice as fast as a dataclass and every step creates one.
    """

    grids: tuple[Grid, Grid]
    seat: int
    die: int | None


@dataclass(frozen=True, slots=True)
class Bones:
    """Knuckles or Knucklebones, depending on `scoring`. Lower columns and dice with fewer faces
    give a game small enough to study.

    >>> game = Bones("knucklebones")
    >>> state = game.roll(game.start(), (5,))
    >>> game.turn(state)
    Decide(seat=0, moves=('column 1', 'column 2', 'column 3'))
    >>> game.play(state, "column 2").grids
    (((), (5,), ()), ((), (), ()))
    """

    scoring: str
    height: int = HEIGHT
    faces: int = FACES

    def __post_init__(self) -> None:
        check_value("scoring", self.scoring, SCORINGS)
        check_value("height", self.height, range(1, HEIGHT + 1))
        check_value("faces", self.faces, range(2, FACES + 1))

    @property
    def name(self) -> str:
        return self.scoring

    @property
    def seats(self) -> int:
        return 2

    @property
    def options(self) -> dict[str, str]:
        return {}

    @property
    def is_whole(self) -> bool:
        """Whether grids and dice have full size, which tablebases, evaluation and vector engine
        need."""
        return (self.height, self.faces) == (HEIGHT, FACES)

    def start(self) -> BonesState:
        empty: Grid = ((),) * COLUMNS
        return BonesState(grids=(empty, empty), seat=0, die=None)  # Bones 1

    def turn(self, state: BonesState) -> Turn:
        if state.die is not None:
            left, middle, right = state.grids[state.seat]
            return _decision(self.height, state.seat, len(left), len(middle), len(right))
        first, second = state.grids
        slots = COLUMNS * self.height
        if dice_in(first) == slots or dice_in(second) == slots:  # Bones 4
            return Over.at(self.scores(state))
        return _chance(self.faces)

    def play(self, state: BonesState, move: str) -> BonesState:
        check_move(self, state, move)
        grids, seat, die = state
        assert die is not None
        column = MOVES.index(move)
        own, other = grids[seat], grids[1 - seat]
        placed, facing = place(own[column], other[column], die)
        own = _with_column(own, column, placed)
        if facing is not other[column]:
            other = _with_column(other, column, facing)
        return BonesState((own, other) if seat == 0 else (other, own), 1 - seat, None)

    def roll(self, state: BonesState, roll: Roll) -> BonesState:
        check_roll(self, state, roll)
        return BonesState(state.grids, state.seat, roll[0])

    def scores(self, state: BonesState) -> tuple[int, ...]:
        return tuple([_grid_score(self.scoring, grid) for grid in state.grids])

    def column_score(self, column: Column) -> int:
        """The points of a column.

        >>> Bones("knucklebones").column_score((6, 6, 5))
        29
        >>> Bones("knuckles").column_score((5, 5, 3))
        28
        """
        return _column_score(self.scoring, column)

    def worth(self, value: int, count: int) -> int:
        """The points of `count` equal dice of a value in one column (Bones 5)."""
        return _worth(self.scoring, value, count)

    def why_not(self, state: BonesState, move: str) -> Message:
        if move in MOVES:
            return translatable("column %(number)d is full", number=MOVES.index(move) + 1)
        return translatable(
            "%(move)r is not a move: choose a column from 1 to %(most)d",
            move=move[:40],
            most=COLUMNS,
        )


def place(own: Column, other: Column, die: int) -> tuple[Column, Column]:
    """Two facing columns after placing a die in the first (Bones 2 and 3).

    >>> place((6,), (5, 2, 5), 5)
    ((6, 5), (2,))
    """
    if die in other:
        other = tuple([stays for stays in other if stays != die])
    return (*own, die), other


def dice_in(grid: Grid) -> int:
    """The number of dice in a grid."""
    left, middle, right = grid
    return len(left) + len(middle) + len(right)


@cache
def _chance(faces: int) -> Chance:
    return Chance((D6 if faces == FACES else Die(f"d{faces}", D6.faces[:faces]),))


@cache
def _decision(limit: int, seat: int, *heights: int) -> Decide:
    """A choice between the columns that are not full."""
    free = (move for move, height in zip(MOVES, heights, strict=True) if height < limit)
    return Decide(seat, tuple(free))


@cache  # there are only 259 columns, and scores are shown after every move
def _column_score(scoring: str, column: Column) -> int:
    return sum(_worth(scoring, value, count) for value, count in Counter(column).items())


def _grid_score(scoring: str, grid: Grid) -> int:
    return sum([_column_score(scoring, column) for column in grid])


def _worth(scoring: str, value: int, count: int) -> int:
    if scoring == "knucklebones":
        return value * count * count
    return count if value == 1 else int(value**count)


def _with_column(grid: Grid, column: int, dice: Column) -> Grid:
    return (*grid[:column], dice, *grid[column + 1 :])
