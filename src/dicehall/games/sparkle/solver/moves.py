"""What each legal move of a Sparkle decision is worth, read from the solution of its turn."""

from functools import cached_property

import numpy as np

from dicehall.game.turns import Decide
from dicehall.games.sparkle.rules import SparkleState, selections
from dicehall.games.sparkle.solver.layout import (
    FIVE,
    MOST_TO_END,
    STEP,
    THROWS,
    DiceThrow,
    Hand,
    Values,
    free_of,
    hand_of,
    layout,
)
from dicehall.games.sparkle.solver.parts import UNAFFORDABLE, part_of
from dicehall.games.sparkle.solver.solution import SparkleSolution


class SparkleDecision:
    """One decision of a match, and the values that its moves lead to."""

    def __init__(self, solution: SparkleSolution, state: SparkleState) -> None:
        self.solution = solution
        self.state = state
        self.turn = solution.turn(state)
        self.steps = state.points // STEP - self.turn.first
        self.extra = min(state.extra, self.turn.throws.shape[1] - 1)

    @property
    def exact(self) -> bool:
        """Whether the solution knows all totals near this one, and tells these Extra Dice apart."""
        known = self.state.total <= self.solution.horizon.every(self.state.number)
        return known and self.extra == self.state.extra

    def worth(self) -> dict[str, float]:
        """The expected final score after each legal move."""
        turn = self.solution.horizon.game.turn(self.state)
        assert isinstance(turn, Decide)
        return {move: self._worth(move) for move in turn.moves}

    def _worth(self, move: str) -> float:
        verb, *rest = move.split()
        chosen = tuple(map(int, rest))
        if verb == "fizzle":
            return float(self.turn.fizzles[self.extra])
        left = tuple(position for position in self.state.table if position not in chosen)
        if verb == "reroll":
            kept = layout().hands[hand_of(self.state, left)]
            return float(self._hands[UNAFFORDABLE + self.extra - len(chosen), kept])
        bank = selections(self.state)[chosen]
        steps = self.steps + bank.points // STEP
        if verb == "end":
            return float(self.turn.ends[steps, self.extra])
        throw = DiceThrow(free_of(left) if left else FIVE, bank.set_of)
        return float(self.turn.throws[steps, self.extra, THROWS.index(throw)])

    @cached_property
    def _hands(self) -> Values:
        """What each hand of the dice on the table is worth, by Extra Dice that are left."""
        throw = DiceThrow(free_of(self.state.table), self.state.waiting)
        part, hands = part_of(throw), layout().hands
        values = np.full((UNAFFORDABLE + self.extra + 1, len(hands)), -np.inf)
        for extra in range(self.extra + 1):
            level = UNAFFORDABLE + extra
            part.value(values, level, self._banked(extra), float(self.turn.fizzles[extra]))
            for thrown in {throw, throw.certified}:  # all dice again: a throw like any other
                worth = self.turn.throws[self.steps, extra, THROWS.index(thrown)]
                values[level, hands[Hand(thrown, 0, ())]] = worth
        return values

    def _banked(self, extra: int) -> Values:
        """What each bank is worth here: to roll on, or to end if that is better and allowed."""
        points, throws, may_end = layout().after_rows.T
        values: Values = self.turn.throws[self.steps + points, extra, throws]
        ends = self.turn.ends[self.steps + np.minimum(points, MOST_TO_END), extra]
        return np.where(may_end, np.maximum(values, ends), values)
