"""How far a solution of Sparkle reaches: the turns, totals, points and Extra Dice it covers."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE, Sparkle
from dicehall.games.sparkle.solver.layout import STEP

Totals = NDArray[np.int64]
TurnReport = Callable[[int], None]
"""Called with the number of each solved turn, from the last to the first."""

FURTHEST_APART = 160
"""The most points between two known totals."""
FORMAT = 3
"""The version of the tablebase format; part of the file name."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """The part of an endless game that is solved: some totals of each turn are *known*, and values
    between them are bounded by theirs (see `between`)."""

    curve: str
    turns: int
    """The last turn that is solved."""
    near: int
    """All totals of a turn are known up to this plus four times the threshold before it."""
    fine: int
    """But not above this; from there on, the known totals get ever sparser."""
    highest: int
    """The highest known total."""
    points: int
    """How many steps of points are solved above a known total and above the threshold; they reach
    past the next two known totals, however far apart."""
    extra: int
    """The most Extra Dice that are distinguished."""

    @property
    def game(self) -> Sparkle:
        return Sparkle(self.curve)

    @property
    def name(self) -> str:
        """The name of the tablebase on disk; it contains all numbers of the horizon."""
        reach = (self.turns, self.near, self.fine, self.highest, self.points, self.extra)
        return "-".join(map(str, (f"sparkle{FORMAT}", self.curve, *reach)))

    @property
    def bound_name(self) -> str:
        """The name under which an upper bound of the score is stored."""
        return f"{self.name}-at-most"

    @property
    def sums(self) -> Totals:
        """All totals up to the highest known one."""
        return np.arange(0, self.highest + 1, STEP)

    def threshold(self, turn: int) -> int:
        """The threshold of a turn; 0 before the first."""
        return self.game.threshold(turn) if turn else 0

    def every(self, turn: int) -> int:
        """The total up to which all totals are known at the start of a turn."""
        return min(self.fine, self.near + 4 * self.threshold(turn - 1))

    def totals(self, turn: int) -> Totals:
        """The known totals at the start of a turn; all have reached the last threshold.

        Each doubling beyond the dense part makes them four times as far apart.
        """
        if turn == 1:
            return np.array([0])
        known, apart, until = [self.threshold(turn - 1)], STEP, self.every(turn)
        while known[-1] < self.highest:
            while known[-1] >= until:
                apart, until = min(4 * apart, FURTHEST_APART), 2 * until
            known.append(min(known[-1] + apart, self.highest))
        threshold = self.threshold(turn)
        around = {threshold - STEP, threshold} if known[0] < threshold <= self.highest else set()
        return np.array(sorted({*known, *around}))

    def levels(self, turn: int) -> int:
        """How many numbers of Extra Dice, from 0, are distinguished in a turn."""
        return min(self.extra + 1, most_extra(turn) + 1)


def most_extra(turn: int) -> int:
    """The most Extra Dice that a seat can have in a turn.

    A fizzle of five dice is a gain only when the turn ends with it, so at most once per turn, and
    never in the first, which it would lose.

    >>> [most_extra(turn) for turn in (1, 2, 3, 4)]
    [6, 6, 7, 9]
    """
    gifts = (turn - 1) // 3  # Sparkle 11
    return EXTRA_DICE + max(0, turn - 2) + gifts + 1


HORIZONS = {
    horizon.curve: horizon
    for horizon in (
        Horizon("classic", turns=7, near=1_000, fine=1_600, highest=6_400, points=240, extra=11),
        Horizon("gentle", turns=22, near=1_000, fine=1_600, highest=6_400, points=240, extra=13),
    )
}
