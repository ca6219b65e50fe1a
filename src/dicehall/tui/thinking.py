"""Computer players and the coach, thinking in child processes so that the screen never waits."""

import os
from multiprocessing import resource_tracker
from typing import Any, Protocol

from dicehall.game import AnyGame
from dicehall.match.thinking.pool import ThinkingPool, Urgency
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.worth import Worth


class Thinker(Protocol):
    """Who thinks for the table."""

    async def choose(self, match: LocalMatch) -> str:
        """The move of the computer player whose turn it is."""

    async def weigh(self, game: AnyGame, state: Any) -> Worth:
        """What each legal move is worth, soon."""

    async def review(self, game: AnyGame, state: Any) -> Worth:
        """The same for a match that is over: it can wait."""

    def close(self) -> None:
        """Stop thinking: nobody waits for an answer any more."""


class ChildThinker:
    """Thinks in child processes, which start when they are needed.

    Make it before Textual takes the screen over: Python's resource tracker, which it starts,
    inherits the standard error stream, and later there is none.
    """

    def __init__(self) -> None:
        if os.name == "posix":
            resource_tracker.ensure_running()
        self._pool = ThinkingPool()

    async def choose(self, match: LocalMatch) -> str:
        return await self._pool.choose(match.game, match.state, match.level_to_move)

    async def weigh(self, game: AnyGame, state: Any) -> Worth:
        return await self._pool.weigh(game, state, Urgency.HINT)

    async def review(self, game: AnyGame, state: Any) -> Worth:
        return await self._pool.weigh(game, state, Urgency.REVIEW)

    def close(self) -> None:
        self._pool.close()
