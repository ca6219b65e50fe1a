"""The worth of moves as text: chances to win in percent, or points. And the coach's notes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import floor
from typing import Any, NamedTuple

from dicehall.game import AnyGame
from dicehall.players.reasons import reason
from dicehall.players.review import Review
from dicehall.players.worth import POINTS, WIN_MINUS_LOSS, Worth
from dicehall.words.language import _
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.telling import name_move
from dicehall.words.viewer import Viewer

SHOWN = {POINTS: 1.0, WIN_MINUS_LOSS: 50.0}
"""Converts a difference in worth to what is shown: points, or percentage points."""

MANY = 10
"""Losses from here on are shown without decimals where space is tight."""


@dataclass(frozen=True, slots=True)
class CoachLine:
    """The coach's sentence above the table, split so that the worth can be emphasised."""

    before: str
    worth: str
    after: str
    move: str
    """The best move, as spelled in the rules."""


@dataclass(frozen=True)
class Advice:
    """The worth of every move of a decision, as text."""

    game: AnyGame
    state: Any
    worth: Worth

    @cached_property
    def best(self) -> str:
        """The best move."""
        return self.worth.best

    @property
    def named(self) -> str:
        """The best move as people call it."""
        return name_move(self.game, self.state, self.best)

    @property
    def hint(self) -> str:
        """The best move, and in brief why."""
        why = reason(self.game, self.state, self.worth).brief
        return _("Coach: %(advice)s") % {"advice": f"{self.named}: {why}"}

    @property
    def summary(self) -> str:
        """The best move and its worth."""
        return _("Coach: %(advice)s") % {"advice": self._sentence(self.value(self.best))}

    @property
    def line(self) -> CoachLine:
        """The best move and its worth, as separate parts."""
        before, _mark, after = self._sentence("\0").partition("\0")
        return CoachLine(before, self.value(self.best), after, self.best)

    def _sentence(self, worth: str) -> str:
        values = {"move": self.named, "worth": worth, "source": self.source}
        if self.game.seats == 1:
            return _("%(move)s: %(worth)s expected score, %(source)s") % values
        return _("%(move)s: %(worth)s to win with best play, %(source)s") % values

    @property
    def source(self) -> str:
        """Whether the worth is exact and, if not, its standard error."""
        return say_source(self.worth.error, self.worth.unit, exact=self.worth.exact)

    def value(self, move: str) -> str:
        """The worth of a move."""
        return say_value(self.worth.moves[move], self.worth.unit)

    def loss(self, move: str) -> float:
        """How much less a move is worth than the best."""
        return self.worth.moves[self.best] - self.worth.moves[move]

    def note(self, move: str) -> str:
        """The word "best", or how much a move loses."""
        if not self.loss(move):
            return _("best")
        return say_difference(self.worth.moves[self.best], self.worth.moves[move], self.worth.unit)

    def brief(self, move: str) -> str:
        """`note` for tight spaces: large losses without decimals."""
        loss = self.loss(move) * SHOWN[self.worth.unit]
        return f"\u2212{say_number(loss)}" if loss >= MANY else self.note(move)

    def label(self, move: str) -> str:
        """The worth of a move and its note; empty if the move is not legal."""
        return f"{self.value(move)} · {self.note(move)}" if move in self.worth.moves else ""

    def best_of(self, start: str) -> str:
        """The best move that begins with `start`; empty if there is none."""
        moves = [move for move in self.worth.moves if move.startswith(start)]
        return max(moves, key=self.worth.moves.__getitem__, default="")


def say_value(value: float, unit: str) -> str:
    """A worth as text: points, or the chance to win if both sides play their best, where a draw
    counts half.

    >>> say_value(231.449, "points"), say_value(0.25, "win-minus-loss")
    ('231.4', '62.5%')
    """
    return say_number(value, 1) if unit == POINTS else say_percent(win_percent(value), 1)


