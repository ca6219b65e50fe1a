"""The terminal application for tests: own folder, fixed clock, instant thinking."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from dicehall.game import AnyGame
from dicehall.game_screen.canvas import Canvas
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.levels import find_level, find_weigher
from dicehall.players.worth import Worth
from dicehall.tui.app import FOLDER, DicehallApp
from dicehall.tui.painting import Board
from dicehall.tui.preferences import ScreenPreferences
from dicehall.tui.screens.table import TableScreen
from dicehall.tui.shelf import Shelf

STILL = ScreenPreferences(motion=False)


class InlineThinker:
    """Thinks in this process, deterministically."""

    async def choose(self, match: LocalMatch) -> str:
        level = find_level(match.game.name, match.level_to_move)
        return level(match.game, match.state, match.thinking_random())

    async def weigh(self, game: AnyGame, state: Any) -> Worth:
        return find_weigher(game.name)(game, state)

    review = weigh

    def close(self) -> None:
        pass


def terminal_app(
    data: Path, *, preferences: ScreenPreferences = STILL, thinker: Any = None, **given: Any
) -> DicehallApp:
    """An application without animation."""
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    return DicehallApp(
        data,
        shelf=Shelf(data / FOLDER, lambda: noon),
        thinker=thinker or InlineThinker(),
        preferences=preferences,
        **{"seed": "1", **given},
    )


async def settle(pilot: Pilot[None]) -> None:
    """Wait until all work is done."""
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Press keys one by one and wait for their effects."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)


def table(app: DicehallApp) -> TableScreen:
    """The current table screen."""
    assert isinstance(app.screen, TableScreen)
    return app.screen


def canvas_of(app: DicehallApp) -> Canvas:
    """The canvas of the current board."""
    return app.screen.query_one(Board).canvas


def place_of(canvas: Canvas, key: str) -> tuple[int, int]:
    """A cell of a canvas that carries a key."""
    for y in range(canvas.height):
        for x in range(canvas.width):
            if canvas.key_at(x, y) == key:
                return x, y
    raise AssertionError(f"nothing stands for {key}:\n{canvas.text}")
