"""Many games of Bones at once over flat arrays: to measure players, and to learn from.

Two grids are int8[seat, column, slot], slots from the middle of the table outward, 0 where empty.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.columns import FACES, all_pairs
from dicehall.games.bones.rules import COLUMNS, HEIGHT, Bones
from dicehall.games.bones.solver.columns import ColumnArrays, Numbers
from dicehall.games.bones.solver.kernels import Number, Worths, place_number
from dicehall.games.bones.solver.tablebase import BonesTablebase
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw, random_source

Grids = NDArray[np.int8]

PLAYERS = ("random", "greedy", "perfect")
RANDOM, GREEDY, PERFECT = range(len(PLAYERS))
FULL = COLUMNS * HEIGHT
CODES = (FACES + 1) ** HEIGHT


@dataclass(frozen=True, slots=True)
class Results:
    """How many games each seat won, and how many moves were made in all."""

    wins: tuple[int, int]
    draws: int
    moves: int


def play_games(
    scoring: str,
    players: Sequence[str],
    games: int,
    *,
    seed: int = 0,
    tablebase: BonesTablebase | None = None,
) -> Results:
    """Play games between two of PLAYERS on one core; "perfect" needs the tablebase."""
    chosen = np.array([PLAYERS.index(player) for player in players])
    if tablebase is None:
        assert PERFECT not in chosen
        classes, worths = np.zeros((CODES, CODES), np.int16), np.zeros(1, np.int16)
    else:
        classes, worths = class_codes(tablebase.classes), np.asarray(tablebase.worths)
    counts = _play(chosen, games, random_source(seed), set_worths(scoring), classes, worths)
    second, draws, first, moves = map(int, counts)
    return Results((first, second), draws, moves)


def set_worths(scoring: str) -> Numbers:
    """worths[value, count]: what equal dice score together in a column."""
    game = Bones(scoring)
    return np.array(
        [
            [game.worth(value, count) if value and count else 0 for count in range(HEIGHT + 1)]
            for value in range(FACES + 1)
        ]
    )


@kernel()
def place(grids: Grids, seat: Number, column: Number, die: Number) -> None:
    """Put a die in a column that has room, and knock out its equals in the facing one."""
    own, other = grids[seat, column], grids[1 - seat, column]
    slot = 0
    while own[slot]:
        slot += 1
    own[slot] = die
    kept = 0
    for slot in range(HEIGHT):
        value = other[slot]
        other[slot] = 0
        if value != die:
            other[kept] = value
            kept += value > 0


@kernel()
def score(dice: Grids, worths: Numbers) -> Number:
    """What a column is worth."""
    total: Number = 0
    for slot in range(HEIGHT):
        count, first = 1, True
        for beside in range(HEIGHT):
            if beside != slot and dice[beside] == dice[slot]:
                count += 1
                first = first and slot < beside
        if first:
            total += worths[dice[slot], count]
    return total


@kernel()
def margin(grids: Grids, seat: Number, worths: Numbers) -> Number:
    """A seat's score minus the other's."""
    total: Number = 0
    for column in range(COLUMNS):
        total += score(grids[seat, column], worths) - score(grids[1 - seat, column], worths)
    return total


@kernel()
def choose_greedily(grids: Grids, seat: Number, die: Number, worths: Numbers) -> Number:
    """The column that changes the margin most at once; the lowest among equals."""
    best: Number = -(10**6)
    chosen = 0
    facing = np.empty((2, 1, HEIGHT), np.int8)
    for column in range(COLUMNS):
        if grids[seat, column, HEIGHT - 1]:
            continue
        facing[0, 0], facing[1, 0] = grids[seat, column], grids[1 - seat, column]
        before = score(facing[0, 0], worths) - score(facing[1, 0], worths)
        place(facing, 0, 0, die)
        change = score(facing[0, 0], worths) - score(facing[1, 0], worths) - before
        if change > best:
            best, chosen = change, column
    return chosen


@kernel()
def choose_perfectly(
    grids: Grids, seat: Number, die: Number, classes: NDArray[np.int16], worths: Worths
) -> Number:
    """The column whose position is worth most in the tablebase; the lowest among equals."""
    best, chosen = -(10**6), 0
    for column in range(COLUMNS):
        if grids[seat, column, HEIGHT - 1]:
            continue
        after = grids.copy()
        place(after, seat, column, die)
        worth = worths[_position(after, seat, classes)]
        if worth > best:
            best, chosen = worth, column
    return chosen


def class_codes(columns: ColumnArrays) -> NDArray[np.int16]:
    """codes[own, other]: the class of two columns that are spelled as numbers."""
    codes = np.full((CODES, CODES), -1, np.int16)
    for own, other in all_pairs(HEIGHT, FACES):
        codes[_code(np.array(own, np.int8)), _code(np.array(other, np.int8))] = (
            columns.classes.numbers[own, other]
        )
    return codes


@kernel()
def _code(dice: Grids) -> Number:
    """Sorted dice as the digits of a number; empty slots count for nothing."""
    ordered = np.sort(dice)
    code: Number = 0
    for slot in range(len(ordered)):
        code = code * (FACES + 1) + ordered[slot]
    return code


@kernel()
def _position(grids: Grids, seat: Number, classes: NDArray[np.int16]) -> Number:
    position = np.empty(COLUMNS, np.int64)
    for column in range(COLUMNS):
        own, other = _code(grids[seat, column]), _code(grids[1 - seat, column])
        position[column] = classes[own, other]
    low, middle, high = np.sort(position)
    return place_number(low, middle, high)


@kernel()
def _play(
    players: Numbers,
    games: int,
    source: RandomSource,
    set_worths: Numbers,
    classes: NDArray[np.int16],
    tablebase: Worths,
) -> Numbers:
    """Games lost, drawn and won by seat 0, and all moves."""
    counts = np.zeros(4, np.int64)
    for _ in range(games):
        grids = np.zeros((2, COLUMNS, HEIGHT), np.int8)
        seat = 1
        while np.count_nonzero(grids[seat]) < FULL:
            seat = 1 - seat
            die = 1 + draw(source, FACES)
            if players[seat] == GREEDY:
                column = choose_greedily(grids, seat, die, set_worths)
            elif players[seat] == PERFECT:
                column = choose_perfectly(grids, seat, die, classes, tablebase)
            else:
                column = draw(source, COLUMNS)
                while grids[seat, column, HEIGHT - 1]:
                    column = draw(source, COLUMNS)
            place(grids, seat, column, die)
            counts[3] += 1
        counts[1 + np.sign(margin(grids, 0, set_worths))] += 1
    return counts
