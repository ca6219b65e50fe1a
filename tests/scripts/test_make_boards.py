"""The script draws exactly the boards that ship."""

import sys
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dicehall.game import games
from dicehall.web.views.entries import has_emblem

MOST_BYTES = 7_000


def test_every_shipped_board_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[2] / "scripts"), *sys.path])
    make_boards = import_module("make_boards")
    shipped = {path.name: path.read_text("utf-8") for path in make_boards.BOARDS.iterdir()}
    monkeypatch.setattr(make_boards, "BOARDS", tmp_path)
    make_boards.main()
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == shipped
    assert shipped.keys() == {f"{name}.svg" for name, entry in games().items() if has_emblem(entry)}
    for content in shipped.values():
        assert ElementTree.fromstring(content).tag.endswith("svg")
        assert len(content) < MOST_BYTES
