"""Everything around a match: leaving, resuming, undo, hints, history, review, settings, sizes."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from dicehall.game import AnyGame, games
from dicehall.game.records import Played
from dicehall.players.worth import Worth
from dicehall.tui.app import DicehallApp
from dicehall.tui.keyline import KeyLine
from dicehall.tui.preferences import ScreenPreferences, load_preferences
from dicehall.tui.screens.guide import HelpScreen
from dicehall.tui.screens.history import HistoryScreen
from dicehall.tui.screens.menu import MenuScreen
from dicehall.tui.screens.replay import ReplayScreen
from dicehall.tui.screens.review import ReviewScreen
from dicehall.tui.screens.table import TableScreen
from dicehall_pig import PIG
from support.terminal_app import InlineThinker, canvas_of, press, settle, table, terminal_app

Scenario = Callable[[DicehallApp, Pilot[None]], Awaitable[None]]


def run(scenario: Scenario, data: Path, **given: Any) -> None:
    """An application from its start to its end."""

    async def main() -> None:
        app = terminal_app(data, **given)
        async with app.run_test(size=(80, 24)) as pilot:
            await settle(pilot)
            await scenario(app, pilot)

    asyncio.run(main())


def text_of(app: DicehallApp, place: str) -> str:
    return str(app.screen.query_one(place, Static).content)


def test_a_match_that_is_left_is_gone_on_with(tmp_path: Path) -> None:
    left: list[Any] = []

    async def leave(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "easy")
        await settle(pilot)
        await press(pilot, "1", "2")
        left.append(table(app).match)
        await press(pilot, "q")
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "q")

    async def come_back(app: DicehallApp, pilot: Pilot[None]) -> None:
        menu = app.screen.query_one(OptionList)
        assert "Resume: Knucklebones" in str(menu.get_option_at_index(0).prompt)
        assert "against Pip the mouse" in str(menu.get_option_at_index(0).prompt)
        await press(pilot, "enter")
        assert table(app).match == left[0]
        assert table(app).acting
        before = len(left[0].events)
        await press(pilot, "3")
        assert len(table(app).match.events) > before
        assert len(list((tmp_path / "terminal").iterdir())) == 1, "it is the same match"

    run(leave, tmp_path)
    run(come_back, tmp_path)


def test_a_match_is_on_the_disk_before_it_is_left(tmp_path: Path) -> None:
    """However the program ends, all events are saved."""

    async def check(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("fune", {}, "alone")
        await settle(pilot)
        await press(pilot, "1", "space")
        (kept,) = app.shelf.running()
        assert kept.match == table(app).match

    run(check, tmp_path)


def test_a_full_disk_is_reported_and_the_match_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    async def play(app: DicehallApp, pilot: Pilot[None]) -> None:
        monkeypatch.setattr("dicehall.tui.shelf.write_whole", fail)
        app.begin("fune", {}, "alone")
        await settle(pilot)
        await press(pilot, "space")
        assert len(table(app).match.events) == 3
        said = [note.message for note in app._notifications]
        assert said[0] == "Could not save the match: No space left on device"

    run(play, tmp_path)


def test_alone_a_move_is_taken_back_and_the_dice_fall_again_as_they_fell(tmp_path: Path) -> None:
    async def undo(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("fune", {}, "alone")
        await settle(pilot)
        first = table(app).match
        await press(pilot, "1", "space")
        second = table(app).match
        await press(pilot, "u")
        back = table(app).match
        assert (back.events, back.state) == (first.events, first.state)
        assert dict(back.notes)["take-backs"] == "1"
        assert app.shelf.running()[0].match == back, "also on the disk"
        await press(pilot, *"12345")
        picked = table(app).selection.picked
        await press(pilot, *map(str, {*picked} ^ {1}), "space")
        assert table(app).match.events == second.events

    run(undo, tmp_path)


def test_against_another_seat_a_move_is_taken_back_with_its_answer(tmp_path: Path) -> None:
    async def undo(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "people")
        await settle(pilot)
        await press(pilot, "1")
        assert len(table(app).match.events) == 3
        await press(pilot, "u")
        assert len(table(app).match.events) == 1
        assert table(app).message.startswith("Last move undone.")

    run(undo, tmp_path)


def test_a_hint_shows_the_best_move_once(tmp_path: Path) -> None:
    async def ask(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "easy")
        await settle(pilot)
        await press(pilot, "h")
        hinted = table(app).hinted
        assert hinted in ("column 1", "column 2", "column 3")
        assert table(app).message.startswith(f"Coach: {hinted}: ")
        await press(pilot, "1")
        assert table(app).hinted == ""
        assert table(app).advice is None

    run(ask, tmp_path)


def test_the_coach_stays_on_until_switched_off(tmp_path: Path) -> None:
    async def coach(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "easy")
        await settle(pilot)
        assert "best" not in canvas_of(app).text
        await press(pilot, "c")
        assert "best" in canvas_of(app).text
        await press(pilot, "1")
        assert "best" in canvas_of(app).text
        assert load_preferences(tmp_path).coach
        await press(pilot, "c")
        assert "best" not in canvas_of(app).text
        assert not load_preferences(tmp_path).coach

    run(coach, tmp_path)


def test_the_line_of_the_coach_goes_with_it(tmp_path: Path) -> None:
    async def coach(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "easy")
        await settle(pilot)
        happened = text_of(app, "#message")
        await press(pilot, "c")
        assert text_of(app, "#message").startswith("Coach: ")
        await press(pilot, "c")
        assert text_of(app, "#message") == happened

    run(coach, tmp_path)


class SlowThinker(InlineThinker):
    """Weighs nothing before it may."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()

    async def weigh(self, game: AnyGame, state: Any) -> Worth:
        await self.may_answer.wait()
        return await super().weigh(game, state)


