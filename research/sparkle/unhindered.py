"""A tighter upper bound on Sparkle scores, which ignores thresholds until some far turn.

Without thresholds, a seat's points do not matter: its gain until the far turn depends only on its
Extra Dice, and so does the growth of the mean of e^(rate * total). Beyond that turn the plain
ceiling applies, which hardly any seat is high enough to gain from.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import Sparkle
from dicehall.games.sparkle.solver.horizon import Totals, most_extra
from dicehall.games.sparkle.solver.kernels import FIRST_THROW, NO_CHOICES, FlatLayout, solve_turn
from dicehall.games.sparkle.solver.layout import HIGHEST_BANK, MOST_TO_END, STEP, THROWS, Values
from dicehall.games.sparkle.solver.rows import LANES
from research.sparkle.bounds import (
    MARGIN,
    RATES,
    Ceiling,
    asked_before,
    ceiling,
    free_turn,
    most_in_a_turn,
)

POINTS, FEW_POINTS = 80, 40
"""Steps that are solved: if a fizzle costs points, and if it does not."""
FURTHER_TURNS = 2
"""How many turns beyond the far turns the plain ceiling covers."""
PLAIN = np.array([True, False, False, False] * 2)
"""The lanes: for each of two far turns, the points gained and the growth of three means."""
LANE_RATES = np.array([0, 2, 4, 6] * 2)
"""The indices of their rates in `RATES`."""
NEAR_LANES = np.arange(LANES) < LANES // 2
"""The lanes of the nearer far turn."""


@dataclass(frozen=True, slots=True)
class Unhindered:
    """The most that a seat can hope for, by turn, Extra Dice and lane.

    From a sum on, the score exceeds that sum by at most the first lane of a far turn plus one of
    the others times e^(rate * (sum - threshold before the far turn)), on average.
    """

    references: NDArray[np.int64]
    """By lane, the threshold before its far turn."""
    starts: dict[int, Values]
    inside: dict[int, Values]
    """The same anywhere in a turn."""

    def at_start(self, turn: int, totals: Totals, extras: int) -> Values:
        """An upper bound on the mean score, by Extra Dice from 0 and total before a turn."""
        return self._score(self.starts[turn], totals, extras)

    def within(self, turn: int, sums: Totals, extras: int) -> Values:
        """The same within a turn, by the sum of total and points."""
        return self._score(self.inside[turn], sums, extras)

    def _score(self, hopes: Values, sums: Totals, extras: int) -> Values:
        growth = np.exp(RATES[LANE_RATES] * (sums[:, None] - self.references))
        scores = np.empty((extras, len(sums)))
        for extra in range(extras):
            hope = hopes[min(extra, len(hopes) - 1)]
            grown = (growth * hope)[:, ~PLAIN].reshape(len(sums), 2, -1).min(axis=2)
            scores[extra] = sums + (hope[PLAIN] + grown).min(axis=1)
        return scores


def unhindered(game: Sparkle, dice: FlatLayout, turns: int) -> Unhindered:
    """The bound for this many turns and the start of the next, for all possible Extra Dice."""
    near, far = far_turns(game, turns)
    extra = most_extra(far)
    plain = ceiling(game, dice, far + FURTHER_TURNS, extra, first=near)
    most = most_in_a_turn(dice, extra + 1)
    references = [asked_before(game, turn) for turn in np.where(NEAR_LANES, near, far)]
    bound = Unhindered(np.array(references), {}, {})
    following = _at_far_turn(plain, far)
    for turn in range(far - 1, 0, -1):
        ends = _ends(turn, following)
        bound.inside[turn] = _inside(dice, ends, most)
        following = _starts(dice, ends, bound.inside[turn])
        if turn == near:
            following = np.where(NEAR_LANES, _at_far_turn(plain, near), following)
        bound.starts[turn] = following
    return bound


def far_turns(game: Sparkle, turns: int) -> tuple[int, int]:
    """The first turns that require twice and four times the last threshold."""
    last, turn, found = game.threshold(turns), turns, []
    for times in (2, 4):
        while asked_before(game, turn) < times * last:
            turn += 1
        found.append(turn)
    return found[0], found[1]


def _at_far_turn(plain: Ceiling, turn: int) -> Values:
    """At the far turn, only what the ceiling allows can still be gained."""
    return np.where(PLAIN, 0.0, plain.hopes[turn][:, LANE_RATES])


def _ends(turn: int, following: Values) -> Values:
    """The worth of an end, by steps of points, Extra Dice (one extra level) and lane."""
    gift = int(turn % 3 == 0)  # Sparkle 11
    later = np.arange(most_extra(turn) + 2) + gift
    return _after(np.arange(POINTS + MOST_TO_END), following[np.minimum(later, len(following) - 1)])


def _after(steps: NDArray[np.int64], hopes: Values) -> Values:
    """The hopes this many steps of points later."""
    points = STEP * steps[:, None, None]
    later: Values = np.where(PLAIN, points + hopes, np.exp(RATES[LANE_RATES] * points) * hopes)
    return later


def _inside(dice: FlatLayout, ends: Values, most: Values) -> Values:
    """The hopes if a fizzle costs no points this turn; valid if the turn does not raise them."""
    levels = ends.shape[1] - 1
    beyond = np.arange(FEW_POINTS, FEW_POINTS + HIGHEST_BANK)
    few = ends[: FEW_POINTS + MOST_TO_END]
    hopes = 2 * (ends[0, :levels] + np.where(PLAIN, most[:levels, None], 0))
    raised = hopes + 1
    while (raised > hopes).any():
        hopes = np.maximum(hopes, MARGIN * raised)
        raised = free_turn(dice, few, _after(beyond, hopes)[:, :, None])[0].max(axis=1)
    closer: Values = free_turn(dice, few, _after(beyond, raised)[:, :, None])[0].max(axis=1)
    return closer


def _starts(dice: FlatLayout, ends: Values, inside: Values) -> Values:
    """The hopes at the start of the turn, where a fizzle costs the points up to a limit."""
    levels = ends.shape[1] - 1
    beyond = _after(np.arange(POINTS, POINTS + HIGHEST_BANK), inside)[:, :, None]
    everywhere = np.repeat(beyond, len(THROWS), axis=2)
    after = solve_turn(dice, ends[:, :levels].copy(), ends[:1], everywhere, NO_CHOICES)
    starts: Values = after[0, :, FIRST_THROW]
    return starts
