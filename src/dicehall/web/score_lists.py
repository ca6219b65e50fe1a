"""The highest scores of the house, for pages and programs alike."""

import asyncio
from dataclasses import dataclass

from dicehall.game import Entry, find_game, games
from dicehall.match.store.lists import best
from dicehall.match.store.protocol import ListedSeat, Store


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
        """The guest's best, if it is not among the lines."""
        return next((line for line in self.own_lines[:1] if line not in self.lines), None)


async def score_lists(store: Store, who: str, *, mine: bool, game: str = "") -> list[ScoreList]:
    """The lists of all games, or of one; everybody's, or only those of the guest `who`."""
    entries = [find_game(game)] if game else games().values()
    kinds = [(entry, variant) for entry in entries for variant in entry.variants]
    return await asyncio.gather(*(_scores(store, *kind, who, mine=mine) for kind in kinds))


async def _scores(store: Store, entry: Entry, variant: str, who: str, *, mine: bool) -> ScoreList:
    own = await store.list(best(entry.name, variant, who))
    lines = own if mine else await store.list(best(entry.name, variant))
    return ScoreList(entry, variant, lines, own)
