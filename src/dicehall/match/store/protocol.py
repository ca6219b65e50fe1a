"""Where matches are kept, as a protocol.

An append is durable when it returns. Of two who write one version the second gets
`VersionConflict`. When the store cannot be reached every call raises `StoreUnreachable`; a write
that it cannot keep now, as on a full disk, may raise `StoreUnusable`. Either may be asked again.
"""

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Delete, Insert, Select, Update

from dicehall.match.events import MatchEvents

Query = Select[Any]
Answer = list[tuple[Any, ...]]
Change = tuple[Insert | Update | Delete, dict[str, Any]]
"""A statement, and the values of its parameters."""


class VersionConflict(Exception):
    """Somebody else has written this version of the match."""


def settle(kept: "asyncio.Future[None]", error: Exception | None = None) -> None:
    """Answer whoever waits until something is kept, unless they went away."""
    if kept.done():
        return
    if error:
        kept.set_exception(error)
    else:
        kept.set_result(None)


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as it was stored."""

    secret: str
    events: MatchEvents


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A seat of a match in a list, and how the match ended for it."""

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
    """The variant of the game; scores are compared within one."""


class Store(Protocol):
    """A place that remembers matches."""

    @property
    def waiting(self) -> int:
        """How many appends wait for a commit."""

    async def open(self, match_id: str, secret: str, events: MatchEvents) -> None:
        """Keep a new match."""

    async def append(self, match_id: str, version: int, events: MatchEvents) -> None:
        """Keep what happened after `version` events, or raise `VersionConflict`."""

    async def load(self, match_id: str) -> StoredMatch | None:
        """A match, if it exists."""

    async def since(self, match_id: str, version: int) -> MatchEvents:
        """What has happened in a match after its first `version` events."""

    async def versions(self, match_ids: Collection[str]) -> dict[str, int]:
        """How many events each of these matches has."""

    async def check(self) -> None:
        """Make sure that a move could be kept now, by keeping something."""

    async def list(self, query: Query) -> list[ListedSeat]:
        """The seats that answer one of the queries in `store.lists`."""

    async def ask(self, query: Query) -> Answer:
        """The rows that answer any other query."""

    async def change(self, changes: Sequence[Change]) -> None:
        """Carry out all of these in one transaction; `VersionConflict` if a key is taken."""

    async def key(self) -> str:
        """The key of the server: 64 characters, made when first asked for, shared by all nodes."""

    async def begin_epoch(self, epoch: str) -> None:
        """Replace the epoch of tokens for new matches (`match.dice.commitments`)."""

    async def epoch(self) -> str:
        """The epoch that was begun last; empty if none was."""

    async def spend(self, token: str, until: float, now: float) -> bool:
        """Use up a token that serves once and expires at `until`; False if it was used before."""

    async def close(self) -> None:
        """Finish what is waiting and let go of the database."""
