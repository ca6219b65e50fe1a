"""Sparkle solved by plain recursion over the rules, within the limits of a narrow horizon."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from dicehall.game.turns import Chance, Decide, Roll
from dicehall.games.sparkle.rules import SparkleState
from dicehall.games.sparkle.solver.horizon import Horizon

STEP = 5


class NaiveSparkle:
    """The best expected score within a horizon whose turns fit into one block of known totals."""

    def __init__(self, horizon: Horizon) -> None:
        self.game = horizon.game
        self.horizon = horizon
        self.known: dict[Any, float] = {}

    def turn_value(self, state: SparkleState) -> float:
        """The value of a turn that is about to start."""
        chance = self.game.turn(state)
        assert isinstance(chance, Chance)
        return self._mean(state, chance)

    def value(self, state: SparkleState) -> float:
        key = _canonical(state)
        if key not in self.known:
            self.known[key] = self._value(state)
        return self.known[key]

    def _value(self, state: SparkleState) -> float:
        if state.lost or state.number > self.horizon.turns:
            return float(state.total)
        lowest = self.horizon.threshold(state.number - 1)
        highest = max(self.horizon.highest, self.horizon.threshold(state.number))
        if not any(state.dice):
            return max(
                self.turn_value(replace(state, total=total)) + state.total - total
                for total in range(lowest, min(state.total, self.horizon.highest) + 1, STEP)
            )
        if (
            state.throwing
            and state.total + state.points >= highest + 2 * STEP * self.horizon.points
        ):
            return self._fizzled(replace(state, total=lowest))
        match self.game.turn(state):
            case Chance() as chance:
                return self._mean(state, chance)
            case Decide(moves=moves):
                return max(self.value(self.game.play(state, move)) for move in moves)
        raise AssertionError

    def _mean(self, state: SparkleState, chance: Chance) -> float:
        weights = _likes(chance, 1 in state.throwing)
        after = {like: self.game.roll(state, like) for like in weights}
        valid = [like for like in weights if after[like].throwing == ()]  # else void
        total = sum(weights[like] for like in valid)
        return sum(float(weights[like] / total) * self.value(after[like]) for like in valid)

    def _fizzled(self, state: SparkleState) -> float:
        if state.total < self.game.threshold(state.number):
            return float(state.total)
        gift = state.number % 3 == 0
        fresh = self.game.start()
        return self.value(
            replace(fresh, number=state.number + 1, total=state.total, extra=state.extra + gift)
        )


@cache
def _likes(chance: Chance, spark: bool) -> dict[Roll, Fraction]:
    """The rolls with their probabilities, the ordinary dice in order."""
    weights: defaultdict[Roll, Fraction] = defaultdict(Fraction)
    for roll, weight in chance.outcomes():
        weights[(*roll[:spark], *sorted(roll[spark:]))] += weight
    return weights


def _canonical(state: SparkleState) -> Any:
    fixed = [position for position in state.table if position not in state.throwing]
    spark = state.dice[0] if 1 in fixed else 0
    others = tuple(sorted(state.dice[position - 1] for position in fixed if position > 1))
    free = (1 in state.table, len(state.table), 1 in state.throwing, len(state.throwing))
    scores = (state.number, state.total, state.points, state.waiting, state.extra, state.lost)
    return (*scores, *free, spark, *others)
