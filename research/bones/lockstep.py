"""Plays many games of Bones in lockstep, with players that choose for whole arrays."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dicehall.games.bones.rules import Bones
from dicehall.games.bones.solver.columns import ColumnArrays
from dicehall.games.bones.solver.tablebase import BonesTablebase
from research.bones.evaluation import Evaluation, PositionRows, weigh_moves

Columns = NDArray[np.int64]
Player = Callable[[PositionRows, PositionRows], Columns]
"""(positions, the class each column would become or -1) -> the chosen columns."""

Likings = NDArray[np.float64]
Liking = Callable[[PositionRows, PositionRows], Likings]
"""The same, returning a preference for each column."""

NOT_LEGAL = -1e6
"""The preference for a full column."""

AHEAD = 200_000
"""About how many positions a search may hold at once."""


def play_side_by_side(
    classes: ColumnArrays, players: tuple[Player, Player], games: int, random: np.random.Generator
) -> tuple[NDArray[np.int64], list[PositionRows]]:
    """Each game's result for seat 0 (-1, 0, 1), and all positions before a roll from the view of
    the seat that rolls."""
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


def margin_change(classes: ColumnArrays) -> Liking:
    """The points that each column gains at once, plus the opponent's loss."""

    def like(positions: PositionRows, placed: PositionRows) -> Likings:
        change = classes.margins[placed] - classes.margins[positions]
        return np.where(placed >= 0, change, NOT_LEGAL)

    return like


def own_change(classes: ColumnArrays) -> Liking:
    """The points that each column gains at once, ignoring the opponent's loss."""
    game = Bones(classes.scoring)
    scores = np.array([game.column_score(own) for own, _ in classes.classes.pairs])
    both_full = (classes.own == classes.height) & (classes.other == classes.height)

    def like(positions: PositionRows, placed: PositionRows) -> Likings:
        # Of two full columns only the margin is known, but then nothing was knocked out.
        change = np.where(
            both_full[placed],
            classes.margins[placed] - classes.margins[positions],
            scores[placed] - scores[positions],
        )
        return np.where(placed >= 0, change, NOT_LEGAL)

    return like


def searched(evaluation: Evaluation, rolls: int) -> Liking:
    """The value by the evaluation, some rolls ahead; in small batches, to save memory."""
    at_once = max(1, AHEAD // 18 ** (rolls - 1))

    def like(positions: PositionRows, placed: PositionRows) -> Likings:
        parts = [slice(start, start + at_once) for start in range(0, len(positions), at_once)]
        worths = [weigh_moves(evaluation, positions[p], placed[p], rolls) for p in parts]
        return np.where(placed >= 0, np.concatenate(worths), NOT_LEGAL)

    return like


def best_player(like: Liking) -> Player:
    """The preferred column; the lowest among equals."""
    return lambda positions, placed: like(positions, placed).argmax(axis=1)


def plausible_player(like: Liking, temperature: float, random: np.random.Generator) -> Player:
    """`choose_plausibly` for arrays: the maximum after adding Gumbel noise has these
    probabilities."""

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        noise = random.gumbel(scale=temperature, size=placed.shape)
        columns: Columns = (like(positions, placed) + noise).argmax(axis=1)
        return columns

    return choose


def exact_player(tablebase: BonesTablebase) -> Player:
    """The best move by the exact tablebase."""
    return lambda positions, placed: tablebase.after_moves(positions, placed).argmax(axis=1)


def averaging_player(tablebase: BonesTablebase) -> Player:
    """The best by the mean over the next roll, like the perfect level: slow, one by one."""

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        return np.array([_weigh(*row).argmax() for row in zip(positions, placed, strict=True)])

    def _weigh(position: PositionRows, placed: PositionRows) -> NDArray[np.float64]:
        worths = np.full(len(placed), -2.0)
        for column in np.flatnonzero(placed >= 0):
            after = position.copy()
            after[column] = placed[column]
            worths[column] = _after_move(tablebase, after)
        return worths

    return choose


def _after_move(tablebase: BonesTablebase, position: PositionRows) -> float:
    """The value of a position to the seat that has just moved, one roll ahead."""
    classes = tablebase.classes
    if (classes.own[position] == classes.height).all():
        return float(np.sign(classes.margins[position].sum()))
    return -tablebase.before_roll([int(number) for number in classes.swapped[position]])


def mixed_player(
    often: Player, seldom: Player, chance: float, random: np.random.Generator
) -> Player:
    """One player, replaced by another with some probability."""

    def choose(positions: PositionRows, placed: PositionRows) -> Columns:
        pick = random.random(len(positions)) < chance
        return np.where(pick, seldom(positions, placed), often(positions, placed))

    return choose
