from pathlib import Path

import pytest
from babel.messages.frontend import CommandLineInterface

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "src/dicehall/locale/dicehall.pot"
MARKERS = ("-k", "said", "-k", "said_many:1,2")
OPTIONS = ("-F", "babel.cfg", *MARKERS, "--omit-header", "--sort-by-file", "--add-location=file")


def test_the_template_holds_every_message_of_the_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = tmp_path / "dicehall.pot"
    monkeypatch.chdir(ROOT)
    run = ["pybabel", "-q", "extract", *OPTIONS, "-o", str(fresh), "src/dicehall"]
    CommandLineInterface().run(run)
    assert fresh.read_text("utf-8") == TEMPLATE.read_text("utf-8"), (
        "messages have changed: run make messages"
    )
