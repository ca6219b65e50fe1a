"""Positions of Pocket Hexes for kernels: rows of small integers, changed in place.

The solver ignores one freedom of the rules that never gains anything: it scores after a round's
last placement, and always the highest open number.
"""

import numpy as np
from numpy.typing import NDArray

from dicehall.games.hexes.rules import CENTRE, DICE, EMPTY, HEXES, INNER, NEIGHBOURS
from dicehall.solving.kernels import kernel
from dicehall.solving.random_numbers import RandomSource, draw

Position = NDArray[np.int8]
"""One row: the columns are named by the offsets below."""

SPOTS = len(HEXES)
TOP = SPOTS
"""From here on: the highest number around each empty hex, or `EMPTY`."""
GAPS = 2 * SPOTS
"""From here on: how many hexes around each hex are empty."""
CLOSING = 3 * SPOTS
"""From here on: the number on each inner hex that has one gap left, or `EMPTY`."""
SCORED = 4 * SPOTS
"""From here on: 1 where a number has been scored."""
WAITING = 5 * SPOTS
"""From here on: for each number, how many of it are surrounded and not yet scored."""
HIGHEST = 20
EMPTIES = WAITING + HIGHEST + 1
"""How many hexes are empty."""
WIDTH = EMPTIES + 1

DICE_COUNT = len(DICE)
ROUNDS = (SPOTS - 1) // 3
LOWEST_FACES = np.array([die.faces[0] for die in DICE], np.int8)
FACE_COUNTS = np.array([len(die.faces) for die in DICE], np.int8)
NEAR = np.array([(around + (0,) * 6)[:6] for around in NEIGHBOURS], np.int64)
NEAR_COUNTS = np.array([len(around) for around in NEIGHBOURS], np.int64)
IS_INNER = np.array([spot in INNER for spot in range(SPOTS)])


def start_position() -> Position:
    """The board with a 1 in its centre (Hexes 1)."""
    position = empty_board()
    put(position, CENTRE, 1)
    return position


def empty_board() -> Position:
    """A board without any number."""
    position = np.zeros(WIDTH, np.int8)
    position[:SCORED] = EMPTY
    position[GAPS:CLOSING] = NEAR_COUNTS
    position[EMPTIES] = SPOTS
    return position


@kernel()
def put(position: Position, spot: int, number: int) -> None:
    """Write a number on an empty hex and update the columns around it."""
    position[spot] = number
    position[TOP + spot] = EMPTY
    position[EMPTIES] -= 1
    if IS_INNER[spot]:
        note_gaps(position, spot)
    for place in range(NEAR_COUNTS[spot]):
        near = NEAR[spot, place]
        position[GAPS + near] -= 1
        if position[near] == EMPTY:
            position[TOP + near] = max(position[TOP + near], number)
        elif IS_INNER[near]:
            note_gaps(position, near)


@kernel()
def note_gaps(position: Position, spot: int) -> None:
    """Update what depends on the gaps around the number on an inner hex."""
    if position[GAPS + spot] == 1:
        position[CLOSING + spot] = position[spot]
    elif position[GAPS + spot] == 0:
        position[CLOSING + spot] = EMPTY
        position[WAITING + position[spot]] += 1


@kernel()
def fits(position: Position, spot: int, number: int) -> bool:
    """Whether a die's number can be placed on a hex; a used die fits nowhere."""
    lowest, highest = tops_for(number)
    return bool(position[spot] == EMPTY and lowest <= position[TOP + spot] <= highest)


@kernel()
def tops_for(number: int) -> tuple[int, int]:
    """The lowest and highest `TOP` of an empty hex that a number fits (Hexes 3 and 4)."""
    if number == EMPTY:
        return 1, 0
    if number == 0:
        return EMPTY, HIGHEST
    if number == 1:
        return EMPTY, EMPTY
    return 0, number


@kernel()
def roll_dice(dice: Position, source: RandomSource) -> None:
    """Roll all six dice (Hexes 2)."""
    for die in range(DICE_COUNT):
        dice[die] = LOWEST_FACES[die] + draw(source, FACE_COUNTS[die])
