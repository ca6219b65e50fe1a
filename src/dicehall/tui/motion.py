"""Rolling dice and short pauses; any key skips them."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

from dicehall.game import AnyGame, Chance

ROLL_FRAMES = 7
FRAME_S = 0.07
PAUSE_S = 0.7
"""The pause after an opponent's move."""


class Motion:
    """Pauses that any key can skip."""

    def __init__(self) -> None:
        self._skip = asyncio.Event()

    def skip(self) -> None:
        """End the current pause."""
        self._skip.set()

    async def pause(self, seconds: float = PAUSE_S) -> bool:
        """Wait; returns whether a key ended the pause."""
        self._skip.clear()
        try:
            await asyncio.wait_for(self._skip.wait(), seconds)
        except TimeoutError:
            return False
        return True


def tumbling(game: AnyGame, state: Any) -> Iterator[Any]:
    """Animation frames of a roll: states with random faces."""
    turn, random = game.turn(state), Random()
    assert isinstance(turn, Chance)
    for _frame in range(ROLL_FRAMES):
        yield game.roll(state, turn.throw(random))
