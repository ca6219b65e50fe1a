"""What a table needs from the source of its events, be it local or a server."""

from collections.abc import Callable
from typing import Protocol

from dicehall.game.records import Event, Played
from dicehall.plain_terminal.local_match import LocalMatch


class MatchSource(Protocol):
    """Delivers the events of a match one by one and accepts the moves made at this keyboard."""

    forbidden: frozenset[str]
    """Table actions that are not available here."""

    @property
    def greeting(self) -> str:
        """The message to show before the first event."""

    async def next(self, match: LocalMatch) -> Event | None:
        """The event that follows those in `match`. None if a person at this keyboard must decide or
        the match is over."""

    async def play(self, move: Played) -> None:
        """Submit a move that looks legal locally; `next` then returns it. Raises `Refused` if the
        move is rejected, `OSError` if it is unknown whether it was accepted."""

    async def resign(self) -> None:
        """Resign for the seat at this keyboard."""

    async def follow(self, on_change: Callable[[], None]) -> None:
        """Listen for remote changes and call `on_change` after each one."""

    def is_ahead(self, match: LocalMatch) -> bool:
        """Whether the source has news that `match` does not show yet."""

    def updated(self, match: LocalMatch) -> LocalMatch:
        """The match with current data that is not in its events: names, and an early ending."""

    def keep(self, match: LocalMatch) -> None:
        """Save a match so that it can be resumed."""

    def prompt(self, match: LocalMatch) -> str:
        """What the match is waiting for, or how it ended."""

    @property
    def news(self) -> str:
        """A warning for the status line, such as a lost connection; usually empty."""

    async def close(self) -> None:
        """Release resources when the table screen closes."""
