"""The examples of the documentation run: that of docs/fairness.md is a whole check, without our
software."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dicehall.game import new_game
from dicehall.game.records import read, write
from support.contests import ANN, BOB, played_out

DOCS = Path(__file__).parents[1] / "docs"
SITTING = (replace(ANN, words="rabbit's foot: \\"), replace(BOB, words="Würfelglück 🎲"))


def examples(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.S)


@pytest.fixture
def check() -> Callable[[str], str]:
    [example] = examples("fairness.md")
    assert "dicehall" not in example
    names: dict[str, Callable[[str], str]] = {}
    exec(example, names)
    return names["check"]


@pytest.mark.parametrize("game", ["knucklebones", "knuckles"])
@pytest.mark.parametrize("sitting", [SITTING, (ANN, BOB)])
def test_the_example_checks_a_record(
    game: str, sitting: tuple[object, ...], check: Callable[[str], str]
) -> None:
    match = played_out(new_game(game), 4, sitting)  # type: ignore[arg-type]
    assert check(write(match.record())) == f"{match.rolls} rolls, all as promised"


def test_the_example_finds_what_is_false(check: Callable[[str], str]) -> None:
    text = write(played_out(new_game("knuckles"), 4, SITTING).record())
    roll = re.search(r"roll (\d)", text)
    assert roll
    with pytest.raises(AssertionError, match="roll 1 should be"):
        check(text.replace(roll[0], f"roll {int(roll[1]) % 6 + 1}", 1))
    with pytest.raises(AssertionError, match="another secret"):
        check(re.sub("promise: ..", "promise: zz", text))


def test_the_example_of_records_is_true() -> None:
    [example] = examples("records.md")
    exec(example, {})


def test_the_record_that_is_shown_can_be_read() -> None:
    page = (DOCS / "records.md").read_text("utf-8")
    shown = page[page.index("    game:") : page.index("This is version")]
    record, _ = read("\n".join(line.strip() for line in shown.split("\n")))
    assert len(record.events) == 4
