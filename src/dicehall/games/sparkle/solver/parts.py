"""The hands of one Sparkle throw, valued with NumPy."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from dicehall.games.sparkle.solver.layout import (
    DiceThrow,
    Hand,
    Indices,
    Spans,
    Values,
    layout,
)

UNAFFORDABLE = 5
"""Rows below level 0 of the values, always minus infinity: re-rolls that cannot be paid."""


@dataclass(frozen=True, slots=True)
class Segments:
    """For each of some hands a list of others, one after the other."""

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
    """What the rolls that score may keep."""
    fizzling: Segments
    """What the rolls that fizzle may keep."""
    partial: tuple[Segments, ...]
    """The partial hands, by what they miss, with the hands of one die more."""
    misses: Indices

    def value(self, values: Values, level: int, banked: Values, fizzle: float) -> None:
        """Fill in one level of the values from the banks of that level and the levels below."""
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
    """The hands of a throw, and those that it leads to when its roll certifies a waiting set."""
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
