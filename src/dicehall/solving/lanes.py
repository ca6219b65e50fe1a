"""Many matches of one game side by side, stepped at once by compiled code: what a game's module
`lanes` hands out.

A lane is a match that begins anew when it is over. All lanes take a move in each step; the dice
fall between two decisions, each lane's from its own source.
"""

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from dicehall.solving.random_numbers import RandomSource, random_source

Moves = NDArray[np.int64]
"""The number of a move for each lane."""


class LaneArrays(NamedTuple):
    """What all lanes show, a row for each; kernels write into it."""

    sources: RandomSource
    """The dice of each lane."""
    steps: NDArray[np.int64]
    """How many moves each match has had, those that were refused included."""
    observations: NDArray[np.int32]
    """What the seat to move sees."""
    masks: NDArray[np.int8]
    """1 for each move that is legal."""
    seats: NDArray[np.int8]
    """Who is to move."""
    rewards: NDArray[np.float64]
    """What the last move gave to the seat that made it."""
    terminated: NDArray[np.bool_]
    """Whether the last move ended its match, by the rules; what is shown is the next one."""
    truncated: NDArray[np.bool_]
    """Whether it was truncated because of its length."""
    refused: NDArray[np.bool_]
    """Whether the last move was illegal, and changed nothing."""
    finals: NDArray[np.int32]
    """What the seat that moved saw at the end, where a match ended or was truncated."""


class Lanes(Protocol):
    """Many matches of one game."""

    def begin(self, arrays: LaneArrays) -> None:
        """Begin a match in every lane."""

    def step(self, moves: Moves, arrays: LaneArrays, most_moves: int) -> None:
        """Play a move in every lane; where a match ends, the next begins."""


def lane_arrays(lanes: int, features: int, moves: int) -> LaneArrays:
    """Arrays for so many lanes."""
    return LaneArrays(
        sources=np.ones((lanes, 1), np.uint64),
        steps=np.zeros(lanes, np.int64),
        observations=np.zeros((lanes, features), np.int32),
        masks=np.zeros((lanes, moves), np.int8),
        seats=np.zeros(lanes, np.int8),
        rewards=np.zeros(lanes, np.float64),
        terminated=np.zeros(lanes, np.bool_),
        truncated=np.zeros(lanes, np.bool_),
        refused=np.zeros(lanes, np.bool_),
        finals=np.zeros((lanes, features), np.int32),
    )


def seed_lane(arrays: LaneArrays, lane: int, seed: int) -> None:
    """The dice of a lane begin anew."""
    arrays.sources[lane] = random_source(seed)
