"""Setting positions up: by taps, every game's board leads from the start to any position."""

import re
from random import Random
from typing import Any

import pytest

from dicehall.game import AnyGame, new_game
from dicehall.game.positions import parse_position, read_position, spell_position
from dicehall.game.refused import BadPosition
from dicehall.game_page.editing import Editor
from dicehall.game_page.history import History
from dicehall.game_page.protocol import find_page
from dicehall.web.analysis.board import scene_of
from dicehall.web.analysis.variations import Variations
from dicehall.web.views.render import render
from support.playouts import GAMES, play_match

TAPS = 120
SPOTS = re.compile(r'name="tap" value="([^"]+)" aria-label="([^"]+)"')

every_game = pytest.mark.parametrize("game", GAMES, ids=str)


def editor_of(game: AnyGame) -> Editor:
    editor = find_page(game.name).editor
    assert editor
    return editor


def drawn(game: AnyGame, state: Any) -> str:
    """The board while it is being set up."""
    scene = scene_of(Variations(game), History(game, state), editing=True)
    page = find_page(game.name)
    return render(page.board, scene=scene, view=page.module.view(scene), match=None)


def set_up(game: AnyGame, *taps: str, **settings: str) -> str:
    """The position after taps, written `tool spot`, and other settings."""
    editor, state = editor_of(game), game.start()
    for tap in taps:
        tool, spot = tap.split()
        state = editor.tap(game, state, tool, spot)
    if settings:
        state = editor.change(game, state, settings)
    return spell_position(game, parse_position(game, spell_position(game, state)))


@every_game
def test_any_taps_lead_to_a_position_that_can_be_drawn_and_read_or_says_why_not(
    game: AnyGame,
) -> None:
    random, editor = Random(4), editor_of(game)
    state, reasons = game.start(), list[str]()
    tools = [tool.name for tool in editor.tools(game)]
    spots = dict(SPOTS.findall(drawn(game, state)))
    assert all(label.strip() for label in spots.values())
    for number in range(TAPS):
        try:
            after = editor.tap(game, state, random.choice(tools), random.choice([*spots]))
            state = parse_position(game, spell_position(game, after))
        except BadPosition as refused:
            reasons.append(refused.reason)
        if number % 10 == 0:
            assert dict(SPOTS.findall(drawn(game, state))).keys() == spots.keys()
        try:
            assert read_position(game, spell_position(game, state)) == state
        except BadPosition as refused:
            reasons.append(refused.reason)
    assert all(map(str.strip, reasons))


@every_game
def test_settings_that_are_applied_unchanged_change_nothing(game: AnyGame) -> None:
    editor = editor_of(game)
    for state, _turn, _event in play_match(game, 5)[::7]:
        values = {one.name: one.value for one in editor.settings(game, state)}
        for one in editor.settings(game, state):
            assert not one.choices or one.value in dict(one.choices)
        changed = editor.change(game, state, values)
        if getattr(state, "lost", False):
            continue
        assert spell_position(game, changed) == spell_position(game, state)


@every_game
def test_pointless_taps_are_refused(game: AnyGame) -> None:
    editor = editor_of(game)
    first = editor.tools(game)[0].name
    for tool, spot in (("x", "hand"), (first, "x"), (first, ""), ("", ""), (first, "die-9")):
        with pytest.raises(BadPosition):
            editor.tap(game, game.start(), tool, spot)


def test_knucklebones() -> None:
    game = new_game("knucklebones")
    taps = ("5 0-1", "3 0-1", "6 1-3", "6 1-3", "2 1-3", "away 1-3", "4 hand")
    assert set_up(game, *taps, mover="0") == "53._._-_._.66-4-0"
    full = [f"{face} 0-{column}" for face, column in zip("111222333", "111222333", strict=True)]
    assert set_up(game, *full, "4 1-1") == "111.222.333-4._._-_-1"
    assert set_up(game, "5 0-1", "away 0-1") == spell_position(game, game.start())
    with pytest.raises(BadPosition, match="at most 3 dice"):
        set_up(game, *full, "5 0-1")


def test_fune() -> None:
    game = new_game("fune", 2)
    sixes = tuple(f"6 die-{number}" for number in range(1, 6))
    open_card = ".".join("_" * 13)
    assert set_up(game, *sixes) == f"{open_card}-{open_card}-66666-2-0"
    mine = set_up(game, *sixes, "6 box-sixes-0", "6 box-ones-1", "6 box-fune-0", rerolls="0")
    assert mine == f"_._._._._.30._._.50._._._._-0.{'.'.join('_' * 12)}-66666-0-1"
    assert set_up(game, *sixes, "cup die-2") == f"{open_card}-{open_card}-6_666-2-0"


def test_pocket_hexes() -> None:
    game = new_game("pocket-hexes")
    taps = ("20 e6", "5 e5", "1 e5", "1 die-d4", "2 die-d6", "3 die-d8", "4 die-d10", "5 die-d12")
    position = set_up(game, *taps)
    assert position.endswith("._______.______._____-_-12345_-open")
    read_position(game, position)
    with pytest.raises(BadPosition, match="cannot go there"):
        set_up(game, "20 die-d4")


def test_sparkle() -> None:
    game = new_game("sparkle")
    assert set_up(game, "1 die-1", "5 die-2", "banked die-1") == "1-0-10-15463-1-_-_-5"
    faces = ("* die-1", "6 die-2", "6 die-3", "1 die-4", "2 die-5")
    taps = (*faces, *(f"banked die-{number}" for number in (1, 2, 3)))
    thrown = set_up(game, *taps, "thrown die-4", "thrown die-5", points="60")
    assert thrown == "1-0-60-s6612-123-45-6-5"
    assert read_position(game, thrown).waiting == 6
    assert set_up(game, number="2", total="150") == "2-150-0-_____-_-12345-_-5"
    with pytest.raises(BadPosition):
        set_up(game, total="many")
