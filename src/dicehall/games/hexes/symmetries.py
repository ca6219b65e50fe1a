"""The twelve symmetries of the Pocket Hexes board: six rotations, and their mirror images."""

from itertools import permutations

import numpy as np

from dicehall.games.hexes.rules import ROWS


def _symmetries() -> list[list[int]]:
    """By symmetry and hex: where the hex goes. Hexes have cube coordinates, which sum to 0."""
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
