"""The spaces of a game: what moves and observations look like to learning libraries."""

from dicehall.game import Numbering
from dicehall.game.extras import from_extra

with from_extra("envs"):
    import numpy as np
    from gymnasium import spaces


def observation_space(numbering: Numbering) -> spaces.Box:
    """A whole number for each feature, between its bounds."""
    low, high = np.array(numbering.lows, np.int32), np.array(numbering.highs, np.int32)
    return spaces.Box(low, high, dtype=np.int32)


def action_space(numbering: Numbering) -> spaces.Discrete:
    """The number of a move."""
    return spaces.Discrete(len(numbering.moves))
