"""Exact values of Bones when one pair of facing columns is full: all positions of the other two
pairs, by value iteration with NumPy. It shares nothing with the players but the rules."""

from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from dicehall.game.turns import D6
from dicehall.games.bones.rules import HEIGHT, Bones, BonesState, Column, place

Pair = tuple[Column, Column]
"""Facing columns, those of the seat to move first."""
Values = NDArray[np.float32]

CLOSE = 1e-6

COLUMNS = [
    column
    for count in range(HEIGHT + 1)
    for column in combinations_with_replacement(D6.faces, count)
]
PAIRS: list[Pair] = [pair for pair in product(COLUMNS, repeat=2) if {*pair[0]}.isdisjoint(pair[1])]


class ExactEnds:
    """The values before a roll, for the seat to move; the second of the open pairs is one of
    `seconds`, with the sides swapped as well."""

    def __init__(self, game: Bones, full: Pair, seconds: list[Pair] = PAIRS) -> None:
        self.game, self.full = game, full
        self.firsts = PAIRS
        self.seconds = list(dict.fromkeys([*seconds, *(pair[::-1] for pair in seconds)]))
        self._places = [
            {pair: n for n, pair in enumerate(some)} for some in (self.firsts, self.seconds)
        ]
        ahead = game.column_score(full[0]) - game.column_score(full[1])
        self._values = {1: self._ends(ahead), -1: self._ends(-ahead)}
        self._solve()

    def before_roll(self, first: Pair, second: Pair, side: int = 1) -> float:
        """The value of a position; `side` is -1 for the seat that has the other full column."""
        row, column = self._places[0][first], self._places[1][second]
        return float(self._values[side][row, column])

    def after(self, state: BonesState) -> float:
        """The value of a state after a move of seat 0, to seat 0."""
        pairs = [
            (tuple(sorted(theirs)), tuple(sorted(mine)))
            for mine, theirs in zip(*state.grids, strict=True)
        ]
        return -self.before_roll(pairs[1], pairs[2], side=-1)

    def _ends(self, ahead: int) -> Values:
        """1, 0 or -1 where the seat that has just moved has filled its grid; elsewhere 0."""
        margins = ahead + np.add.outer(*map(self._margins, (self.firsts, self.seconds)))
        return np.where(self._over, np.sign(margins), 0).astype(np.float32)

    def _margins(self, pairs: list[Pair]) -> NDArray[np.int64]:
        score = self.game.column_score
        return np.array([score(mine) - score(theirs) for mine, theirs in pairs])

    @property
    def _over(self) -> NDArray[np.bool_]:
        filled = [
            np.array([len(theirs) == HEIGHT for _, theirs in pairs])
            for pairs in (self.firsts, self.seconds)
        ]
        return np.logical_and.outer(*filled)

    def _solve(self) -> None:
        over = self._over
        swap = [np.array([places[pair[::-1]] for pair in places]) for places in self._places]
        steps = [[self._placed(places, face) for face in D6.faces] for places in self._places]
        change = 1.0
        while change > CLOSE:
            change = 0.0
            for side in (1, -1):
                replies = -self._values[-side][np.ix_(*swap)]
                lost = np.full((1, replies.shape[1]), -np.inf, np.float32)
                by_row = np.vstack([replies, lost])
                by_column = np.hstack([replies, np.full((len(replies), 1), -np.inf, np.float32)])
                mean = sum(
                    np.maximum(by_row[rows], by_column[:, columns])
                    for rows, columns in zip(*steps, strict=True)
                ) / len(D6.faces)
                found = np.where(over | np.isinf(mean), self._values[side], mean)
                change = max(change, float(np.abs(found - self._values[side]).max()))
                self._values[side] = found.astype(np.float32)

    @staticmethod
    def _placed(places: dict[Pair, int], face: int) -> NDArray[np.int64]:
        """For each pair, the one after a die is placed; the last row, for none, if it is full."""
        found = []
        for mine, theirs in places:
            if len(mine) == HEIGHT:
                found.append(len(places))
                continue
            placed, facing = place(mine, theirs, face)
            found.append(places[tuple(sorted(placed)), facing])
        return np.array(found)
