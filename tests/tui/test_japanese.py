"""The terminal application in Japanese, whose signs are two columns wide, on 80 columns."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from dicehall.game.records import read
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.app import DicehallApp
from dicehall.tui.screens.table import TableScreen
from dicehall.tui.sources.local import LocalSource
from dicehall.words.language import using
from dicehall.words.lines import columns
from support.terminal_app import press, settle, terminal_app

RECORDS = Path(__file__).parents[1] / "game/records"
SIZE = WIDTH, _HEIGHT = 80, 24


Scenario = Callable[[Pilot[None]], Awaitable[None]]


def shown(data: Path, *keys: str, before: Scenario = settle) -> list[str]:
    """The lines of the screen after some keys."""

    async def main() -> list[str]:
        app = terminal_app(data)
        async with app.run_test(size=SIZE) as pilot:
            await settle(pilot)
            await before(pilot)
            await press(pilot, *keys)
            return lines_of(app)

    with using("ja"):
        return asyncio.run(main())


def lines_of(app: DicehallApp) -> list[str]:
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip) for strip in strips]


def places(lines: list[str], pattern: str) -> list[int]:
    """The columns in which the first group of a pattern begins, for each line that has it."""
    found = (re.search(pattern, line) for line in lines)
    return [columns(hit.string[: hit.start(1)]) for hit in found if hit]


def sit(name: str, moment: int) -> Scenario:
    """Sits down alone at a match of the records."""

    async def run(pilot: Pilot[None]) -> None:
        record, state = read((RECORDS / f"{name}.dice").read_text("utf-8"))
        match = LocalMatch.read(record, state).at(moment)
        while match.to_move is None:
            match = match.at(len(match.events) - 1)
        assert isinstance(pilot.app, DicehallApp)
        source = LocalSource(pilot.app.thinker, lambda _match: None)
        pilot.app.push_screen(TableScreen(match, source))
        await settle(pilot)

    return run


def test_each_game_of_the_menu_has_one_line(tmp_path: Path) -> None:
    lines = shown(tmp_path)
    assert len(places(lines, r"^ +\d  \w.*?  +([ァ-ヶー]+：)")) == 5
    assert len(set(places(lines, r"^ +\d  \w.*?  +([ァ-ヶー]+：)"))) == 1


def test_the_rules_have_no_spaces_where_their_lines_ended(tmp_path: Path) -> None:
    about = "".join(line.strip() for line in shown(tmp_path)[12:-1])
    assert "残りを振るかターンを終えます。同じ目が5個でヒープ" in about


def test_the_opponents_stand_in_columns_each_with_one_name(tmp_path: Path) -> None:
    lines = shown(tmp_path, "5")
    assert len(found := places(lines, r"^ +\d  \S+ +(\S)")) == 6
    assert len(set(found)) == 1
    assert any(re.search(r" 4  フクロウ船長 ", line) for line in lines)


def test_the_settings_stand_in_columns(tmp_path: Path) -> None:
    lines = shown(tmp_path, "s")
    assert len(found := places(lines, r"^ +\S+ +(dicehall|オン|オフ)")) == 3
    assert len(set(found)) == 1


def test_the_keys_of_the_help_stand_in_columns(tmp_path: Path) -> None:
    lines = shown(tmp_path, "?", before=sit("fune-0", 40))
    keys = [line for line in lines if re.search("外す|サイコロを振る|役を選んで|すぐに", line)]
    assert len(found := places(keys, r"(?:5|スペース|Enter|文字) +(\S)")) == 4
    assert len(set(found)) == 1


def test_the_choices_are_in_the_middle(tmp_path: Path) -> None:
    lines = shown(tmp_path, before=sit("sparkle-0", 7))
    (row,) = [line for line in lines if "不発を受け入れる  " in line]
    left, right = (columns(row) - columns(side) for side in (row.lstrip(), row.rstrip()))
    assert abs(left - right) <= 1


@pytest.mark.parametrize("name", ["sparkle-0", "pocket-hexes-0", "knucklebones-0", "fune-0"])
def test_no_line_is_longer_or_shorter_than_the_screen(tmp_path: Path, name: str) -> None:
    for key in ((), ("?",)):
        lines = shown(tmp_path, *key, before=sit(name, 30))
        assert {columns(line) for line in lines} == {WIDTH}
        assert re.search("[ぁ-ん]", "".join(lines))


def test_the_way_on_through_a_replay_is_called_so(tmp_path: Path) -> None:
    async def replay(pilot: Pilot[None]) -> None:
        record, state = read((RECORDS / "knucklebones-0.dice").read_text("utf-8"))
        pilot.app.show_replay(LocalMatch.read(record, state), 3)  # type: ignore[attr-defined]
        await settle(pilot)

    assert "→ 進む" in shown(tmp_path, before=replay)[-1]


@pytest.mark.parametrize("name", ["sparkle-0", "pocket-hexes-0", "fune-0"])
def test_solo_games_have_no_resign_key(tmp_path: Path, name: str) -> None:
    """The key is only there at a table of a server, where two people play."""
    for keys in ((), ("w",), ("?",)):
        assert "投了" not in "\n".join(shown(tmp_path, *keys, before=sit(name, 30)))
