"""The histories of matches that are drawn: each is carried along, and none is folded twice."""

import asyncio
from collections import OrderedDict
from itertools import accumulate

from dicehall.match.live.single_flight import SingleFlight
from dicehall.match.match import Match
from dicehall.page.history import History

MOST_HISTORIES = 10_000
"""As many as matches in memory; one takes some kilobytes."""
MOST_TIMELINES = 50
LONG = 20
"""So many new events are not folded on the loop."""

Timeline = tuple[History, ...]
"""The history of a match after each of its events, the start first."""


class Histories:
    """Remembers how far each match has been drawn."""

    def __init__(self) -> None:
        self._newest: OrderedDict[str, History] = OrderedDict()
        self._timelines: SingleFlight[tuple[str, int], Timeline] = SingleFlight(MOST_TIMELINES)

    async def newest(self, match: Match) -> History:
        """The history of a match as it is now; what is known of it is only extended."""
        known = self._newest.get(match.id)
        if known is None or known.moment > len(match.log):
            known = History.start(match.game)
        fresh = match.log[known.moment :]
        if len(fresh) > LONG:
            history = await asyncio.to_thread(known.extended, fresh)
        else:
            history = known.extended(fresh)
        self._remember(match.id, history)
        return history

    async def timeline(self, match: Match) -> Timeline:
        """All of a match, for whoever walks through it; folded once, off the loop."""

        async def fold() -> Timeline:
            return await asyncio.to_thread(_fold, match)

        asked = self._timelines.ask((match.id, len(match.log)), fold)
        return await asyncio.shield(asked)

    def _remember(self, match_id: str, history: History) -> None:
        self._newest[match_id] = history
        self._newest.move_to_end(match_id)
        if len(self._newest) > MOST_HISTORIES:
            self._newest.popitem(last=False)


def _fold(match: Match) -> Timeline:
    start = History.start(match.game)
    return tuple(accumulate(match.log, lambda history, event: history.after(event), initial=start))
