"""The numbering of Sparkle: points and threshold, the dice, and where each of them is."""

from dicehall.game.numbering import MOVE_LIMIT, Feature, Numbering, Observation
from dicehall.game.turns import SPARK
from dicehall.games.sparkle.rules import ALL, EXTRA_DICE, MOVES, Sparkle, SparkleState, heap_of

MOST_POINTS = MOVE_LIMIT * heap_of(1)
"""No move banks more than a heap of ones."""


def last_turn(game: Sparkle) -> int:
    """The first turn whose threshold cannot be reached within the move limit."""
    return next(number for number in range(1, 1000) if game.threshold(number) > MOST_POINTS)


def numbering(game: Sparkle) -> Numbering:
    """Bounds follow from the move limit: no rule limits a turn that never fizzles."""
    last = last_turn(game)
    features = (
        Feature("turn", 1, last),
        Feature("threshold", game.threshold(1), game.threshold(last)),
        Feature("total", 0, MOST_POINTS),
        Feature("points", 0, MOST_POINTS),
        *(Feature(f"die {position}", SPARK, 6) for position in ALL),
        *(Feature(f"banked {position}", 0, 1) for position in ALL),
        *(Feature(f"in the air {position}", 0, 1) for position in ALL),
        Feature("waiting", 0, 6),
        Feature("extra dice", 0, EXTRA_DICE + MOVE_LIMIT + 1 + last // 3),  # at most one per throw
        Feature("lost", 0, 1),
    )

    def observe(state: SparkleState, seat: int) -> Observation:
        return (
            state.number,
            game.threshold(state.number),
            state.total,
            state.points,
            *state.dice,
            *(int(position in state.banked) for position in ALL),
            *(int(position in state.throwing) for position in ALL),
            state.waiting,
            state.extra,
            int(state.lost),
        )

    return Numbering(MOVES, features, observe, MOVE_LIMIT, scores=(0, MOST_POINTS))