def test_a_coach_that_was_sent_away_while_it_thought_says_nothing(tmp_path: Path) -> None:
    thinker = SlowThinker()

    async def coach(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "easy")
        await settle(pilot)
        happened = text_of(app, "#message")
        await pilot.press("c")
        await pilot.pause()
        assert text_of(app, "#message") == "The coach is thinking …"
        await pilot.press("c")
        thinker.may_answer.set()
        await settle(pilot)
        assert text_of(app, "#message") == happened

    run(coach, tmp_path, thinker=thinker)


def test_a_full_menu_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dicehall.tui.screens.menu.games", lambda: games() | {"pig": PIG})

    async def leave(app: DicehallApp, pilot: Pilot[None]) -> None:
        for opponent in ("easy", "normal", "hard"):
            app.begin("knucklebones", {}, opponent)
            await settle(pilot)
            await press(pilot, "1", "q")
        menu = app.screen.query_one(OptionList)
        assert menu.option_count == 3 + len(games()) + 1 + 1
        assert menu.max_scroll_y == 0, "something scrolls out of sight"

    run(leave, tmp_path)


def test_advice_that_comes_too_late_is_not_shown(tmp_path: Path) -> None:
    class Slow:
        answer = asyncio.Event()

        async def weigh(self, game: Any, state: Any) -> Any:
            await self.answer.wait()
            raise AssertionError("nobody waits for this any more")

        def close(self) -> None:
            pass

    async def play(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "people")
        await settle(pilot)
        await pilot.press("h")
        await pilot.pause()
        await pilot.press("1")
        await pilot.press("h")
        assert sum(isinstance(event, Played) for event in table(app).match.events) == 1

    run(play, tmp_path, thinker=Slow())


def test_after_the_end_there_is_a_review_a_replay_and_another_match(tmp_path: Path) -> None:
    async def end(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "people")
        await settle(pilot)
        while not table(app).match.is_over:
            moves = table(app).board_view().moves
            await press(pilot, moves[0].split()[1])
        over = table(app).match
        assert "wins" in text_of(app, "#prompt") or "draw" in text_of(app, "#prompt")
        assert "Play again" in str(app.screen.query_one(KeyLine).content)
        await press(pilot, "v")
        assert isinstance(app.screen, ReviewScreen)
        review = app.screen.review
        assert review is not None
        assert len(review.judged) == sum(isinstance(event, Played) for event in over.events)
        assert "accuracy" in text_of(app, "#summary")
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "q", "q", "p")
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await press(pilot, "end")
        assert replay.version == len(over.events)
        await press(pilot, "left", "home", "left")
        assert replay.version == 0
        await press(pilot, "q", "n")
        assert table(app).match.names == over.names[::-1], "who was second begins"
        assert not table(app).match.is_over

    run(end, tmp_path)


def test_the_history_lists_matches_and_shows_them_again(tmp_path: Path) -> None:
    async def check(app: DicehallApp, pilot: Pilot[None]) -> None:
        (tmp_path / "terminal").mkdir(parents=True)
        for name, text in {
            "2025-01-01-a": "game: fune\n\nroll 1 2 3 4 5\n0 score choice\n",
            "2025-01-02-b": (Path(__file__).parents[1] / "game/records/sparkle-0.dice").read_text(),
            "2025-01-03-c": "this is no record\n",
        }.items():
            (tmp_path / "terminal" / f"{name}.dice").write_text(text)
        await press(pilot, "y")
        history = app.screen
        assert isinstance(history, HistoryScreen)
        rows = history.query_one(OptionList)
        assert rows.option_count == 2
        assert "The game is over: " in str(rows.get_option_at_index(0).prompt)
        assert "unfinished" in str(rows.get_option_at_index(1).prompt)
        assert text_of(app, "#status") == "2 matches, 1 unreadable file"
        await press(pilot, "enter")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "q", "q")
        assert isinstance(app.screen, MenuScreen)

    run(check, tmp_path)


