"""The script draws exactly the link cards that ship."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

PNG = b"\x89PNG\r\n\x1a\n"


def test_every_shipped_card_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(Path(__file__).parents[2] / "scripts"), *sys.path])
    make_cards = import_module("make_cards")
    shipped = {path.name for path in make_cards.CARDS.iterdir()}
    monkeypatch.setattr(make_cards, "CARDS", tmp_path)
    make_cards.main()
    drawn = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert drawn.keys() == shipped
    assert all(content.startswith(PNG) for content in drawn.values())
    assert len(set(drawn.values())) == len(drawn)
