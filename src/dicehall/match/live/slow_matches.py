"""Limits how many matches against slow levels a guest or a network may have running."""

import time
from collections.abc import Callable, Sequence

from dicehall.game import AnyGame
from dicehall.game.messages import translatable
from dicehall.game.refused import TooOften
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.networks import GuestNetworks, Party
from dicehall.players.levels import is_slow

MOST_PER_GUEST = 20
MOST_PER_NETWORK = 60
ABANDONED_SECONDS = 3600.0
"""Matches older than this do not count: most of them were abandoned."""


class SlowMatches:
    """The matches against slow levels that this process has opened."""

    def __init__(
        self,
        networks: GuestNetworks,
        peek: Callable[[str], Match | None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._networks = networks
        self._peek = peek
        self._monotonic = monotonic
        self._opened: dict[str, tuple[Party, float]] = {}

    def opening(self, game: AnyGame, sitting: Sequence[TakeSeat]) -> Party | None:
        """The party that opens a match; None if no level is slow. Refused at the limit."""
        if not any(seat.level and is_slow(game.name, seat.level) for seat in sitting):
            return None
        guest = next((seat.holder for seat in sitting if seat.holder), "")
        party = self._networks.party(guest)
        running = [one for one, _ in self._running().values()]
        own = running.count(party)
        nearby = sum(one.network == party.network for one in running)
        if own >= MOST_PER_GUEST or nearby >= MOST_PER_NETWORK:
            raise TooOften(
                translatable(
                    "too many matches against strong opponents are running: finish one of them"
                )
            )
        return party

    def add(self, match_id: str, party: Party) -> None:
        """Count a match that was opened."""
        self._opened[match_id] = (party, self._monotonic())

    def _running(self) -> dict[str, tuple[Party, float]]:
        since = self._monotonic() - ABANDONED_SECONDS
        self._opened = {
            match_id: (party, at)
            for match_id, (party, at) in self._opened.items()
            if at > since and (match := self._peek(match_id)) and not match.result
        }
        return self._opened
