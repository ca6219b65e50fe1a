"""The numbering of Pig, for learning programs."""

from dicehall import MOVE_LIMIT, Feature, Numbering
from dicehall_pig import GOAL, Pig, PigState

MOST = 6 * MOVE_LIMIT


def numbering(game: Pig) -> Numbering:
    features = (
        Feature("own total", 0, GOAL + MOST),
        Feature("other total", 0, GOAL + MOST),
        Feature("points", 0, MOST),
        Feature("die", 0, 6),
        Feature("rolling", 0, 1),
        Feature("own turn", 0, 1),
    )
    return Numbering(("roll", "hold"), features, observe, MOVE_LIMIT, scores=(0, GOAL + MOST))


def observe(state: PigState, seat: int) -> tuple[int, ...]:
    totals = state.totals[seat], state.totals[1 - seat]
    return (*totals, state.points, state.die or 0, int(state.rolling), int(state.seat == seat))
