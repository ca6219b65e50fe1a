"""Sparkle's computer players, and what each of its moves is worth."""

from random import Random

from dicehall.game.messages import said
from dicehall.game.refused import NoTablebase
from dicehall.game.turns import Decide
from dicehall.games.sparkle.estimate import estimate
from dicehall.games.sparkle.rules import Sparkle, SparkleState, selections
from dicehall.games.sparkle.solver.moves import SparkleDecision
from dicehall.games.sparkle.solver.solution import SparkleSolution, load
from dicehall.players.worth import Worth

_loaded: dict[str, SparkleSolution] = {}


def worth(game: Sparkle, state: SparkleState) -> Worth:
    """The expected final score after each legal move; estimated where no tablebase reaches."""
    solution = _solution(game.curve)
    if solution is None or not solution.reaches(state):
        return Worth(estimate(game, state), "points", exact=False)
    decision = SparkleDecision(solution, state)
    return Worth(decision.worth(), "points", exact=decision.exact and solution.tight)


def choose_easy(game: Sparkle, state: SparkleState, random: Random) -> str:
    """Banks all that scores and stops as soon as that is allowed; never thinks of Extra Dice."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if "fizzle" in turn.moves:
        return "fizzle"
    banks = [move for move in turn.moves if not move.startswith("reroll")]
    return max(banks, key=lambda move: (len(move.split()), move.startswith("end")))


def choose_normal(game: Sparkle, state: SparkleState, random: Random) -> str:
    """Banks the most points with the fewest dice, and saves a fizzle with Extra Dice."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    if "fizzle" in turn.moves:
        needy = state.points or state.total < game.threshold(state.number)
        rerolls = [move for move in turn.moves if move.startswith("reroll")]
        return max(rerolls, key=len) if rerolls and needy else "fizzle"
    banks = selections(state)
    chosen = max(banks, key=lambda dice: banks[dice].points - 8 * len(dice))
    ends = [move for move in turn.moves if move.startswith("end")]
    if ends:
        return max(ends, key=len)
    return "roll " + " ".join(map(str, chosen))


def choose_hard(game: Sparkle, state: SparkleState, random: Random) -> str:
    """The best move by estimate."""
    values = estimate(game, state)
    return max(values, key=values.__getitem__)


def choose_perfect(game: Sparkle, state: SparkleState, random: Random) -> str:
    """The move that is worth most; refused if the tablebase was not solved here."""
    if _solution(game.curve) is None:
        raise NoTablebase(said("perfect needs its table: dicehall solve sparkle"))
    values = worth(game, state).moves
    return max(values, key=values.__getitem__)


def _solution(curve: str) -> SparkleSolution | None:
    """The solution of a curve; looked for again as long as there is none."""
    if curve not in _loaded and (solution := load(curve)):
        _loaded[curve] = solution
    return _loaded.get(curve)
