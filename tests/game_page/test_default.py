"""The default page, for games without a `page` module, without a browser."""

from pathlib import Path

import pytest

from dicehall.game import games, new_game
from dicehall.game_page import default
from dicehall.game_page.history import History
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene
from dicehall_pig import Pig


def groups(*moves: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The groups of some moves: titles, labels and keys."""
    return [
        (group.title, [(button.label, button.key) for button in group.buttons])
        for group in default._groups(moves)
    ]


def test_moves_are_grouped_by_their_first_word() -> None:
    assert groups("roll", "hold") == [("", [("roll", "1"), ("hold", "2")])]
    assert groups("column 1", "column 2") == [("", [("column 1", "1"), ("column 2", "2")])]
    assert groups("keep 1", "keep 2", "roll", "keep") == [
        ("", [("roll", "1")]),
        ("keep", [("1", "2"), ("2", "3"), ("keep", "4")]),
    ]


def test_there_are_35_keys() -> None:
    [(_, buttons)] = groups(*(f"go {number}" for number in range(60)))
    keys = [key for _, key in buttons]
    assert keys[:11] == [*"123456789AB"]
    assert keys[34:36] == ["Z", ""]


def test_the_door_shows_dice_and_the_table_what_there_is() -> None:
    pig = Pig()
    assert len(default.view(default.sample(pig)).emblem) == 1
    state = pig.roll(pig.play(pig.start(), "roll"), (6,))
    scene = Scene(History(pig, state), ("Ada", "Bob"), ("", ""), mine=(0, 1), match_id="m")
    drawn = default.view(scene)
    assert drawn.emblem == ()
    assert [(seat.name, seat.to_move) for seat in drawn.seats] == [("Ada", True), ("Bob", False)]
    assert [field.title for field in drawn.fields] == ["Points", "Die"]
    assert default.read_move({"move": ["hold"]}) == "hold"


@pytest.mark.parametrize("name", games())
def test_every_game_could_do_without_a_page_of_its_own(name: str) -> None:
    game = new_game(name)
    assert default.view(default.sample(game)).emblem
    assert not default.examples(game)


def test_a_page_of_another_package_that_lacks_a_file_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from dicehall.game.entry import Entry
    from dicehall.game_page import protocol

    package = tmp_path / "pig_with_half_a_page"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "page.py").write_text("from dicehall.game_page.default import *", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    entry = Entry("half", "Half", Pig, seats=(2,), package="pig_with_half_a_page")
    monkeypatch.setattr(protocol, "find_game", lambda name: entry)
    assert find_page("half").key == "dicehall.game_page"
    [told] = [record.getMessage() for record in caplog.records]
    assert told == "skipped the page of half: there is no templates/table.html"
