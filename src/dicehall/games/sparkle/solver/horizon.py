"""How far a solution of Sparkle reaches: the turns, totals, points and Extra Dice it knows."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicehall.games.sparkle.rules import EXTRA_DICE, Sparkle
from dicehall.games.sparkle.solver.layout import STEP

Totals = NDArray[np.int64]
TurnReport = Callable[[int], None]
"""Told the number of each turn that has been solved, from the last to the first."""

FURTHEST_APART = 160
"""The most points between two known totals."""
FORMAT = 3
"""Of the tablebases: other numbers in them, other files."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """The part of an endless game that is solved: some totals of each turn are *known*, and what
    lies between them is bounded by their values (see `between`)."""

    curve: str
    turns: int
    """The last turn that is solved."""
    near: int
    """Every total of a turn is known up to this and four times the threshold before it."""
    fine: int
    """But not above this; from there on the known totals lie ever further apart."""
    highest: int
    """The highest known total."""
    points: int
    """How many steps of points are solved above a known total, and above the threshold; they reach
    past the next two known totals, however far apart."""
    extra: int
    """The most Extra Dice that are told apart."""

    @property
    def game(self) -> Sparkle:
        return Sparkle(self.curve)

    @property
    def name(self) -> str:
        """The name of the tablebase on disk: other numbers, other tablebase."""
        reach = (self.turns, self.near, self.fine, self.highest, self.points, self.extra)
        return "-".join(map(str, (f"sparkle{FORMAT}", self.curve, *reach)))

    @property
    def bound_name(self) -> str:
        """The name under which a score is kept that no seat exceeds."""
        return f"{self.name}-at-most"

    @property
    def sums(self) -> Totals:
        """Every total up to the highest known one."""
        return np.arange(0, self.highest + 1, STEP)

    def threshold(self, turn: int) -> int:
        """What a turn asks for; nothing before the first."""
        return self.game.threshold(turn) if turn else 0

    def every(self, turn: int) -> int:
        """Up to which total every one is known at the start of a turn."""
        return min(self.fine, self.near + 4 * self.threshold(turn - 1))

    def totals(self, turn: int) -> Totals:
        """The known totals at the start of a turn; who is alive has reached the last threshold.

        Each doubling beyond those of which every one is known puts them four times as far apart.
        """
        if turn == 1:
            return np.array([0])
        known, apart, until = [self.threshold(turn - 1)], STEP, self.every(turn)
        while known[-1] < self.highest:
            while known[-1] >= until:
                apart, until = min(4 * apart, FURTHEST_APART), 2 * until
            known.append(min(known[-1] + apart, self.highest))
        asked = self.threshold(turn)
        around = {asked - STEP, asked} if known[0] < asked <= self.highest else set()
        return np.array(sorted({*known, *around}))

    def levels(self, turn: int) -> int:
        """How many numbers of Extra Dice, from 0, are told apart in a turn."""
        return min(self.extra + 1, most_extra(turn) + 1)


def most_extra(turn: int) -> int:
    """The most Extra Dice that a seat can have in a turn.

    A fizzle of five dice brings a gain only when the turn ends with it, so at most one a turn,
    and none in the first, which it would lose.

    >>> [most_extra(turn) for turn in (1, 2, 3, 4)]
    [6, 6, 7, 9]
    """
    gifts = (turn - 1) // 3  # Sparkle 11
    return EXTRA_DICE + max(0, turn - 2) + gifts + 1


HORIZONS = {
    horizon.curve: horizon
    for horizon in (
        Horizon(
            "classic",
            turns=7,
            near=1_000,
            fine=1_600,
            highest=6_400,
            points=240,
            extra=11,
        ),
        Horizon(
            "gentle",
            turns=22,
            near=1_000,
            fine=1_600,
            highest=6_400,
            points=240,
            extra=13,
        ),
    )
}
