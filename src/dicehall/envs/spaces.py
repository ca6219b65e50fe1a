"""The Gymnasium spaces of a game's moves and observations."""

from dicehall.game import Numbering
from dicehall.game.extras import from_extra

with from_extra("envs"):
    import numpy as np
    from gymnasium import spaces


def observation_space(numbering: Numbering) -> spaces.Box:
    """One bounded integer per feature."""
    low, high = np.array(numbering.lows, np.int32), np.array(numbering.highs, np.int32)
    return spaces.Box(low, high, dtype=np.int32)


def action_space(numbering: Numbering) -> spaces.Discrete:
    """The number of a move."""
    return spaces.Discrete(len(numbering.moves))
