"""A match at one keyboard: this machine deals."""

from collections.abc import Callable

from dicehall.game import Chance, Decide
from dicehall.game.records import Event, Played
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.captions import asked_of
from dicehall.tui.thinking import Thinker


class LocalDealer:
    """Deals at one keyboard: rolls the dice of the seed, and lets computer players think."""

    forbidden = frozenset({"resign"})
    greeting = ""
    news = ""

    def __init__(self, thinker: Thinker, keep: Callable[[LocalMatch], None]) -> None:
        self._thinker = thinker
        self._keep = keep
        self._taken: Played | None = None

    async def next(self, match: LocalMatch) -> Event | None:
        taken, self._taken = self._taken, None
        if taken:
            return taken
        turn = match.turn
        if isinstance(turn, Chance):
            return match.next_roll()
        if isinstance(turn, Decide) and match.level_to_move:
            return Played(turn.seat, await self._thinker.choose(match))
        return None

    async def play(self, move: Played) -> None:
        self._taken = move

    async def resign(self) -> None:
        raise AssertionError("nobody gives up where a match can be left")

    async def follow(self, heard: Callable[[], None]) -> None:
        """All that happens, happens here."""

    def is_ahead(self, match: LocalMatch) -> bool:
        return False

    def known(self, match: LocalMatch) -> LocalMatch:
        return match

    def keep(self, match: LocalMatch) -> None:
        self._keep(match)

    def asked(self, match: LocalMatch) -> str:
        return asked_of(match)

    async def close(self) -> None:
        """Nothing is held."""
