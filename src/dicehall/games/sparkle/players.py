"""Sparkle's computer players, and what each of its moves is worth."""

from random import Random

from dicehall.game.messages import said
from dicehall.game.refused import NoTablebase
from dicehall.games.sparkle.estimate import estimate
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.games.sparkle.solver.moves import SparkleDecision
from dicehall.games.sparkle.solver.solution import SparkleSolution, load
from dicehall.players.plausible import choose_plausibly
from dicehall.players.worth import Worth

EASY_ATTENTION = 0.75
EASY_TEMPERATURE = 20.0
NORMAL_ATTENTION = 0.9
NORMAL_TEMPERATURE = 10.0
HARD_TEMPERATURE = 1.0
"""How often a level thinks of its Extra Dice, and how many points it hardly minds."""

_loaded: dict[str, SparkleSolution] = {}


def worth(game: Sparkle, state: SparkleState) -> Worth:
    """The expected final score after each legal move; estimated where no tablebase reaches."""
    solution = _solution(game.curve)
    if solution is None or not solution.reaches(state):
        return Worth(estimate(game, state), "points", exact=False)
    decision = SparkleDecision(solution, state)
    return Worth(decision.worth(), "points", exact=decision.exact and solution.tight)


def worth_of_start(game: Sparkle) -> float | None:
    """The expected score of a new game, by the tablebase."""
    solution = _solution(game.curve)
    return solution.value if solution else None


def choose_easy(game: Sparkle, state: SparkleState, random: Random) -> str:
    """Goes by feeling, stops too soon or too late, and at times forgets its Extra Dice."""
    likings = _likings(game, state, watchful=random.random() < EASY_ATTENTION)
    return choose_plausibly(likings, EASY_TEMPERATURE, random)


def choose_normal(game: Sparkle, state: SparkleState, random: Random) -> str:
    """Knows about what a throw may bring, and seldom forgets its Extra Dice."""
    likings = _likings(game, state, watchful=random.random() < NORMAL_ATTENTION)
    return choose_plausibly(likings, NORMAL_TEMPERATURE, random)


def choose_hard(game: Sparkle, state: SparkleState, random: Random) -> str:
    """The best move by estimate, or one that is as good as it."""
    return choose_plausibly(_likings(game, state, watchful=True), HARD_TEMPERATURE, random)


def choose_perfect(game: Sparkle, state: SparkleState, random: Random) -> str:
    """The move that is worth most; refused if the tablebase was not solved here."""
    if _solution(game.curve) is None:
        raise NoTablebase(said("perfect needs its table: dicehall solve sparkle"))
    values = worth(game, state).moves
    return max(values, key=values.__getitem__)


def _likings(game: Sparkle, state: SparkleState, *, watchful: bool) -> dict[str, float]:
    """What the moves are worth by estimate; the watchful think of Extra Dice after a fizzle."""
    values = estimate(game, state)
    if watchful and "fizzle" in values:
        return values
    return {move: value for move, value in values.items() if not move.startswith("reroll")}


def _solution(curve: str) -> SparkleSolution | None:
    """The solution of a curve; looked for again as long as there is none."""
    if curve not in _loaded and (solution := load(curve)):
        _loaded[curve] = solution
    return _loaded.get(curve)