def say_loss(loss: float, unit: str) -> str:
    """A loss as text, in points or percentage points.

    >>> say_loss(3.14, "points"), say_loss(0.062, "win-minus-loss"), say_loss(0.001, "points")
    ('−3.1', '−3.1', '≈')
    """
    if loss < least_loss(unit):
        return "≈"  # not the best, but practically as good
    return f"\u2212{say_number(loss * SHOWN[unit], 1)}"


def say_difference(best: float, value: float, unit: str) -> str:
    """How much less a value is than the best, as text: the difference of what `say_value` shows.

    >>> say_value(58.24, "points"), say_value(53.66, "points")
    ('58.2', '53.7')
    >>> say_difference(58.24, 53.66, "points")
    '−4.5'
    """
    tenths = round(10 * best * SHOWN[unit]) - round(10 * value * SHOWN[unit])
    return say_loss(tenths / 10 / SHOWN[unit], unit)


def say_error(error: float, unit: str) -> str:
    """A standard error as text, in points or percentage points.

    >>> say_error(2.2, "points"), say_error(0.01, "win-minus-loss")
    ('2.2', '0.5')
    """
    return say_number(error * SHOWN[unit], 1)


def say_amount(amount: float, unit: str) -> str:
    """What was given, taken or lost in all, in points or percentage points.

    >>> say_amount(12.3, "points"), say_amount(0.062, "win-minus-loss")
    ('12.3 points', '3.1 percentage points')
    """
    message = _("%(lost)s points") if unit == POINTS else _("%(lost)s percentage points")
    return message % {"lost": say_number(amount * SHOWN[unit], 1)}


def course_title(unit: str, viewer: Viewer) -> str:
    """What the curve of a match shows."""
    if unit == POINTS:
        return _("Expected score")
    if viewer.you is not None:
        return _("Your chance to win with best play")
    return _("%(name)s's chance to win with best play") % {"name": viewer.names[0]}


def least_loss(unit: str) -> float:
    """The smallest loss that does not round to nothing."""
    return 0.05 / SHOWN[unit]


def accuracy_percent(review: Review, seat: int) -> int | None:
    """How well a seat played, in whole percent; 100 only if it gave nothing away. None if it made
    no move."""
    share = review.accuracy(seat)
    if share is None or review.given_away(seat) < least_loss(review.unit):
        return None if share is None else 100
    return floor(100 * share)


def win_percent(value: float) -> float:
    """The chance to win in percent, from win minus loss."""
    return 50 * (1 + value)


def say_source(error: float | None, unit: str, *, exact: bool) -> str:
    """Whether a worth is exact and, if not, its standard error."""
    if error is None:
        return _("rough estimate")
    kind = source(exact=exact)
    return f"{kind} ±\u00a0{say_error(error, unit)}" if error else kind


def source(*, exact: bool) -> str:
    """The word "exact" or "estimate", translated."""
    return _("exact") if exact else _("estimate")


class CoachNote(NamedTuple):
    """A short note beside a move."""

    text: str
    of: str = ""
    """If an element stands for several moves, which one is meant."""
    note: str = ""
    """How the move compares to the best, in smaller letters."""
    best: bool = False

    @classmethod
    def compared(cls, advice: Advice, move: str) -> "CoachNote":
        """A note with the worth of a move and what it loses."""
        loses = advice.loss(move) > 0
        return cls(advice.value(move), note=advice.note(move), best=not loses)


@dataclass(frozen=True, slots=True)
class CoachNotes:
    """All notes on one decision, for the elements of a game's table."""

    worths: Mapping[str, Sequence[CoachNote]] = field(default_factory=dict)
    """The notes in each element, by its id: inside its part with `data-worth`, or at its end."""
    names: Mapping[str, str] = field(default_factory=dict)
    """The new text of each element, by its id; or its new label, if it has one."""
    choices: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For forms with `data-choices`: for each selection, the text of each `data-choice`."""
    hinted: str = ""
    """The id of the element that belongs to the best move."""
    picked: str = ""
    """The id of the field to check for the best move, unless the viewer has chosen one."""
