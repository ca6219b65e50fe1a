"""The pictures that links are shown with: drawn off the loop, one by one, and kept a while."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from dicehall.game import find_game
from dicehall.match.match import Match
from dicehall.match.thinking.single_flight import SingleFlight
from dicehall.page.preview.picture import draw_board, draw_house
from dicehall.page.protocol import find_page
from dicehall.page.scene import Scene

MOST_KEPT = 64
"""Pictures in memory, of some hundred kilobytes each."""
HOUSE = ("", 0)
NOT_BEGUN = -1

Key = tuple[str, int]
"""A match, and how many events there had been."""


@dataclass(frozen=True, slots=True)
class PreviewPicture:
    """A PNG file, and a name that changes with what it shows."""

    content: bytes
    etag: str


class PreviewPictures:
    """Draws every position once for all who ask for it."""

    def __init__(self) -> None:
        self._drawn: SingleFlight[Key, PreviewPicture] = SingleFlight(MOST_KEPT)
        self._turn = asyncio.Lock()

    def is_drawn(self, match: Match) -> bool:
        """Whether the picture of a match is kept already."""
        return self._drawn.known(_key(match)) is not None

    async def of_match(self, match: Match, scene: Scene) -> PreviewPicture:
        """The board as a spectator's `scene` shows it, and the score; of a match that has not
        begun, only which game it is."""
        title = find_game(match.game.name).title
        game_page = find_page(match.game.name)
        if match.begun:
            scores = match.game.scores(match.state)
        else:
            scene, scores = game_page.module.sample(match.game), ()

        def draw() -> bytes:
            return draw_board(lambda canvas: game_page.paint(canvas, scene), title, scores)

        return await self._draw(_key(match), draw)

    async def of_house(self) -> PreviewPicture:
        """The dice of the house."""
        return await self._draw(HOUSE, draw_house)

    async def _draw(self, key: Key, draw: Callable[[], bytes]) -> PreviewPicture:
        async def drawn() -> PreviewPicture:
            async with self._turn:
                content = await asyncio.to_thread(draw)
            return PreviewPicture(content, f'"{sha256(content).hexdigest()[:20]}"')

        return await asyncio.shield(self._drawn.ask(key, drawn))


def _key(match: Match) -> Key:
    return match.id, len(match.log) if match.begun else NOT_BEGUN
