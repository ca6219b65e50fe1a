"""What `import dicehall` exports, also to a type checker."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from mypy import api

import dicehall

SNIPPET = """
from typing import assert_type
from dicehall import AnyGame, new_game
from dicehall.games.bones.rules import Bones, BonesState
from dicehall.games.fune.rules import Fune
from dicehall.games.hexes.rules import Hexes
from dicehall.games.sparkle.rules import Sparkle

assert_type(new_game("fune", 2), Fune)
assert_type(new_game("pocket-hexes"), Hexes)
assert_type(new_game("sparkle", options={"curve": "gentle"}), Sparkle)
assert_type(new_game("knuckles").start(), BonesState)
assert_type(new_game("knucklebones"), Bones)
assert_type(new_game(input()), AnyGame)
"""


def test_all_that_is_promised_is_there() -> None:
    for name in dicehall.__all__:
        assert getattr(dicehall, name) is not None
    assert dicehall.__version__.count(".") >= 1
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = dicehall.chess


def test_all_that_is_promised_is_described() -> None:
    page = (Path(__file__).parents[1] / "docs/library.md").read_text("utf-8")
    described = set(re.findall(r"\w+", page))
    assert set(dicehall.__all__) - described == set()
    assert dir(dicehall) == sorted(dicehall.__all__)


def test_all_games_are_listed_also_after_one_was_imported() -> None:
    script = """
import dicehall
before = list(dicehall.games())
import dicehall.games.fune.rules as rules
assert list(dicehall.games()) == before and "fune" in before
assert dicehall.games.fune.rules is rules
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_game_keeps_the_type_of_its_state(tmp_path: Path) -> None:
    checked = tmp_path / "checked.py"
    checked.write_text(SNIPPET)
    told, errors, code = api.run(["--strict", str(checked)])
    assert (code, errors) == (0, ""), told


def test_the_front_door_opens_without_anything_else() -> None:
    script = "import dicehall, sys; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"numpy", "msgspec", "typer", "dicehall.players"} & set(loaded)


def test_a_level_chooses_and_moves_are_weighed() -> None:
    game = dicehall.new_game("knucklebones")
    state = game.roll(game.start(), (6,))
    assert dicehall.choose(game, state, "easy") in game.turn(state).moves
    found = dicehall.worth(game, state)
    assert set(found.moves) == {"column 1", "column 2", "column 3"}
    assert found.unit == "win-minus-loss"


@pytest.mark.parametrize("name", ["sparkle", "pocket-hexes", "knuckles", "fune"])
def test_no_move_is_chosen_while_dice_are_due(name: str) -> None:
    game = dicehall.new_game(name)
    with pytest.raises(dicehall.Refused, match="the dice must be rolled first"):
        dicehall.choose(game, game.start(), "easy")
    with pytest.raises(dicehall.Refused, match="the dice must be rolled first"):
        dicehall.worth(game, game.start())
