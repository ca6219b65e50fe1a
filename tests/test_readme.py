"""The README in Japanese shows what the English one shows."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGLISH, JAPANESE = ((ROOT / name).read_text("utf-8") for name in ("README.md", "README.ja.md"))

CODE = re.compile(r"^```.*?^```", re.S | re.M)
COMMAND = re.compile(r"^(?:    (make \w+)|[|] `((?:pip|dicehall)\b[^`]*)`)", re.M)
"""In a block or at the beginning of a row."""
LINK = re.compile(r"\]\(([^)]+)\)")
HEADING = re.compile(r"^#+ ", re.M)


def test_the_examples_are_the_same() -> None:
    assert CODE.findall(ENGLISH)
    assert CODE.findall(JAPANESE) == CODE.findall(ENGLISH)


def test_the_commands_are_the_same() -> None:
    english, japanese = (COMMAND.findall(text) for text in (ENGLISH, JAPANESE))
    assert len(english) > 12
    assert japanese == english


def test_each_says_where_the_other_is_and_both_lead_to_the_same_places() -> None:
    english, japanese = (set(LINK.findall(text)) for text in (ENGLISH, JAPANESE))
    assert english - {"README.ja.md"} == japanese - {"README.md"}
    assert "README.ja.md" in english
    assert "README.md" in japanese
    assert HEADING.findall(ENGLISH) == HEADING.findall(JAPANESE)


@pytest.mark.parametrize("text", [ENGLISH, JAPANESE])
def test_linked_files_exist(text: str) -> None:
    missing = [link for link in LINK.findall(text) if not (ROOT / link).exists()]
    assert missing == []
