"""What each legal move of a Sparkle decision is worth, from the tablebase and without kernels.

The tablebase knows what five dice are worth, and five dice come back after at most 115 points. So
the throws of fewer dice are settled here, for all points in that window at once.
"""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.game.turns import Decide
from dicehall.games.sparkle.rules import SparkleState, selections
from dicehall.games.sparkle.solver.layout import (
    FIVE,
    MOST_TO_END,
    STEP,
    After,
    DiceThrow,
    Hand,
    Values,
    free_of,
    hand_of,
    layout,
)
from dicehall.games.sparkle.solver.parts import UNAFFORDABLE, part_of_five, part_of_size
from dicehall.games.sparkle.solver.solution import SparkleSolution

WINDOW = 24
"""Steps of points, from none, that one pass over the five dice can bank before they come back."""


class SparkleDecision:
    """One decision of a match, and the values that its moves lead to."""

    def __init__(self, solution: SparkleSolution, state: SparkleState) -> None:
        self.solution = solution
        self.state = state
        self.game = solution.horizon.game
        kept = solution.gains[state.number - 1].shape[2]
        self.extra = min(state.extra, kept - 1)
        self.steps = state.points // STEP
        self.gains = solution.five_dice(state.number, state.total, self.extra)
        self.values = np.empty((UNAFFORDABLE + self.extra + 1, len(layout().hands), WINDOW))
        self.values[:UNAFFORDABLE] = -np.inf
        self._settle()

    @property
    def exact(self) -> bool:
        """Whether the tablebase knows this total, all near it, these points and these dice."""
        inside = self.steps + WINDOW < len(self.gains)
        known = self.state.total <= self.solution.horizon.every(self.state.number)
        return inside and known and self.extra == self.state.extra

    def worth(self) -> dict[str, float]:
        """The expected final score after each legal move."""
        turn = self.game.turn(self.state)
        assert isinstance(turn, Decide)
        return {move: self._worth(move) for move in turn.moves}

    def _worth(self, move: str) -> float:
        verb, *rest = move.split()
        chosen = tuple(map(int, rest))
        if verb == "fizzle":
            return self._fizzle(self.extra)
        left = tuple(position for position in self.state.table if position not in chosen)
        if verb == "reroll":
            level = UNAFFORDABLE + self.extra - len(chosen)
            hand = layout().hands[hand_of(self.state, left)]
            return float(self.values[level, hand, 0])
        bank = selections(self.state)[chosen]
        steps = bank.points // STEP
        if verb == "end":
            return float(self._ends(self.extra)[steps])
        throw = DiceThrow(free_of(left) if left else FIVE, bank.set_of)
        return float(self._throw(throw, self.extra, np.array([steps]))[0])

    def _settle(self) -> None:
        """Fill in the values, with no Extra Dice first, small throws first."""
        size = len(self.state.table)
        for extra in range(self.extra + 1):
            level = UNAFFORDABLE + extra
            banked = np.empty((len(layout().afters), WINDOW))
            ends = self._ends(extra)
            self._bank(banked, FIVE.size, extra, ends)
            for small in range(1, min(size, FIVE.size - 1) + 1):
                part_of_size(small).settle(self.values, level, banked, self._fizzle(extra))
                self._bank(banked, small, extra, ends)
            if size == FIVE.size and extra < self.extra:
                self._settle_five(extra, banked[:, :1])

    def _settle_five(self, extra: int, banked: Values) -> None:
        """The hands of five dice, which only a re-roll of the table reaches."""
        values = self.values[:, :, :1]
        for waiting in sorted({0, self.state.waiting}):
            part = part_of_five(waiting)
            part.settle(values, UNAFFORDABLE + extra, banked, self._fizzle(extra))
            throw = DiceThrow(FIVE, waiting)
            fallen = layout().hands[Hand(throw, 0, ())]
            values[UNAFFORDABLE + extra, fallen] = self._throw(throw, extra, np.array([0]))

    def _bank(self, banked: Values, size: int, extra: int, ends: Values) -> None:
        """What the banks before throws of this size are worth, from every point of the window."""
        steps = np.arange(WINDOW)
        for i, after in _afters_before(size):
            points = after.points // STEP
            banked[i] = self._throw(after.throw, extra, steps + points)
            if after.may_end:
                banked[i] = np.maximum(banked[i], ends[points : points + WINDOW])

    def _throw(self, throw: DiceThrow, extra: int, steps: NDArray[np.int64]) -> Values:
        """The value of a throw, so many steps of points from here."""
        if throw.free == FIVE:
            return self._five(throw.waiting, extra, steps)
        hand = layout().hands[Hand(throw, 0, ())]
        values: Values = self.values[UNAFFORDABLE + extra, hand, np.minimum(steps, WINDOW - 1)]
        return values

    def _five(self, waiting: int, extra: int, steps: NDArray[np.int64]) -> Values:
        """The value of five dice from the tablebase; past its end, on along the line to its end."""
        gains = self.gains[:, extra, waiting]
        last = len(gains) - 1
        known = gains[np.minimum(self.steps + steps, last)]
        slope = (gains[last] - gains[last // 2]) / (last - last // 2)
        past = np.maximum(self.steps + steps - last, 0)
        values: Values = self.state.total + known + slope * past
        return values

    def _ends(self, extra: int) -> Values:
        """What it is worth to end the turn, by steps of points from here."""
        state = self.state
        reached = state.total + state.points + STEP * np.arange(WINDOW + MOST_TO_END)
        gift = state.number % 3 == 0  # Sparkle 11
        values = self.solution.start_values(state.number + 1, reached, extra + gift)
        values[reached < self.game.threshold(state.number)] = -np.inf
        return values

    def _fizzle(self, extra: int) -> float:
        state = self.state
        if state.total < self.game.threshold(state.number):
            return float(state.total)
        gift = state.number % 3 == 0
        return self.solution.start_value(state.number + 1, state.total, extra + gift)


@cache
def _afters_before(size: int) -> list[tuple[int, After]]:
    """The banks that leave a throw of so many dice, with their numbers."""
    afters: list[Any] = list(enumerate(layout().afters))
    return [(i, after) for i, after in afters if after.throw.free.size == size]
