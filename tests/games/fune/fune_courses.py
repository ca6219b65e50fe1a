"""Shared by the tests of FUNE's solvers: rules with unordered dice, and replayed games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from dicehall.game.turns import Chance, Roll
from dicehall.games.fune.keeps import KEEPS as SORTED_KEEPS
from dicehall.games.fune.keeps import ROLLS
from dicehall.games.fune.rules import BOXES, KEEPS, TO_ROLL, Fune, FuneState

NOT_PLAYED = -1
"""In a course: the seat confirmed without this re-roll."""


def canonical(state: FuneState) -> FuneState:
    """The state with its dice in order: the rules do not ask for it."""
    return replace(state, dice=tuple(sorted(state.dice)))


@cache
def sorted_outcomes(chance: Chance) -> list[tuple[Roll, float]]:
    """The rolls without their order, of which there are fewer."""
    weights: Counter[Roll] = Counter()
    for roll, weight in chance.outcomes():
        weights[tuple(sorted(roll))] += weight
    return [(roll, float(weight)) for roll, weight in weights.items()]


def replay(game: Fune, course: Any) -> Iterator[tuple[FuneState, str | None]]:
    """Each decision of a game with the move that was made, and last the state at the end."""
    state = game.start()
    for first, keep, second, another, third, box in course:
        state = game.roll(state, ROLLS[first])
        for kept, roll in ((keep, second), (another, third)):
            if kept != NOT_PLAYED:
                move = _keep_move(state, kept)
                yield state, move
                state = game.play(state, move)
                fresh = Counter(ROLLS[roll])
                fresh.subtract(face for face in state.dice if face != TO_ROLL)
                state = game.roll(state, tuple(fresh.elements()))
        yield state, f"score {BOXES[box]}"
        state = game.play(state, f"score {BOXES[box]}")
    yield state, None


def _keep_move(state: FuneState, keep: int) -> str:
    """The first move that keeps these faces."""
    return next(
        move
        for move, positions in KEEPS.items()
        if tuple(sorted(state.dice[position - 1] for position in positions)) == SORTED_KEEPS[keep]
    )
