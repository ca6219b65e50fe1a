"""Many games of FUNE at once, compiled: at random, or with best play for one seat.

Only what measures imports this module.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.cards import BOX_SETS, UPPER_SUMS
from dicehall.games.fune.keeps import EMPTY_KEEP
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES
from dicehall.games.fune.solver.cards import SUMS
from dicehall.games.fune.solver.choices import best_box, play_rolls, solve_turn
from dicehall.games.fune.solver.dice import (
    GROWN,
    ONE_LESS,
    ONE_MORE,
    POINTS,
    SHRUNK,
    SUB_KEEPS,
    UPPER_BOXES,
    Floats,
    Integers,
)
from dicehall.games.fune.solver.kernels import (
    BOX_COUNT,
    LANES,
    look_ahead,
)
from dicehall.games.fune.solver.solution import fune_values
from dicehall.games.fune.solver.throws import (
    NOT_PLAYED,
    STEPS_OF_A_TURN,
    note,
    throw,
)
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw, random_source

KEEP_MOVES = 31

SmallIntegers = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class FuneGames:
    """The final scores of many games, and the courses of the first of them.

    `courses[game, turn]` is a roll, a keep, a roll, a keep, a roll, and the box confirmed: indices
    into `ROLLS`, `KEEPS` and `BOXES`, or -1 for re-rolls that were not played.
    """

    scores: SmallIntegers
    courses: SmallIntegers


def play_at_random(games: int, seed: int, *, courses: int = 0) -> FuneGames:
    """Games in which each move is any legal one, each as likely as the others."""
    batch = _new_games(games, courses)
    source = random_source(seed)
    _play_at_random(batch.scores, batch.courses, source, POINTS, GROWN, SUB_KEEPS)
    return batch


def play_optimally(games: int, seed: int, *, courses: int = 0) -> FuneGames:
    """Games with the highest expected score.

    A card's set of open boxes only shrinks, so all games walk through the cards together and each
    card is solved once for all of them: the more games, the less each one takes.
    """
    batch = _new_games(games, courses)
    _play_optimally(
        batch.scores,
        batch.courses,
        random_source(seed),
        fune_values(),
        SUMS,
        POINTS,
        (ONE_MORE, ONE_LESS),
        (GROWN, SHRUNK),
    )
    return batch


def _new_games(games: int, courses: int) -> FuneGames:
    shape = (min(courses, games), len(BOXES), STEPS_OF_A_TURN)
    return FuneGames(np.zeros(games, np.int16), np.full(shape, NOT_PLAYED, np.int16))


@kernel()
def _play_at_random(
    scores: SmallIntegers,
    courses: SmallIntegers,
    source: RandomSource,
    points: Integers,
    grown: Integers,
    sub_keeps: Integers,
) -> None:
    course = np.empty(STEPS_OF_A_TURN, np.int16)
    for game in range(len(scores)):
        boxes, upper = BOX_SETS - 1, 0
        for turn in range(BOX_COUNT):
            course[:] = NOT_PLAYED
            roll = throw(EMPTY_KEEP, source, grown)
            course[0] = roll
            choice = draw(source, KEEP_MOVES + BOX_COUNT - turn)
            for step in (1, 3):
                if choice < KEEP_MOVES:
                    course[step] = sub_keeps[roll, choice]
                    roll = throw(sub_keeps[roll, choice], source, grown)
                    course[step + 1] = roll
                    moves = KEEP_MOVES if step == 1 else 0
                    choice = draw(source, moves + BOX_COUNT - turn) + KEEP_MOVES - moves
            box = _nth_open(boxes, choice - KEEP_MOVES)
            course[5] = box
            note(courses, game, turn, course)
            boxes ^= 1 << box
            scores[game] += points[box, roll]
            upper += points[box, roll] if box < UPPER_BOXES else 0
        scores[game] += BONUS if upper >= BONUS_AT else 0


@kernel()
def _nth_open(boxes: int, count: int) -> int:
    """The open box that has `count` open ones before it."""
    box = 0
    while count > 0 or not boxes >> box & 1:
        count -= boxes >> box & 1
        box += 1
    return box


@kernel()
def _play_optimally(
    scores: SmallIntegers,
    courses: SmallIntegers,
    source: RandomSource,
    values: Floats,
    sums: Integers,
    points: Integers,
    steps: tuple[Integers, Integers],
    keeps: tuple[Integers, Integers],
) -> None:
    course = np.empty(STEPS_OF_A_TURN, np.int16)
    lattices = np.empty((3, len(keeps[1]), LANES))  # by re-rolls left
    first_game = np.full((BOX_SETS, UPPER_SUMS), -1, np.int32)  # for each card, a chain of games
    next_game = np.arange(-1, len(scores) - 1).astype(np.int32)
    first_game[-1, 0] = len(scores) - 1
    for boxes in range(BOX_SETS - 1, 0, -1):
        if first_game[boxes].max() < 0:
            continue
        turn = _turn_number(boxes)
        after = look_ahead(values, boxes)
        lowest, highest = sums[boxes]
        for start in range(lowest, highest + 1, LANES):
            solve_turn(lattices, after[:, start:], boxes, points, steps)
            for upper in range(start, min(start + LANES, highest + 1)):
                game = first_game[boxes, upper]
                if game < 0:
                    continue
                lane = lattices[:, :, upper - start].copy()  # small enough to stay at hand
                while game >= 0:
                    following = next_game[game]
                    roll = play_rolls(lane, source, keeps, course)
                    box = best_box(after, boxes, upper, points[:, roll])
                    course[-1] = box
                    note(courses, game, turn, course)
                    scores[game] += points[box, roll]
                    fewer = boxes ^ (1 << box)
                    reached = upper + points[box, roll] if box < UPPER_BOXES else upper
                    reached = min(max(reached, sums[fewer, 0]), BONUS_AT)
                    next_game[game] = first_game[fewer, reached]
                    first_game[fewer, reached] = game
                    game = following
    game = first_game[0, BONUS_AT]
    while game >= 0:
        scores[game] += BONUS
        game = next_game[game]


@kernel()
def _turn_number(boxes: int) -> int:
    """How many boxes are confirmed."""
    turn = BOX_COUNT
    while boxes:
        turn -= boxes & 1
        boxes >>= 1
    return turn
