from pathlib import Path

import pytest

from dicehall.game import games, new_game
from dicehall.game.records import apply, read
from dicehall.plain_terminal.boards import draw, guide
from dicehall.words.viewer import Viewer

RECORDS = sorted((Path(__file__).parents[1] / "game/records").glob("*-0.dice"))
NAMES = ("Ada", "Bartholomew the Great")


def test_every_game_of_the_server_has_its_board() -> None:
    assert all(entry.part("terminal") for entry in games().values())


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_state_is_drawn_in_plain_lines(path: Path) -> None:
    record, _ = read(path.read_text("utf-8"))
    game, state = record.game, record.game.start()
    for event in record.events:
        for line in draw(game, state, Viewer(NAMES[: game.seats])).split("\n"):
            assert line.isprintable()
            assert len(line) <= 79
        state = apply(game, state, event)


@pytest.mark.parametrize("name", games())
def test_the_guide_names_the_notation(name: str) -> None:
    lines = guide(new_game(name)).split("\n")
    assert any(line.startswith("Moves: ") for line in lines)
    assert max(map(len, lines)) <= 79
