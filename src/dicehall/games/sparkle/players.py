"""Sparkle's computer players, and the value of each move."""

from functools import cache
from random import Random
from typing import TYPE_CHECKING

from dicehall.games.sparkle.estimate import estimate
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.players.chooser import choose_plausibly
from dicehall.players.fortune import Swing, sampled
from dicehall.players.worth import Worth

if TYPE_CHECKING:
    from dicehall.games.sparkle.solver.solution import SparkleSolution

EASY_ATTENTION = 0.75
EASY_TEMPERATURE = 20.0
NORMAL_ATTENTION = 0.9
NORMAL_TEMPERATURE = 10.0
HARD_TEMPERATURE = 1.0
"""How often a level considers its Extra Dice; and the temperature, in points, at which it chooses
plausibly."""
COMPARED = 216
"""How many other rolls the luck of a roll is compared with: all of three dice."""


def worth(game: Sparkle, state: SparkleState) -> Worth:
    """The expected final score after each legal move; estimated beyond the tablebase, and where
    there is no NumPy to read it."""
    try:
        return _worth(game, state)
    except ModuleNotFoundError:
        return Worth(estimate(game, state), "points", exact=False)


def _worth(game: Sparkle, state: SparkleState) -> Worth:
    from dicehall.games.sparkle.solver.moves import SparkleDecision  # loads NumPy

    solution = _solution(game.curve)
    if not solution.reaches(state):
        return Worth(estimate(game, state), "points", exact=False)
    decision = SparkleDecision(solution, state)
    exact = decision.exact and solution.tight
    error = solution.at_most - solution.value if decision.exact else None
    return Worth(decision.worth(), "points", exact=exact, error=0.0 if exact else error)


def worth_of_start(game: Sparkle) -> float | None:
    """The expected score of a new game; None without NumPy."""
    try:
        return _solution(game.curve).value
    except ModuleNotFoundError:
        return None


def swing(game: Sparkle, before: SparkleState, after: SparkleState, move: str) -> Swing | None:
    """The luck of a roll in points, estimated by rules of thumb; None for a void roll."""
    return sampled(game, before, after, lambda state: max(estimate(game, state).values()), COMPARED)


def choose_easy(game: Sparkle, state: SparkleState, random: Random) -> str:
    """Often stops too soon or too late, and sometimes forgets its Extra Dice."""
    likings = _likings(game, state, watchful=random.random() < EASY_ATTENTION)
    return choose_plausibly(likings, EASY_TEMPERATURE, random)


def choose_normal(game: Sparkle, state: SparkleState, random: Random) -> str:
    """Has a fair idea of what a throw may bring, and seldom forgets its Extra Dice."""
    likings = _likings(game, state, watchful=random.random() < NORMAL_ATTENTION)
    return choose_plausibly(likings, NORMAL_TEMPERATURE, random)


def choose_hard(game: Sparkle, state: SparkleState, random: Random) -> str:
    """The best estimated move, or one that is about as good."""
    return choose_plausibly(_likings(game, state, watchful=True), HARD_TEMPERATURE, random)


def choose_perfect(game: Sparkle, state: SparkleState, random: Random) -> str:
    """The move of the highest value."""
    return _worth(game, state).best


def _likings(game: Sparkle, state: SparkleState, *, watchful: bool) -> dict[str, float]:
    """The estimated values of the moves; without re-rolls unless `watchful` after a fizzle."""
    values = estimate(game, state)
    if watchful and "fizzle" in values:
        return values
    return {move: value for move, value in values.items() if not move.startswith("reroll")}


@cache
def _solution(curve: str) -> "SparkleSolution":
    from dicehall.games.sparkle.solver.solution import load

    return load(curve)
