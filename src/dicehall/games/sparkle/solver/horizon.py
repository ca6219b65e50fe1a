"""How far a solution of Sparkle reaches: the turns, totals, points and Extra Dice it knows."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE, Sparkle
from dicehall.games.sparkle.solver.layout import FIVES, MOST_TO_END, STEP

Totals = NDArray[np.int64]
TurnReport = Callable[[int], None]
"""Told the number of each turn that has been solved, from the last to the first."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """The part of an endless game that is solved.

    Between two known totals a seat counts as having the lower one, and the rest as turn points: it
    may do the same, only a fizzle then costs it more. So nothing is valued too high.
    """

    curve: str
    turns: int
    """The last turn that is solved; those who are alive after it keep what they have."""
    fine: int
    """Up to which total every one is known."""
    coarse: int
    """By how many percent the known totals above that are apart."""
    highest: int
    """The highest known total."""
    points: int
    """How many steps of turn points are known; who throws with more counts as fizzled."""
    spare: int
    """How many of them, from the top, are solved but not kept: the cut makes them too low."""
    extra: int
    """The most Extra Dice that the tablebase keeps; the solution itself has no such limit."""

    @property
    def game(self) -> Sparkle:
        return Sparkle(self.curve)

    @property
    def name(self) -> str:
        """The name of the tablebase on disk: other numbers, other tablebase."""
        totals = (self.fine, self.coarse, self.highest)
        rest = (self.points, self.spare, self.extra)
        return "-".join(map(str, ("sparkle", self.curve, self.turns, *totals, *rest)))

    @property
    def bound_name(self) -> str:
        """The name under which a score is kept that no seat exceeds."""
        return f"{self.name}-at-most"

    @property
    def sums(self) -> Totals:
        """Every total that the end of a known turn can give."""
        return np.arange(0, self.highest + STEP * (self.points + MOST_TO_END), STEP)

    def totals(self, turn: int) -> Totals:
        """The known totals at the start of a turn; who is alive has reached the last threshold."""
        if turn == 1:
            return np.array([0])
        lowest = self.game.threshold(turn - 1)
        known = list(range(lowest, self.fine + 1, STEP)) or [lowest]
        while known[-1] < self.highest:
            apart = known[-1] * self.coarse // (100 * STEP) * STEP
            known.append(min(known[-1] + max(STEP, apart), self.highest))
        thresholds = (self.game.threshold(later) for later in range(turn, self.turns + 1))
        return np.array(sorted({*known, *(t for t in thresholds if t <= self.highest)}))

    def extras(self, turn: int) -> int:
        """How many numbers of Extra Dice, from 0, can occur in a turn.

        A fizzle of five dice brings a gain only when the turn ends with it, so at most one a turn,
        and none in the first, which it would lose.

        >>> [Horizon("classic", 9, 0, 50, 50, 1, 0, 9).extras(turn) for turn in (1, 2, 3, 4)]
        [7, 7, 8, 10]
        """
        gifts = (turn - 1) // 3  # Sparkle 11
        return EXTRA_DICE + max(0, turn - 2) + gifts + 2

    def shapes(self) -> list[tuple[int, int, int, int]]:
        """The shape of each turn in the tablebase: total, points, Extra Dice, waiting set."""
        return [
            (
                len(self.totals(turn)),
                self.points - self.spare,
                min(self.extras(turn), self.extra + 1),
                len(FIVES),
            )
            for turn in range(1, self.turns + 1)
        ]

    def offsets(self) -> list[int]:
        """Where each turn starts in the tablebase, and where the last one ends."""
        return list(accumulate((int(np.prod(shape)) for shape in self.shapes()), initial=0))


HORIZONS = {
    horizon.curve: horizon
    for horizon in (
        Horizon("classic", 8, fine=1600, coarse=4, highest=12_000, points=480, spare=240, extra=8),
        Horizon("gentle", 19, fine=1000, coarse=5, highest=8_000, points=360, spare=120, extra=8),
    )
}
