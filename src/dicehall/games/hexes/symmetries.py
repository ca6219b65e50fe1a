"""The twelve views of the board of Pocket Hexes: six turns, and the same in a mirror."""

from itertools import permutations

import numpy as np

from dicehall.games.hexes.rules import ROWS


def _symmetries() -> list[list[int]]:
    """By view and hex: where the hex is then. Three coordinates that sum to 0 tell a hex."""
    spots = []
    for row, length in enumerate(ROWS):
        down = row - len(ROWS) // 2
        for place in range(length):
            across = (2 * place - (length - 1) - down) // 2
            spots.append((across, down, -across - down))
    index: dict[tuple[int, ...], int] = {spot: number for number, spot in enumerate(spots)}
    return [
        [index[tuple(sign * spot[axis] for axis in axes)] for spot in spots]
        for sign in (1, -1)
        for axes in permutations(range(3))
    ]


SYMMETRIES = np.array(_symmetries(), np.int64)
VIEWS = len(SYMMETRIES)
