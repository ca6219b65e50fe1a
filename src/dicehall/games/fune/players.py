"""FUNE's computer players, and the value of each move."""

from collections import Counter
from functools import cache
from random import Random

from dicehall.game.turns import D6
from dicehall.games.fune.keeps import POINTS
from dicehall.games.fune.rules import BONUS, BONUS_AT, BOXES, SCORES, UPPER, Fune, FuneState
from dicehall.games.fune.worths import (
    Scored,
    expected_scores,
    is_exact,
    margins_after,
    move_values,
    scores_after,
    swing_of_roll,
    value_before_roll,
    win_margins,
    win_margins_then_points,
)
from dicehall.players.chooser import choose_plausibly
from dicehall.players.fortune import Swing
from dicehall.players.worth import Worth

PAR = {
    "ones": 2.1,
    "twos": 5.3,
    "threes": 8.6,
    "fours": 12.2,
    "fives": 15.7,
    "sixes": 19.2,
    "three-dice": 21.7,
    "four-dice": 13.1,
    "fune": 16.9,
    "full-house": 31.6,
    "short-straight": 29.5,
    "long-straight": 32.7,
    "choice": 22.0,
}
"""The mean points of each box under good play: what confirming it gives up."""

SHORTEST_RUN = 3
"""The fewest faces in a row with which a player thinks of a straight."""


EASY_TEMPERATURE = 2.3
NORMAL_TEMPERATURE = 1.7
HARD_TEMPERATURE = 0.5
"""A plan that is worse by this many points is chosen about a third as often."""


def choose_easy(game: Fune, state: FuneState, random: Random) -> str:
    """Goes for the most points of this turn, whichever box they fill, with many mistakes."""
    return choose_plausibly(_plans(state, _CARELESS), EASY_TEMPERATURE, random)


def choose_normal(game: Fune, state: FuneState, random: Random) -> str:
    """Gives half the proper weight to what else a box is good for, and to the bonus."""
    return choose_plausibly(_plans(state, _CASUAL), NORMAL_TEMPERATURE, random)


def choose_hard(game: Fune, state: FuneState, random: Random) -> str:
    """A good plan for this turn that weighs each box against its par and for the bonus."""
    return choose_plausibly(_plans(state, _THRIFTY), HARD_TEMPERATURE, random)


def choose_perfect(game: Fune, state: FuneState, random: Random) -> str:
    """The highest expected score alone; the best chance to win against an opponent."""
    worths = expected_scores(state) if game.seats == 1 else win_margins_then_points(state)
    return max(worths, key=worths.__getitem__)


def worth(game: Fune, state: FuneState) -> Worth:
    """The value of each legal move."""
    if game.seats == 1:
        return Worth(expected_scores(state), "points", exact=True)
    return Worth(win_margins(state), "win-minus-loss", exact=is_exact(state))


def swing(game: Fune, before: FuneState, after: FuneState, move: str) -> Swing:
    """The luck of a roll in points of the own card, exactly, and what the move gave away of them:
    with two seats, too, as if everybody played for points."""
    value, mean, variance = swing_of_roll(before, after)
    cost = value - expected_scores(after)[move] if move else 0.0
    return Swing(value, mean, variance, max(0.0, cost))


def worth_of_start(game: Fune) -> float:
    """The expected score of a new game alone; the advantage of moving first for two."""
    start = game.start()
    return value_before_roll(
        start, scores_after(start) if game.seats == 1 else margins_after(start)
    )


def _gains(thrift: float) -> Scored:
    """The gain of confirming each box with each roll: its points for a player who ignores later
    turns (`thrift` 0), its points over par for one who does not (1)."""

    def gain(box: int, points: int) -> float:
        # Three of each face make 63: points above or below bring the bonus nearer or push it away.
        nearer = (points - 3 * (box + 1)) * BONUS / BONUS_AT if box < len(UPPER) else 0.0
        return points + thrift * (nearer - PAR[BOXES[box]])

    return {box: [gain(box, points) for points in POINTS[box]] for box in range(len(BOXES))}


_CARELESS, _CASUAL, _THRIFTY = map(_gains, (0.0, 0.5, 1.0))


def _plans(state: FuneState, gains: Scored) -> dict[str, float]:
    """The moves that a person would consider, and their values in this turn."""
    thought_of = natural_keeps(state.dice)
    values = move_values(state, gains)
    return {move: values[move] for move in values if move in SCORES or move in thought_of}


@cache
def natural_keeps(dice: tuple[int, ...]) -> frozenset[str]:
    """The keeps that a person would consider: nothing, all dice of a face, two pairs or a run.

    >>> sorted(natural_keeps((2, 3, 3, 4, 6)))
    ['keep', 'keep 1', 'keep 1 2 4', 'keep 2 3', 'keep 4', 'keep 5']
    """
    counts = Counter(dice)
    pairs = [face for face, count in counts.items() if count > 1]
    wanted = [Counter[int](), *(Counter({face: counts[face]}) for face in counts)]
    wanted += [Counter({face: counts[face] for face in pairs})] if len(pairs) == 2 else []
    wanted += [Counter(run) for run in _runs(dice) if len(run) >= SHORTEST_RUN]
    return frozenset(_keeping(dice, faces) for faces in wanted)


def _runs(dice: tuple[int, ...]) -> list[list[int]]:
    """The runs of consecutive faces."""
    runs: list[list[int]] = [[]]
    for face in D6.faces:
        if face in dice:
            runs[-1].append(face)
        else:
            runs.append([])
    return runs


def _keeping(dice: tuple[int, ...], faces: Counter[int]) -> str:
    """The move that keeps the first dice of each face, as many as `faces` says."""
    left = faces.copy()
    kept = []
    for position, face in enumerate(dice, start=1):
        if left[face]:
            left[face] -= 1
            kept.append(position)
    return " ".join(["keep", *map(str, kept)])
