"""Caches the history of each match and extends it by new events, so that no log is folded twice."""

import asyncio
from collections import OrderedDict
from itertools import accumulate

from dicehall.game_page.history import History
from dicehall.match.background import Offload, in_thread
from dicehall.match.match import Match
from dicehall.match.thinking.single_flight import SingleFlight

MOST_HISTORIES = 10_000
"""As many as live matches; each takes a few kilobytes."""
MOST_TIMELINES = 50
LONG = 20
"""More new events than this are folded off the event loop."""
MOST_FRAMES = 8
"""How many positions a page animates; one that is further behind skips to the newest."""

Timeline = tuple[History, ...]
"""The history of a match after each of its events, the start first."""


class Histories:
    """The cached histories of all matches that this process has rendered."""

    def __init__(self, offload: Offload = in_thread) -> None:
        self._offload = offload
        self._newest: OrderedDict[tuple[str, int], Timeline] = OrderedDict()
        """By match and line: within a line, the log only grows."""
        self._timelines: SingleFlight[tuple[str, int, int], Timeline] = SingleFlight(MOST_TIMELINES)

    async def newest(self, match: Match) -> History:
        """The current history of a match."""
        return (await self._extended(match))[-1]

    async def between(self, match: Match, moment: int) -> Timeline:
        """The histories after `moment` and before the newest one; none if there are too many."""
        known = await self._extended(match)
        if known[-1].moment - moment > MOST_FRAMES:
            return ()
        return tuple(history for history in known[:-1] if history.moment > moment)

    async def _extended(self, match: Match) -> Timeline:
        """The last few histories of a match, up to now."""
        key = (match.id, match.line)
        known = self._newest.get(key) or (History.start(match.game),)
        if known[-1].moment > len(match.log):
            known = (History.start(match.game),)
        fresh = match.log[known[-1].moment :]
        if len(fresh) > LONG:
            known = (await self._offload(known[-1].extended, fresh),)
        else:
            known = (*known[:-1], *accumulate(fresh, History.after, initial=known[-1]))[
                -MOST_FRAMES - 1 :
            ]
        self._remember(key, known)
        return known

    async def timeline(self, match: Match) -> Timeline:
        """The complete timeline of a match, for replays and reviews; folded off the event loop."""

        async def fold() -> Timeline:
            return await self._offload(_fold, match)

        folding = self._timelines.ask((match.id, match.line, len(match.log)), fold)
        return await asyncio.shield(folding)

    def _remember(self, key: tuple[str, int], known: Timeline) -> None:
        self._newest[key] = known
        self._newest.move_to_end(key)
        if len(self._newest) > MOST_HISTORIES:
            self._newest.popitem(last=False)


def _fold(match: Match) -> Timeline:
    start = History.start(match.game)
    return tuple(accumulate(match.log, History.after, initial=start))
