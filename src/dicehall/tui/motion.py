"""Dice that roll for a while, and moments to look at what happened; any key ends them."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

from dicehall.game import AnyGame, Chance

ROLL_FRAMES = 7
FRAME_S = 0.07
PAUSE_S = 0.7
"""How long the dice roll, and how long one may look at what somebody else did."""


class Motion:
    """The pauses of a table; any key ends one."""

    def __init__(self) -> None:
        self._skip = asyncio.Event()

    def skip(self) -> None:
        """End what is being shown."""
        self._skip.set()

    async def pause(self, seconds: float = PAUSE_S) -> bool:
        """Wait, and say whether a key has ended it."""
        self._skip.clear()
        try:
            await asyncio.wait_for(self._skip.wait(), seconds)
        except TimeoutError:
            return False
        return True


def tumbling(game: AnyGame, state: Any) -> Iterator[Any]:
    """What a roll looks like before it ends: states with any faces, which mean nothing."""
    turn, random = game.turn(state), Random()
    assert isinstance(turn, Chance)
    for _frame in range(ROLL_FRAMES):
        yield game.roll(state, turn.throw(random))
