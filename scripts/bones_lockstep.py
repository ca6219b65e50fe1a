"""Games of Bones played side by side in arrays, between players that see whole arrays."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.rules import Bones
from dicehall.games.bones.search import Evaluation, PositionRows, weigh_moves
from dicehall.games.bones.solver.columns import ColumnClasses, position_numbers
from dicehall.games.bones.solver.tablebase import BonesTablebase

Columns = NDArray[np.int64]
Player = Callable[[PositionRows, PositionRows], Columns]
"""(positions, the class each column would become or -1) -> the chosen columns."""

AHEAD = 200_000
"""About how many positions a search may hold at once."""


def play_side_by_side(
    classes: ColumnClasses, players: tuple[Player, Player], games: int, random: np.random.Generator
) -> tuple[NDArray[np.int64], list[PositionRows]]:
    """Each game's result to seat 0 (-1, 0, 1), and all positions before a roll as its seat sees."""
    results = np.zeros(games, np.int64)
    running = np.arange(games)
    positions = np.tile(np.array(classes.start, np.int16), (games, 1))
    seen, seat = [], 0
    while len(running):
        seen.append(positions)
        dice = random.integers(0, classes.faces, len(running))
        placed = classes.placed[dice[:, None], positions]
        columns = players[seat](positions, placed)
        rows = np.arange(len(running))
        assert (placed[rows, columns] >= 0).all()
        positions = positions.copy()
        positions[rows, columns] = placed[rows, columns]
        over = (classes.own[positions] == classes.height).all(axis=1)
        margins = classes.margins[positions].sum(axis=1)
        results[running[over]] = np.sign(margins[over]) * (1 - 2 * seat)
        running, positions = running[~over], classes.swapped[positions[~over]]
        seat = 1 - seat
    return results, seen


def random_player(random: np.random.Generator) -> Player:
    """Any column with room."""
    return lambda _, placed: np.where(placed >= 0, random.random(placed.shape), -1).argmax(axis=1)


def greedy_player(classes: ColumnClasses) -> Player:
    """The largest change of the margin at once; the lowest column among equals."""

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        change = classes.margins[placed] - classes.margins[positions]
        return np.where(placed >= 0, change, -(10**6)).argmax(axis=1)

    return choose


def blundering_player(classes: ColumnClasses) -> Player:
    """The smallest change of the margin at once; the lowest column among equals."""

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        change = classes.margins[placed] - classes.margins[positions]
        return np.where(placed >= 0, change, 10**6).argmin(axis=1)

    return choose


def collecting_player(classes: ColumnClasses) -> Player:
    """The largest change of its own score; the lowest column among equals."""
    game = Bones(classes.scoring)
    scores = np.array([game.column_score(own) for own, _ in classes.pairs])

    both_full = (classes.own == classes.height) & (classes.other == classes.height)

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        # Of two full columns only the margin is known; but then nothing was knocked out.
        change = np.where(
            both_full[placed],
            classes.margins[placed] - classes.margins[positions],
            scores[placed] - scores[positions],
        )
        return np.where(placed >= 0, change, -(10**6)).argmax(axis=1)

    return choose


def searching_player(evaluation: Evaluation, rolls: int) -> Player:
    """The best by the evaluation, some rolls ahead; few positions at a time, to save memory."""
    at_once = max(1, AHEAD // 18 ** (rolls - 1))

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        parts = [slice(start, start + at_once) for start in range(0, len(positions), at_once)]
        worths = [weigh_moves(evaluation, positions[p], placed[p], rolls) for p in parts]
        return np.concatenate(worths).argmax(axis=1)

    return choose


def exact_player(tablebase: BonesTablebase) -> Player:
    """The best by the exact tablebase."""
    return lambda positions, placed: exact_worths(tablebase, positions, placed).argmax(axis=1)


def mixed_player(
    often: Player, seldom: Player, chance: float, random: np.random.Generator
) -> Player:
    """One player, and with some chance another."""

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        pick = random.random(len(positions)) < chance
        return np.where(pick, seldom(positions, placed), often(positions, placed))

    return choose


def exact_worths(
    tablebase: BonesTablebase, positions: PositionRows, placed: PositionRows
) -> NDArray[np.int32]:
    """What each column is worth to the seat that moves, as stored; far below all if it is full."""
    worths = np.full(placed.shape, -(10**6), np.int32)
    for column in range(placed.shape[1]):
        rows = np.flatnonzero(placed[:, column] >= 0)
        after = positions[rows]
        after[:, column] = placed[rows, column]
        worths[rows, column] = tablebase.worths[position_numbers(after)]
    return worths
