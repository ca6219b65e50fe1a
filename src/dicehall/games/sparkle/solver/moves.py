"""The worth of each legal move of a Sparkle decision, by the solution of its turn, with NumPy."""

from dataclasses import dataclass
from functools import cache, cached_property

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
    Indices,
    Spans,
    Values,
    free_of,
    hand_of,
    layout,
)
from dicehall.games.sparkle.solver.solution import SparkleSolution

UNAFFORDABLE = 5
"""Rows below level 0 of the values, always minus infinity: unaffordable re-rolls."""


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
        """Whether the solution knows all totals near this one and distinguishes these Extra
        Dice."""
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
        """The worth of each hand of the dice on the table, by Extra Dice left."""
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
        """The worth of each bank: roll on, or end if that is better and allowed."""
        points, throws, may_end = layout().after_rows.T
        values: Values = self.turn.throws[self.steps + points, extra, throws]
        ends = self.turn.ends[self.steps + np.minimum(points, MOST_TO_END), extra]
        return np.where(may_end, np.maximum(values, ends), values)


@dataclass(frozen=True, slots=True)
class Segments:
    """For each of some hands a list of others, concatenated."""

    hands: Indices
    starts: Indices
    items: Indices
    lengths: Indices

    @classmethod
    def of(cls, hands: list[int], spans: Spans, first: int = 0) -> "Segments":
        """The lists of these hands; list 0 of the spans belongs to hand `first`."""
        lists = [
            spans.items[spans.starts[hand - first] : spans.starts[hand - first + 1]]
            for hand in hands
        ]
        lengths = np.array([len(items) for items in lists], dtype=np.int32)
        starts = np.cumsum(lengths, dtype=np.int32) - lengths
        items = np.concatenate(lists) if lists else np.empty(0, dtype=np.int32)
        return cls(np.array(hands, dtype=np.int32), starts, items, lengths)


@dataclass(frozen=True, slots=True)
class Part:
    """The hands of a throw, in the order in which they can be valued."""

    banks: Segments
    scoring: Segments
    """What scoring rolls can keep."""
    fizzling: Segments
    """What fizzled rolls can keep."""
    partial: tuple[Segments, ...]
    """The partial hands, by missing dice, with the hands of one more die."""
    misses: Indices

    def value(self, values: Values, level: int, banked: Values, fizzle: float) -> None:
        """Compute one level of the values from its banks and the levels below."""
        row = values[level]
        if self.banks.hands.size:
            best = np.maximum.reduceat(banked[self.banks.items], self.banks.starts)
            row[self.banks.hands] = np.maximum(best, self._best_keep(self.scoring, values, level))
        if self.fizzling.hands.size:
            best = self._best_keep(self.fizzling, values, level)
            row[self.fizzling.hands] = np.maximum(best, fizzle)
        for hands in self.partial:
            sums = np.add.reduceat(row[hands.items], hands.starts)
            row[hands.hands] = sums / hands.lengths

    def _best_keep(self, rolls: Segments, values: Values, level: int) -> Values:
        kept = values[level - self.misses[rolls.items], rolls.items]
        best: Values = np.maximum.reduceat(kept, rolls.starts)
        return best


@cache
def part_of(throw: DiceThrow) -> Part:
    """The hands of a throw, and those it leads to when its roll certifies a waiting set."""
    dice = layout()
    throws = {throw, throw.certified}
    mine: list[tuple[Hand, int]] = [
        (hand, number) for hand, number in dice.hands.items() if hand.throw in throws
    ]
    scoring = [number for _, number in mine if number < dice.scoring]
    fizzling = [number for _, number in mine if dice.scoring <= number < dice.rolls]
    partial = [
        [number for hand, number in mine if hand.missing == missing]
        for missing in range(1, throw.free.size + 1)
    ]
    return Part(
        banks=Segments.of(scoring, dice.banks),
        scoring=Segments.of(scoring, dice.keeps),
        fizzling=Segments.of(fizzling, dice.keeps),
        partial=tuple(Segments.of(numbers, dice.grown, dice.rolls) for numbers in partial),
        misses=dice.misses,
    )
