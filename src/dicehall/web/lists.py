"""Lists that the pages and the JSON interface share: high scores, and results of matches."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from dicehall.game import Entry, find_game, games
from dicehall.game.entry import check_value
from dicehall.match.store.lists import best
from dicehall.match.store.protocol import ListedSeat, Store

MatchResult = Literal["won", "lost", "draw", "alone", "shared", ""]


@dataclass(frozen=True, slots=True)
class ScoreList:
    """The highest scores of a game, or of one variant of it."""

    entry: Entry
    variant: str
    lines: list[ListedSeat]
    own_lines: list[ListedSeat]
    """The guest's own highest scores."""

    @property
    def own(self) -> ListedSeat | None:
        """The guest's best score, if it is not among the lines."""
        return next((line for line in self.own_lines[:1] if line not in self.lines), None)


async def score_lists(store: Store, who: str, *, mine: bool, game: str = "") -> list[ScoreList]:
    """High scores of all games or of one: everybody's, or only those of the guest `who`."""
    entries = [find_game(game)] if game else games().values()
    kinds = [(entry, variant) for entry in entries for variant in entry.variants]
    return await asyncio.gather(*(_scores(store, *kind, who, mine=mine) for kind in kinds))


async def _scores(store: Store, entry: Entry, variant: str, who: str, *, mine: bool) -> ScoreList:
    own = await store.list(best(entry.name, variant, who))
    lines = own if mine else await store.list(best(entry.name, variant))
    return ScoreList(entry, variant, lines, own)


def result_for(seats: Sequence[ListedSeat], guest: str) -> MatchResult:
    """How a match ended for a guest, as the queries in `store.lists` define it; empty while it is
    running."""
    own = [seat for seat in seats if seat.holder == guest]
    if seats[0].score is None:
        return ""
    if len(seats) == 1:
        return "alone"
    if len(own) != 1:
        return "shared"
    if not own[0].won:
        return "lost"
    return "draw" if all(seat.won for seat in seats) else "won"


def check_choice(name: str, value: str, allowed: tuple[str, ...]) -> None:
    """Refuse a value that is not allowed. An empty value means that nothing was chosen."""
    if value:
        check_value(name, value, allowed)
