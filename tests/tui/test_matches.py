"""Whole matches on the screen, by keys and by mouse, as a person would play them."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from dicehall.game import Decide, Over
from dicehall.game.records import Played, fold, read
from dicehall.games.hexes.rules import PLACES
from dicehall.tui.painting import Board
from dicehall.tui.screens.table import TableScreen
from dicehall.tui.shelf import SUFFIX
from support.terminal_app import canvas_of, place_of, press, settle, table, terminal_app
from tui.typist import count_keys, next_key

SMALL = (80, 24)
MOST_MOVES = 400
MANY_EVENTS = 8

MATCHES = [
    ("sparkle", "alone"),
    ("pocket-hexes", "alone"),
    ("knuckles", "easy"),
    ("knucklebones", "people"),
    ("fune", "alone"),
    ("fune", "easy"),
]


async def play_by_keys(data: Path, game: str, opponent: str) -> None:
    """A whole match of random moves, typed; the saved record is the same match."""
    app, random = terminal_app(data, seed="22"), Random(game)
    async with app.run_test(size=SMALL) as pilot:
        app.begin(game, {}, opponent)
        await settle(pilot)
        while not (shown := table(app)).match.is_over:
            turn = shown.match.turn
            assert isinstance(turn, Decide)
            assert shown.acting
            moves, move = len(shown.match.events), _lively(shown, turn.moves, random)
            while len(shown.match.events) == moves:
                key = next_key(shown.match.game, shown.match.state, shown.selection, move)
                await pilot.press(key)
            await settle(pilot)
            assert len(shown.match.events) < MOST_MOVES
            assert move in [getattr(event, "move", "") for event in shown.match.events[moves:]]
        (path,) = (data / "terminal").glob(f"*{SUFFIX}")
        record, state = read(path.read_text("utf-8"))
        assert (record.game, state) == (shown.match.game, shown.match.state)
        assert fold(record) == state
        assert isinstance(record.game.turn(state), Over)


def _lively(shown: TableScreen, moves: tuple[str, ...], random: Random) -> str:
    """A move that brings a match to its end soon, with few keys: whoever may score does, and in
    Pocket Hexes high numbers soon stand in the way of all others."""
    state, view = shown.match.state, shown.board_view()
    placements = {move: count_keys(view, move) for move in moves if move in PLACES}
    if placements:
        late = len(shown.match.events) > MANY_EVENTS
        height = {move: state.dice[PLACES[move][0]] if late else 0 for move in placements}
        return min(placements, key=lambda move: (-height[move], placements[move]))
    ending = [move for move in moves if move.startswith(("score", "finish", "end", "fizzle"))]
    return random.choice(ending or [move for move in moves if "reroll" not in move])


@pytest.mark.parametrize(("game", "opponent"), MATCHES, ids=lambda given: given)
def test_a_whole_match_is_played_by_keys(tmp_path: Path, game: str, opponent: str) -> None:
    asyncio.run(play_by_keys(tmp_path, game, opponent))


def test_a_whole_match_is_played_by_mouse(tmp_path: Path) -> None:
    async def play() -> None:
        app, random = terminal_app(tmp_path), Random(2)
        async with app.run_test(size=SMALL) as pilot:
            app.begin("knucklebones", {}, "normal")
            await settle(pilot)
            while not (shown := table(app)).match.is_over:
                turn = shown.match.turn
                assert isinstance(turn, Decide)
                events, move = shown.match.events, random.choice(turn.moves)
                await pilot.click(Board, offset=place_of(canvas_of(app), move.split()[1]))
                await settle(pilot)
                assert shown.match.events[len(events)].move == move  # type: ignore[union-attr]

    asyncio.run(play())


def test_dice_are_locked_and_rows_confirmed_by_mouse(tmp_path: Path) -> None:
    async def play() -> None:
        app = terminal_app(tmp_path)
        async with app.run_test(size=SMALL) as pilot:
            app.begin("fune", {}, "alone")
            await settle(pilot)
            for key in ("2", "4", "space"):
                await pilot.click(Board, offset=place_of(canvas_of(app), key))
                await settle(pilot)
            assert table(app).match.events[1].move == "keep 2 4"  # type: ignore[union-attr]
            assert table(app).selection.picked == (2, 4), "what was locked stays locked"
            await pilot.click(Board, offset=place_of(canvas_of(app), "n"))
            await settle(pilot)
            assert table(app).match.events[3].move == "score choice"  # type: ignore[union-attr]

    asyncio.run(play())


def test_a_game_without_a_screen_of_its_own_is_played_from_a_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dicehall.game import catalogue
    from dicehall_pig import PIG

    brought = catalogue._brought()
    monkeypatch.setattr(catalogue, "_brought", lambda: {**brought, PIG.name: PIG})

    async def play() -> None:
        app = terminal_app(tmp_path)
        async with app.run_test(size=SMALL) as pilot:
            app.begin("pig", {}, "people")
            await settle(pilot)
            await press(pilot, "enter", "down", "enter", "1")
            await pilot.click(Board, offset=place_of(canvas_of(app), "move 0"))
            await settle(pilot)
            moves = [event.move for event in table(app).match.events if isinstance(event, Played)]
            assert moves == ["roll", "hold", "roll", "roll"]

    asyncio.run(play())


def test_an_illegal_move_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        app = terminal_app(tmp_path)
        async with app.run_test(size=SMALL) as pilot:
            app.begin("fune", {}, "alone")
            await settle(pilot)
            before = table(app).match
            await press(pilot, "1", "2", "3", "4", "5", "space")
            assert table(app).match is before
            assert "keeping all five dice, so there is nothing to roll" in table(app).message

    asyncio.run(play())


def test_keys_are_nothing_while_it_is_not_ones_turn(tmp_path: Path) -> None:
    """A key that is held, or pressed too early, must not decide the next move."""

    class Slow:
        def __init__(self) -> None:
            self.asked, self.answer = asyncio.Event(), asyncio.Event()

        async def choose(self, match: object) -> str:
            self.asked.set()
            await self.answer.wait()
            return "column 1"

        def close(self) -> None:
            pass

    async def play() -> None:
        slow = Slow()
        app = terminal_app(tmp_path, thinker=slow)
        async with app.run_test(size=SMALL) as pilot:
            app.begin("knucklebones", {}, "hard")
            await pilot.pause()
            if table(app).acting:
                await pilot.press("1")
            await slow.asked.wait()
            events = len(table(app).match.events)
            await pilot.press("2", "2", "2")
            assert len(table(app).match.events) == events
            slow.answer.set()
            await settle(pilot)
            assert len(table(app).match.events) == events + 2, "its move and the next roll"

    asyncio.run(play())
