"""The thresholds of this turn and of those to come, and how far the points reach."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, groupby, islice
from typing import Literal

from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.words.language import _

RUNGS = 5
"""How many thresholds are listed; narrow screens show as many of them as fit."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A threshold, for one turn or several."""

    threshold: int
    reached: Literal["", "staked", "safe"]
    """Whether the total reaches it, perhaps only with the points at stake."""
    turns: tuple[bool, ...] = ()
    """Its turns, and which have begun; empty for a threshold ahead or of a single turn."""
    current: bool = False


@dataclass(frozen=True, slots=True)
class Ladder:
    """The current threshold and the next ones."""

    rungs: tuple[Rung, ...]
    growth: str
    """How the thresholds grow."""


def ladder(game: Sparkle, state: SparkleState) -> Ladder:
    """The ladder of the current turn."""
    return Ladder(tuple(islice(_rungs(game, state), RUNGS)), _growth(game))


def _rungs(game: Sparkle, state: SparkleState) -> Iterator[Rung]:
    for threshold, numbers in groupby(count(1), game.threshold):
        turns = tuple(numbers)
        if turns[-1] < state.number:
            continue
        current = turns[0] <= state.number
        begun = tuple(number <= state.number for number in turns)
        yield Rung(
            threshold,
            _reached(state, threshold),
            begun if current and len(turns) > 1 else (),
            current,
        )


def _reached(state: SparkleState, threshold: int) -> Literal["", "staked", "safe"]:
    if state.total >= threshold:
        return "safe"
    return "staked" if state.total + state.points >= threshold else ""


def _growth(game: Sparkle) -> str:
    """How the thresholds grow (Sparkle 2)."""
    if game.threshold(2) == 2 * game.threshold(1):
        return _("Doubles every turn.")
    return _("Doubles every third turn.")
