"""Vector engines: compiled code that steps many matches of one game in lockstep.

A game's module `vector` provides one. Every step plays one move in each match and rolls the dice
up to the next decision; a match that ends is replaced by a new one in the same step.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dicehall.solving.random_numbers import RandomSource, random_source

Moves = NDArray[np.int64]
"""The number of a move for each match."""


class VectorArrays(NamedTuple):
    """What the matches show to their players, one row per match; the kernels write into it."""

    sources: RandomSource
    """The state of each match's dice."""
    steps: NDArray[np.int64]
    """Moves made in each match, including refused ones."""
    observations: NDArray[np.int32]
    """What the seat to move sees."""
    masks: NDArray[np.int8]
    """1 for each legal move."""
    seats: NDArray[np.int8]
    """The seat to move."""
    rewards: NDArray[np.float64]
    """What the last move earned for the seat that made it."""
    terminated: NDArray[np.bool_]
    """Whether the last move ended the match by the rules; the row then shows the next match."""
    truncated: NDArray[np.bool_]
    """Whether the match was cut off at the move limit."""
    refused: NDArray[np.bool_]
    """Whether the last move was illegal and changed nothing."""
    finals: NDArray[np.int32]
    """What the seat that moved last saw at the end of a match that ended or was cut off."""


class VectorEngine(Protocol):
    """Steps many matches of one game."""

    def begin(self, arrays: VectorArrays) -> None:
        """Start every match."""

    def step(self, moves: Moves, arrays: VectorArrays, most_moves: int) -> None:
        """Play one move in every match; replace matches that end."""


def vector_arrays(matches: int, features: int, moves: int) -> VectorArrays:
    """Empty arrays for this many matches."""
    return VectorArrays(
        sources=np.ones((matches, 1), np.uint64),
        steps=np.zeros(matches, np.int64),
        observations=np.zeros((matches, features), np.int32),
        masks=np.zeros((matches, moves), np.int8),
        seats=np.zeros(matches, np.int8),
        rewards=np.zeros(matches, np.float64),
        terminated=np.zeros(matches, np.bool_),
        truncated=np.zeros(matches, np.bool_),
        refused=np.zeros(matches, np.bool_),
        finals=np.zeros((matches, features), np.int32),
    )


def seed_match(arrays: VectorArrays, row: int, seed: int) -> None:
    """Restart the dice of one match."""
    arrays.sources[row] = random_source(seed)
