"""The protocol of stores, which keep matches.

An append is durable when it returns. If two clients append to the same version, the second gets
`VersionConflict`. Every call raises `StoreUnreachable` if the store cannot be reached; a write may
raise `StoreUnusable`, for example if the disk is full. Both can be retried.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Delete, Insert, Select, Update

from dicehall.match.events import MatchEvents

Query = Select[Any]
ResultRows = list[tuple[Any, ...]]
Change = tuple[Insert | Update | Delete, dict[str, Any]]
"""A statement, and the values of its parameters."""


class VersionConflict(Exception):
    """This version of the match is already stored."""


def settle(kept: "asyncio.Future[None]", error: Exception | None = None) -> None:
    """Resolve the future of a write, unless its caller has gone away."""
    if kept.done():
        return
    if error:
        kept.set_exception(error)
    else:
        kept.set_result(None)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the store keeps it."""

    secret: str
    events: MatchEvents


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat in a list of matches, and how the match ended for it."""

    match_id: str
    game: str
    seat: int
    name: str
    holder: str
    level: str
    opened_at: float
    ended_at: float | None
    score: int | None
    won: bool | None
    variant: str = ""
    """The variant of the game; scores are only compared within a variant."""
    mark: str = ""
    """Why the match does not count for high scores: see `Match.mark`; empty if it counts."""


class Store(Protocol):
    """Keeps matches, and the few values that all nodes share."""

    @property
    def waiting(self) -> int:
        """The number of appends that wait for a commit."""

    async def open(self, match_id: str, secret: str, events: MatchEvents) -> None:
        """Store a new match."""

    async def append(self, match_id: str, version: int, events: MatchEvents) -> None:
        """Store events after the first `version`, or raise `VersionConflict`."""

    async def load(self, match_id: str) -> StoredMatch | None:
        """The match, if it exists."""

    async def since(self, match_id: str, version: int) -> MatchEvents:
        """The events of a match after its first `version`."""

    async def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        """The number of events of each of these matches; unknown ids are left out."""

    async def check(self) -> None:
        """Make sure that moves can be stored, by writing something."""

    async def list(self, query: Query) -> list[ListedSeat]:
        """Run one of the queries in `store.lists` that select seats."""

    async def ask(self, query: Query) -> ResultRows:
        """Run any other query."""

    async def change(self, changes: Sequence[Change]) -> None:
        """Carry out these changes in one transaction; `VersionConflict` if a key is taken."""

    async def key(self) -> str:
        """The server's key: 64 characters, created on first use and shared by all nodes."""

    async def begin_epoch(self, epoch: str) -> None:
        """Replace the epoch of tokens for new matches (`match.dice.commitments`)."""

    async def epoch(self) -> str:
        """The current epoch; empty if there is none."""

    async def spend(self, token: str, until: float, now: float) -> bool:
        """Use up a single-use token that expires at `until`; False if it was already used."""

    async def close(self) -> None:
        """Finish pending writes and disconnect."""
