"""Estimated values of Sparkle's moves: rules of thumb that need no tablebase and a millisecond."""

from functools import cache
from itertools import product

from dicehall.game.turns import Decide
from dicehall.games.sparkle.rules import ALL, DICE, Sparkle, SparkleState, selections

DIE_POINTS = 6.0
"""The value of an unused Extra Die."""
THROW_POINTS = (0.0, 8.0, 14.0, 22.0, 34.0, 55.0)
"""The points that a successful throw adds to a turn, by number of dice."""
HALVING_POINTS = 70.0
"""This many missing points halve the chance to reach a threshold."""
NEXT_TURN_POINTS = 70.0
"""The points of a turn whose threshold is already reached."""


def estimate(game: Sparkle, state: SparkleState) -> dict[str, float]:
    """A rough expected final score after each legal move."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    rerolls = [move for move in turn.moves if move.startswith("reroll")]
    values = {
        move: _after(game, state, move) for move in turn.moves if not move.startswith("reroll")
    }
    best = max(values.values())
    scores = "fizzle" not in values
    return values | {move: _reroll(game, state, move, best, scores=scores) for move in rerolls}


def _after(game: Sparkle, state: SparkleState, move: str) -> float:
    """The value of a bank, or of a fizzle."""
    after = game.play(state, move)
    if after.number > state.number or after.lost:
        return float(after.total) if after.lost else _start(game, after.number, after.total)
    return _throw(game, after)


def _throw(game: Sparkle, state: SparkleState) -> float:
    """The value of throwing the dice that are in the air."""
    chance = chance_to_score(state.throwing)
    if state.extra:
        chance += (1 - chance) * 0.5
    reached = state.total + state.points + THROW_POINTS[len(state.throwing)]
    return chance * _within_turn(game, state, reached) + (1 - chance) * _fizzled(game, state)


def _reroll(game: Sparkle, state: SparkleState, move: str, best: float, *, scores: bool) -> float:
    """The value of a re-roll: it can save a fizzle, and wastes dice after a score."""
    chosen = tuple(map(int, move.split()[1:]))
    price = DIE_POINTS * len(chosen)
    if scores:
        return best - price
    chance = chance_to_score(chosen)
    reached = state.total + state.points + THROW_POINTS[1]
    return (
        chance * _within_turn(game, state, reached) + (1 - chance) * _fizzled(game, state) - price
    )


def _within_turn(game: Sparkle, state: SparkleState, reached: float) -> float:
    """The value of a turn with this many points."""
    missing = max(0.0, game.threshold(state.number) - reached)
    chance = _chance_to_gain(missing)
    ended = max(reached, game.threshold(state.number))
    return chance * _start(game, state.number + 1, ended) + (1 - chance) * _fizzled(game, state)


def _fizzled(game: Sparkle, state: SparkleState) -> float:
    if not game.survives_fizzle(state):
        return float(state.total)
    return _start(game, state.number + 1, state.total)


def _start(game: Sparkle, number: int, total: float) -> float:
    """The value of a total at the start of a turn."""
    missing = max(0.0, game.threshold(number) - total)
    chance = _chance_to_gain(missing)
    return total + chance * (NEXT_TURN_POINTS + missing)


def _chance_to_gain(points: float) -> float:
    return float(0.5 ** (points / HALVING_POINTS))


@cache
def chance_to_score(positions: tuple[int, ...]) -> float:
    """The probability that these dice score when they are thrown together."""
    like = tuple(ALL[: 1 in positions]) + ALL[1 : 1 + len(positions) - (1 in positions)]
    if like != positions:
        return chance_to_score(like)
    rolls = list(product(*(DICE[position - 1].faces for position in positions)))
    return sum(_scores(positions, roll) for roll in rolls) / len(rolls)


def _scores(positions: tuple[int, ...], roll: tuple[int, ...]) -> bool:
    dice = dict(zip(positions, roll, strict=True))
    banked = tuple(position for position in ALL if position not in dice)
    faces = tuple(dice.get(position, 0) for position in ALL)
    return bool(selections(SparkleState(1, 0, 0, faces, banked, (), 0, 0)))
