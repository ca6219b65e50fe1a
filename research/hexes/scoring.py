"""Scores a position of Pocket Hexes as its players do: the highest open number."""

from dicehall.games.hexes.rules import EMPTY
from dicehall.games.hexes.solver.positions import (
    GAPS,
    HIGHEST,
    IS_INNER,
    SCORED,
    SPOTS,
    WAITING,
    Position,
)
from dicehall.solving.kernels import kernel


@kernel()
def best_waiting(position: Position) -> int:
    """The highest number that can be scored, or `EMPTY`."""
    for number in range(HIGHEST, -1, -1):
        if position[WAITING + number] > 0:
            return number
    return EMPTY


@kernel()
def take_score(position: Position) -> int:
    """Score the highest open number and return its hex; `EMPTY` if none is open."""
    number = best_waiting(position)
    if number == EMPTY:
        return EMPTY
    position[WAITING + number] -= 1
    for spot in range(SPOTS):
        surrounded = IS_INNER[spot] and position[GAPS + spot] == 0
        if surrounded and position[spot] == number and position[SCORED + spot] == 0:
            position[SCORED + spot] = 1
            return spot
    return EMPTY
