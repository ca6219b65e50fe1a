"""What each screen looks like, at the smallest size and at a large one.

After a change that is meant: `pytest tests/tui/test_snapshots.py --snapshot-update`, and look at
the pictures.
"""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from dicehall.game.records import read
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.worth import Worth, unit_of
from dicehall.tui.app import DicehallApp
from dicehall.tui.preferences import ScreenPreferences
from dicehall.tui.screens.replay import ReplayScreen
from dicehall.tui.screens.table import TableScreen
from dicehall.tui.sources.local import LocalSource
from support.terminal_app import InlineThinker, press, settle, terminal_app

RECORDS = Path(__file__).parents[1] / "game/records"
SIZES = {"small": (80, 24), "large": (120, 40)}
MIDDLES = {
    # a record, how many of its events have happened, the level of the other seat
    "sparkle": ("sparkle-0", 7, ""),
    "pocket-hexes": ("pocket-hexes-0", 90, ""),
    "knuckles": ("knuckles-0", 21, "easy"),
    "knucklebones": ("knucklebones-0", 21, "normal"),
    "fune": ("fune-0", 40, ""),
    "fune-two": ("fune2-0", 60, "hard"),
}


Compare = Callable[..., bool]


@pytest.fixture
def compare(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Compare:
    """Compares a picture; one of an application that has crashed is none.

    What was solved on this machine does not show: new matches say who plays by a table.
    """
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path / "cache"))

    def compared(app: DicehallApp, **given: Any) -> bool:
        alike = snap_compare(app, **given)
        assert not app.return_code
        return alike

    return compared


class FixedThinker(InlineThinker):
    """Finds every move a little worse than the one before: no picture hangs on a real worth."""

    async def weigh(self, game: Any, state: Any) -> Worth:
        moves = game.turn(state).moves
        worths = {move: 0.5 - 0.02 * number for number, move in enumerate(moves)}
        return Worth(worths, unit_of(game), exact=True)

    review = weigh


def middle(name: str) -> LocalMatch:
    """A match in its middle, with somebody to decide."""
    file, moment, level = MIDDLES[name]
    record, state = read((RECORDS / f"{file}.dice").read_text("utf-8"))
    match = LocalMatch.read(record, state).at(moment)
    seats = match.game.seats
    while match.to_move is None:
        match = match.at(len(match.events) - 1)
    levels = [level] * seats
    levels[match.to_move] = ""
    names = ["Marrow"] * seats
    names[match.to_move] = "Ada"
    return LocalMatch(match.game, tuple(names), tuple(levels), "1", match.state, match.events)


def sit(match: LocalMatch, *keys: str) -> Callable[[Pilot[None]], Awaitable[None]]:
    async def run(pilot: Pilot[None]) -> None:
        source = LocalSource(InlineThinker(), lambda _match: None)
        pilot.app.push_screen(TableScreen(match, source))
        await settle(pilot)
        await press(pilot, *keys)

    return run


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", MIDDLES)
def test_a_match_in_its_middle(compare: Compare, tmp_path: Path, name: str, size: str) -> None:
    app = terminal_app(tmp_path, thinker=FixedThinker())
    assert compare(app, terminal_size=SIZES[size], run_before=sit(middle(name)))


@pytest.mark.parametrize("name", ["sparkle", "pocket-hexes", "knucklebones", "fune"])
def test_the_coach_values_every_choice(compare: Compare, tmp_path: Path, name: str) -> None:
    app = terminal_app(tmp_path, thinker=FixedThinker())
    assert compare(app, run_before=sit(middle(name), "c"))


@pytest.mark.parametrize("size", SIZES)
def test_the_menu(compare: Compare, tmp_path: Path, size: str) -> None:
    assert compare(terminal_app(tmp_path), terminal_size=SIZES[size])


def test_the_menu_in_the_light_theme(compare: Compare, tmp_path: Path) -> None:
    light = ScreenPreferences(theme="dicehall-light", motion=False)
    assert compare(terminal_app(tmp_path, preferences=light))


@pytest.mark.parametrize("key", ["1", "4", "5"])
def test_a_new_match(compare: Compare, tmp_path: Path, key: str) -> None:
    assert compare(terminal_app(tmp_path), press=[key])


def test_the_names_of_two_people(compare: Compare, tmp_path: Path) -> None:
    async def ask(pilot: Pilot[None]) -> None:
        await press(pilot, "5", "5")
        for field in pilot.app.screen.query("Input"):
            field.cursor_blink = False  # type: ignore[attr-defined]
        await press(pilot, "tab", "tab")

    assert compare(terminal_app(tmp_path), run_before=ask)


def test_the_help_over_a_table(compare: Compare, tmp_path: Path) -> None:
    assert compare(terminal_app(tmp_path), run_before=sit(middle("fune"), "?"))


def test_playing_a_friend(compare: Compare, tmp_path: Path) -> None:
    async def type_a_code(pilot: Pilot[None]) -> None:
        await pilot.press("f")
        pilot.app.screen.query_one("#code", Input).cursor_blink = False
        await pilot.press(*"7AK")

    known = ScreenPreferences(name="Ada", house="http://dice.example", left="match words")
    assert compare(terminal_app(tmp_path, preferences=known), run_before=type_a_code)


def test_the_settings(compare: Compare, tmp_path: Path) -> None:
    assert compare(terminal_app(tmp_path), press=["s"])


def test_a_replay(compare: Compare, tmp_path: Path) -> None:
    async def show(pilot: Pilot[None]) -> None:
        record, state = read((RECORDS / "knucklebones-0.dice").read_text("utf-8"))
        pilot.app.push_screen(ReplayScreen(LocalMatch.read(record, state), 30))
        await settle(pilot)

    assert compare(terminal_app(tmp_path), run_before=show)


def test_a_review(compare: Compare, tmp_path: Path) -> None:
    async def show(pilot: Pilot[None]) -> None:
        record, state = read((RECORDS / "knucklebones-0.dice").read_text("utf-8"))
        app = pilot.app
        app.show_review(LocalMatch.read(record, state))  # type: ignore[attr-defined]
        await settle(pilot)

    assert compare(terminal_app(tmp_path, thinker=FixedThinker()), run_before=show)