def test_settings_are_kept(tmp_path: Path) -> None:
    async def change(app: DicehallApp, pilot: Pilot[None]) -> None:
        await press(pilot, "s", "enter", "down", "enter", "down", "enter")
        assert app.theme == "dicehall-light"
        assert "dicehall-light" in str(app.screen.query_one(OptionList).get_option("theme").prompt)

    run(change, tmp_path)
    assert load_preferences(tmp_path) == ScreenPreferences(
        "dicehall-light", motion=True, coach=True
    )


@pytest.mark.parametrize("text", ["", "[]", "{", '{"motion": "no", "unknown": 1}'])
def test_settings_that_make_no_sense_are_as_at_first(tmp_path: Path, text: str) -> None:
    (tmp_path / "terminal.json").write_text(text)
    assert load_preferences(tmp_path) == ScreenPreferences()


def test_the_option_of_a_game_is_chosen_and_remembered_in_the_record(tmp_path: Path) -> None:
    async def begin(app: DicehallApp, pilot: Pilot[None]) -> None:
        await press(pilot, "1", "o", "enter")
        assert table(app).match.game.options == {"curve": "gentle"}
        assert app.shelf.running()[0].match.game.options == {"curve": "gentle"}

    run(begin, tmp_path)


def test_two_people_give_their_names(tmp_path: Path) -> None:
    async def begin(app: DicehallApp, pilot: Pilot[None]) -> None:
        await press(pilot, "4", "5", *["end", *["backspace"] * 10, *"Ada", "enter"])
        await press(pilot, *["end", *["backspace"] * 10, *"ADA", "enter"])
        assert text_of(app, "#refusal") == "the names must be different"
        await press(pilot, *["backspace"] * 3, *"Bob", "enter")
        assert {*table(app).match.names} == {"Ada", "Bob"}
        assert table(app).match.viewer.you is None

    run(begin, tmp_path)


@pytest.mark.parametrize("name", games())
def test_the_help_names_every_key(tmp_path: Path, name: str) -> None:
    async def ask(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.show_help(games()[name].new())
        await settle(pilot)
        assert isinstance(app.screen, HelpScreen)
        said = text_of(app, "#sheet-keys")
        assert "a hint" in said
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)

    run(ask, tmp_path)


@pytest.mark.parametrize("name", ["sparkle", "pocket-hexes", "knuckles", "fune"])
def test_a_table_follows_the_size_of_the_terminal(tmp_path: Path, name: str) -> None:
    async def resize(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin(name, {}, "alone" if 1 in games()[name].seats else "easy")
        await settle(pilot)
        for width, height in ((80, 24), (120, 40), (200, 60), (100, 30), (80, 24)):
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            canvas, log = canvas_of(app), app.screen.query_one("#log")
            assert canvas.width == width - (34 if width >= 116 else 0)
            assert canvas.height == height - 5
            assert log.display is (width >= 116)
        match = table(app).match
        await pilot.resize_terminal(20, 5)
        await settle(pilot)
        assert table(app).match is match, "too small to see anything is not too small to go on"

    run(resize, tmp_path)


def test_dice_roll_for_a_moment_and_a_key_ends_it(tmp_path: Path) -> None:
    async def watch(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "people")
        shown: list[bool] = []
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TableScreen)
        paint = screen._show

        def watched(*given: Any, **more: Any) -> None:
            shown.append(more.get("before_roll") is not None)
            paint(*given, **more)

        screen._show = watched  # type: ignore[method-assign]
        while not screen.acting:
            await pilot.press("x")
        first = len(screen.match.events)
        await pilot.press("1")
        while not screen.acting:
            await pilot.press("x")
        assert len(screen.match.events) == first + 2
        assert any(shown), "faces were shown before the dice lay still"
        assert shown[-1] is False

    run(watch, tmp_path, preferences=ScreenPreferences(motion=True))


def test_a_table_says_when_the_terminal_is_too_small_for_it(tmp_path: Path) -> None:
    async def scenario(app: DicehallApp, pilot: Pilot[None]) -> None:
        app.begin("knucklebones", {}, "easy")
        await settle(pilot)
        assert text_of(app, "#title").startswith("Knucklebones")
        await pilot.resize_terminal(60, 18)
        await settle(pilot)
        assert text_of(app, "#title") == "Terminal too small: a table needs 80 × 24"
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert text_of(app, "#title").startswith("Knucklebones")

    run(scenario, tmp_path)


def test_a_history_of_nothing_says_so(tmp_path: Path) -> None:
    async def scenario(app: DicehallApp, pilot: Pilot[None]) -> None:
        await press(pilot, "y")
        assert text_of(app, "#status") == "No matches yet."

    run(scenario, tmp_path)
