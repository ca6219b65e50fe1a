"""Computer players and the coach, run in child processes so that the screen never blocks."""

import os
from multiprocessing import resource_tracker
from typing import Any, Protocol

from dicehall.game import AnyGame
from dicehall.match.thinking.pool import ThinkingPool
from dicehall.match.thinking.protocol import Urgency
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.worth import Worth


class Thinker(Protocol):
    """Chooses and weighs moves for the screens."""

    async def choose(self, match: LocalMatch) -> str:
        """The move of the computer player whose turn it is."""

    async def weigh(self, game: AnyGame, state: Any) -> Worth:
        """The worth of each legal move, at high priority."""

    async def review(self, game: AnyGame, state: Any) -> Worth:
        """The worth of each legal move, at low priority."""

    def close(self) -> None:
        """Stop all work."""


class ChildThinker:
    """Thinks in child processes, which start on demand.

    Create it before Textual takes over the screen: it starts Python's resource tracker, which
    inherits standard error, and Textual replaces that stream.
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
