"""Plays many two-seat games of FUNE, compiled: playing to win against playing for points.

    python -m research.fune.duel --games 200000

The seat that plays to win compares the values of `worths.win_margins_then_points`. Both tablebases
of FUNE are made if missing. The interval is a 95 % confidence interval.
"""

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.games.fune.cards import BOX_SETS
from dicehall.games.fune.keeps import EMPTY_KEEP, FIRST_ROLL
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES
from dicehall.games.fune.solver.dice import (
    GROWN,
    POINTS,
    SHRUNK,
    UPPER_BOXES,
    Floats,
    Integers,
)
from dicehall.games.fune.solver.kernels import BOX_COUNT
from dicehall.games.fune.solver.solution import fune_values
from dicehall.games.fune.tables import SLICE_UNIT
from dicehall.games.fune.worths import BLUR, LEADS, POINTS_WORTH
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, random_source
from research.fune.outlook import CARD_NUMBERS, SCALE, fune_outlooks
from research.fune.playing import NOT_PLAYED, STEPS_OF_A_TURN, note, play_rolls

LEAD_COUNT = len(LEADS)

POSSIBLE = (POINTS[:, :, None] == np.arange(POINTS.max() + 1)).any(axis=1)
"""Whether a box can be confirmed with a number of points."""

Keeps = tuple[Integers, Integers]


@dataclass(frozen=True, slots=True)
class Duels:
    """The final scores of many games, and the courses of the first ones.

    `scores[game, 0]` is that of the seat that played to win; it moved first in even games.
    `courses[game, turn]` is as in `measure.FuneGames`, with the seats' turns alternating.
    """

    scores: NDArray[np.int16]
    courses: NDArray[np.int16]


def play_duels(games: int, seed: int, *, courses: int = 0) -> Duels:
    """One seat plays to win, the other for the highest expected score."""
    shape = (min(courses, games), 2 * len(BOXES), STEPS_OF_A_TURN)
    duels = Duels(np.zeros((games, 2), np.int16), np.full(shape, NOT_PLAYED, np.int16))
    unit = SCALE * SLICE_UNIT
    shipped = (np.rint(fune_outlooks() / unit) * unit).astype(np.uint16)
    tablebases = fune_values(), shipped, CARD_NUMBERS
    source, keeps = random_source(seed), (GROWN, SHRUNK)
    _play_duels(duels.scores, duels.courses, source, POINTS, POSSIBLE, keeps, tablebases)
    return duels


def main() -> None:
    """Print how often playing to win wins."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    mine, theirs = play_duels(options.games, options.seed).scores.T
    results = np.sign(mine - theirs)
    wins, draws, losses = (np.count_nonzero(results == result) for result in (1, 0, -1))
    noise = 1.96 * results.std() / np.sqrt(len(results))
    print(
        f"{wins:,} wins, {draws:,} draws, {losses:,} losses:"
        f" {results.mean():+.2%} ± {noise:.2%} of the games"
    )


@kernel()
def _play_duels(
    scores: Any,
    courses: Any,
    source: RandomSource,
    points: Integers,
    possible: Any,
    keeps: Keeps,
    tablebases: Any,
) -> None:
    worths = np.empty(possible.shape)  # of each box with each number of points
    lattices = np.empty((3, len(keeps[1])))
    course = np.empty(STEPS_OF_A_TURN, np.int16)
    cards = np.empty((2, 3), np.int64)  # open boxes, upper sum, points
    for game in range(len(scores)):
        cards[:, 0] = BOX_SETS - 1
        cards[:, 1:] = 0
        for turn in range(2 * BOX_COUNT):
            player = (turn + game) & 1
            mine, theirs = cards[player], cards[1 - player]
            _judge_points(worths, mine, tablebases[0])
            if player == 0:
                worths *= POINTS_WORTH
                if turn >= 2 * (BOX_COUNT - 1):
                    _judge_last(worths, mine, theirs, points, possible, keeps)
                else:
                    _judge_margins(worths, mine, theirs, possible, tablebases)
            _solve_turn(lattices, worths, mine[0], points, keeps)
            roll = play_rolls(lattices, source, keeps, course)
            box = _best_box(worths, mine[0], points[:, roll])
            course[5] = box
            note(courses, game, turn, course)
            mine[0], mine[1], mine[2] = _confirm(mine, box, points[box, roll])
        for player in range(2):
            scores[game, player] = _final_score(cards[player])


@kernel()
def _confirm(card: Integers, box: int, points: int) -> tuple[int, int, int]:
    """The card's open boxes, upper sum and points after a confirmation."""
    upper = min(card[1] + points, BONUS_AT) if box < UPPER_BOXES else card[1]
    return card[0] ^ (1 << box), upper, card[2] + points


