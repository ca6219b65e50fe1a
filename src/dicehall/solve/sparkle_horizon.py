"""How far a solution of Sparkle reaches: which turns, totals, turn points and Extra Dice it knows."""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from dicehall.rules.sparkle import EXTRA_DICE, Sparkle
from dicehall.solve.sparkle_layout import FIVES, MOST_TO_END, STEP

Totals = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Horizon:
    """The part of an endless game that is solved.

    Between two known totals a seat counts as having the lower one, and the rest as turn points: what it
    may do stays the same, only a fizzle then costs it more. So nothing is valued too high.
    """

    curve: str
    turns: int
    """The last turn that is solved; those who are alive after it keep what they have."""
    fine: int
    """How far above the lowest possible total of a turn every total is known."""
    coarse: int
    """The distance of the known totals above that."""
    highest: int
    """The highest known total."""
    points: int
    """How many steps of turn points are known; who throws with more counts as fizzled."""
    extra: int
    """The most Extra Dice that the table keeps; the solution itself has no such limit."""

    @property
    def game(self) -> Sparkle:
        return Sparkle(self.curve)

    @property
    def name(self) -> str:
        """The name of the table on disk: other numbers, other table."""
        numbers = (self.turns, self.fine, self.coarse, self.highest, self.points, self.extra)
        return "-".join(map(str, ("sparkle", self.curve, *numbers)))

    @property
    def sums(self) -> Totals:
        """Every total that the end of a known turn can give."""
        return np.arange(0, self.highest + STEP * (self.points + MOST_TO_END), STEP)

    def totals(self, turn: int) -> Totals:
        """The known totals at the start of a turn; who is alive has reached the last threshold."""
        if turn == 1:
            return np.array([0])
        lowest = self.game.threshold(turn - 1)
        fine_end = min(lowest + self.fine, self.highest)
        fine = range(lowest, fine_end + 1, STEP)
        coarse = range(fine_end // self.coarse * self.coarse, self.highest + 1, self.coarse)
        return np.array(sorted({*fine, *(total for total in coarse if total > fine_end)}))

    def extras(self, turn: int) -> int:
        """How many numbers of Extra Dice, from 0, can occur in a turn.

        A fizzle of five dice brings a gain only when the turn ends with it, so at most one a turn, and
        none in the first, which it would lose.

        >>> [Horizon("classic", 9, 0, 50, 50, 1, 9).extras(turn) for turn in (1, 2, 3, 4)]
        [7, 7, 8, 10]
        """
        gifts = (turn - 1) // 3  # Sparkle 11
        return EXTRA_DICE + max(0, turn - 2) + gifts + 2

    def shapes(self) -> list[tuple[int, int, int, int]]:
        """The shape of each turn in the table: total, points, Extra Dice, waiting set."""
        return [
            (
                len(self.totals(turn)),
                self.points,
                min(self.extras(turn), self.extra + 1),
                len(FIVES),
            )
            for turn in range(1, self.turns + 1)
        ]

    def offsets(self) -> list[int]:
        """Where each turn starts in the table, and where the last one ends."""
        return list(accumulate((int(np.prod(shape)) for shape in self.shapes()), initial=0))


HORIZONS = {
    "classic": Horizon("classic", turns=7, fine=300, coarse=50, highest=4000, points=320, extra=9),
    "gentle": Horizon("gentle", turns=18, fine=200, coarse=100, highest=3000, points=240, extra=9),
}
