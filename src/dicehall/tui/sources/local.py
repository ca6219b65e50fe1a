"""A match played on this machine."""

from collections.abc import Callable

from dicehall.game import Chance, Decide
from dicehall.game.records import Event, Played
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.captions import prompt_for
from dicehall.tui.thinking import Thinker


class LocalSource:
    """Rolls dice from the match's seed and lets computer players think."""

    forbidden = frozenset({"resign"})
    greeting = ""
    news = ""

    def __init__(self, thinker: Thinker, keep: Callable[[LocalMatch], None]) -> None:
        self._thinker = thinker
        self._keep = keep
        self._submitted: Played | None = None

    async def next(self, match: LocalMatch) -> Event | None:
        submitted, self._submitted = self._submitted, None
        if submitted:
            return submitted
        turn = match.turn
        if isinstance(turn, Chance):
            return match.next_roll()
        if isinstance(turn, Decide) and match.level_to_move:
            return Played(turn.seat, await self._thinker.choose(match))
        return None

    async def play(self, move: Played) -> None:
        self._submitted = move

    async def resign(self) -> None:
        raise AssertionError("a local match is left, not resigned")

    async def follow(self, on_change: Callable[[], None]) -> None:
        """Nothing to follow: all events originate here."""

    def is_ahead(self, match: LocalMatch) -> bool:
        return False

    def updated(self, match: LocalMatch) -> LocalMatch:
        return match

    def keep(self, match: LocalMatch) -> None:
        self._keep(match)

    def prompt(self, match: LocalMatch) -> str:
        return prompt_for(match)

    async def close(self) -> None:
        """Nothing to release."""
