"""The protocol of thinking, for computer players and the coach."""

from enum import IntEnum
from typing import Any, Protocol

from dicehall.game import AnyGame
from dicehall.match.networks import NOBODY, Party
from dicehall.players.fortune import Swing
from dicehall.players.worth import Worth


class Urgency(IntEnum):
    """Why moves are weighed; lower values come first."""

    HINT = 0
    WORTH = 1
    REVIEW = 2
    FIGURES = 3


class Thinking(Protocol):
    """Chooses and weighs moves."""

    @property
    def waiting(self) -> int:
        """The number of requests that have not started yet."""

    async def choose(
        self, game: AnyGame, state: Any, level: str, party: Party = NOBODY, seed: str = ""
    ) -> str:
        """The move of a computer player of this level, in a match of this party. With a `seed`, its
        random choices follow from that."""

    async def weigh(
        self, game: AnyGame, state: Any, urgency: Urgency = Urgency.WORTH, party: Party = NOBODY
    ) -> Worth:
        """What each legal move is worth."""

    async def compare(self, game: AnyGame, before: Any, after: Any, move: str) -> Swing | None:
        """How lucky a roll was, for *Your page*; nobody is waiting for the answer."""

    async def weigh_start(self, game: AnyGame, party: Party = NOBODY) -> float | None:
        """What a new game is worth to seat 0, for a review; None if unknown."""

    def close(self) -> None:
        """Stop thinking."""