@kernel()
def _final_score(card: Any) -> int:
    return int(card[2]) + (BONUS if card[1] >= BONUS_AT else 0)


@kernel()
def _judge_points(worths: Floats, mine: Integers, values: Floats) -> None:
    """The expected final score after each confirmation."""
    for box in range(BOX_COUNT):
        if mine[0] >> box & 1:
            for points in range(worths.shape[1]):
                boxes, upper, total = _confirm(mine, box, points)
                worths[box, points] = values[boxes, upper] + total


@kernel()
def _judge_margins(
    worths: Floats, mine: Integers, theirs: Integers, possible: Any, tablebases: Any
) -> None:
    """Add the win minus loss chance, assuming that both seats then play for points."""
    _, outlooks, numbers = tablebases
    judged = _judged_leads(outlooks[numbers[theirs[0], theirs[1]]])
    for box in range(BOX_COUNT):
        if mine[0] >> box & 1:
            for points in range(worths.shape[1]):
                if not possible[box, points]:
                    continue
                boxes, upper, total = _confirm(mine, box, points)
                outlook = outlooks[numbers[boxes, upper]]
                margin = 0.0
                for slice_ in outlook:
                    lead = slice_ / SCALE + total - theirs[2] + BLUR
                    lead = min(max(lead, 0.0), LEAD_COUNT - 1.001)
                    below = int(lead)
                    margin += judged[below] + (lead - below) * (judged[below + 1] - judged[below])
                worths[box, points] += margin / len(outlook)


@kernel()
def _judged_leads(outlook: Any) -> Floats:
    """The win minus loss chance with each lead over a card with this outlook."""
    judged = np.zeros(LEAD_COUNT)
    for slice_ in outlook:
        for lead in range(LEAD_COUNT):
            margin = (lead - BLUR - slice_ / SCALE) / BLUR
            judged[lead] += min(max(margin, -1.0), 1.0) / len(outlook)
    return judged


@kernel()
def _judge_last(
    worths: Floats,
    mine: Integers,
    theirs: Integers,
    points: Integers,
    possible: Any,
    keeps: Keeps,
) -> None:
    """Add the win minus loss chance on the last turn, including the best answer."""
    for box in range(BOX_COUNT):
        if mine[0] >> box & 1:
            for number in range(worths.shape[1]):
                if possible[box, number]:
                    target = _final_score(_confirm(mine, box, number))
                    worths[box, number] -= _best_answer(theirs, target, points, keeps)


@kernel()
def _best_answer(card: Integers, target: int, points: Integers, keeps: Keeps) -> float:
    """The chance to beat a score minus the chance to miss it, with at most one turn to come."""
    if card[0] == 0:
        return float(np.sign(_final_score(card) - target))
    worths = np.empty((BOX_COUNT, points.max() + 1))
    for box in range(BOX_COUNT):
        if card[0] >> box & 1:
            for number in range(worths.shape[1]):
                final = _final_score(_confirm(card, box, number))
                worths[box, number] = np.sign(final - target)
    lattices = np.empty((3, len(keeps[1])))
    _solve_turn(lattices, worths, card[0], points, keeps)
    opening = lattices[2]
    _mean_of_more(opening, keeps[0])
    return float(opening[EMPTY_KEEP])


@kernel()
def _solve_turn(
    lattices: Floats, worths: Floats, boxes: int, points: Integers, keeps: Keeps
) -> None:
    """Fill the lattices of values by re-rolls left and keep."""
    for roll in range(points.shape[1]):
        best = -np.inf
        for box in range(BOX_COUNT):
            if boxes >> box & 1:
                best = max(best, worths[box, points[box, roll]])
        lattices[0, FIRST_ROLL + roll] = best
    grown, shrunk = keeps
    for rerolls in (1, 2):
        values = lattices[rerolls]
        values[FIRST_ROLL:] = lattices[rerolls - 1, FIRST_ROLL:]
        _mean_of_more(values, grown)
        for keep in range(1, len(values)):
            for die in range(shrunk.shape[1]):
                values[keep] = max(values[keep], values[shrunk[keep, die]])


@kernel()
def _mean_of_more(values: Floats, grown: Integers) -> None:
    for keep in range(FIRST_ROLL - 1, -1, -1):
        total = 0.0
        for face in range(grown.shape[1]):
            total += values[grown[keep, face]]
        values[keep] = total / grown.shape[1]


@kernel()
def _best_box(worths: Floats, boxes: int, points: Integers) -> int:
    best, best_worth = 0, -np.inf
    for box in range(BOX_COUNT):
        if boxes >> box & 1 and worths[box, points[box]] > best_worth:
            best, best_worth = box, worths[box, points[box]]
    return best


if __name__ == "__main__":
    main()
