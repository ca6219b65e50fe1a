"""Asks another worker to think, so that pages stay quick. Questions and answers travel as bytes."""

import pickle
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from dicehall.game import AnyGame
from dicehall.match.networks import NOBODY, Party
from dicehall.match.thinking.here import choose, compare, weigh
from dicehall.match.thinking.protocol import Urgency
from dicehall.players.fortune import Swing
from dicehall.players.levels import worth_of_start
from dicehall.players.worth import Worth

Result = TypeVar("Result")
Ask = Callable[[bytes], Awaitable[bytes]]


class ThinkingElsewhere:
    """Sends every question to another worker, which answers them in turn."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self.waiting = 0

    async def choose(
        self, game: AnyGame, state: Any, level: str, party: Party = NOBODY, seed: str = ""
    ) -> str:
        return await self._run(choose, game, state, level, seed)

    async def weigh(
        self, game: AnyGame, state: Any, urgency: Urgency = Urgency.WORTH, party: Party = NOBODY
    ) -> Worth:
        return await self._run(weigh, game, state)

    async def compare(self, game: AnyGame, before: Any, after: Any, move: str) -> Swing | None:
        return await self._run(compare, game, before, after, move)

    async def weigh_start(self, game: AnyGame, party: Party = NOBODY) -> float | None:
        return await self._run(worth_of_start, game)

    def close(self) -> None:
        pass

    async def _run(self, work: Callable[..., Result], *about: Any) -> Result:
        self.waiting += 1
        try:
            reply = pickle.loads(await self._ask(pickle.dumps((work, about))))
        finally:
            self.waiting -= 1
        if isinstance(reply, BaseException):
            raise reply
        found: Result = reply
        return found


def answer(question: bytes) -> bytes:
    """In the other worker: run a function, and return its result or what it raised."""
    work, about = pickle.loads(question)
    try:
        return pickle.dumps(work(*about))
    except Exception as error:
        return pickle.dumps(error)
