"""docs/knucklebones-solved.md holds what `research.bones.solved_page` writes."""

import re
from pathlib import Path

import pytest

from dicehall.games.bones.columns import column_classes, position_count
from dicehall.games.bones.solver.solution import solve
from dicehall.games.bones.solver.tablebase import BonesTablebase, open_tablebase
from research.bones import solved_page

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/knucklebones-solved.md").read_text("utf-8")
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> BonesTablebase:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    solve("knucklebones", height=2, faces=3)
    tablebase = open_tablebase("knucklebones", 2, 3)
    assert tablebase is not None
    return tablebase


def shape(text: str) -> list[str]:
    """Headings and titles: what does not depend on the numbers."""
    return re.findall(r"^### .*|^\*\*[^*]+\*\*", text, re.M)


def test_the_page_has_the_parts_that_the_script_writes(
    small: BonesTablebase,
) -> None:
    assert shape(solved_page.numbers_in(PAGE)) == shape(solved_page.numbers(small, 400))


def test_the_page_holds_the_numbers_of_the_tablebase() -> None:
    tablebase = open_tablebase("knucklebones")
    if tablebase is None:
        pytest.skip("Knucklebones was not solved on this machine")
    computed = "\n".join(solved_page.exact_numbers(tablebase))
    shown = solved_page.numbers_in(PAGE)[: len(computed)]
    assert NUMBER.sub("", shown) == NUMBER.sub("", computed)
    for one, other in zip(NUMBER.findall(shown), NUMBER.findall(computed), strict=True):
        last_digit = 10.0 ** -len(one.partition(".")[2])
        assert float(one) == pytest.approx(float(other), abs=1.01 * last_digit), "a solve rounds"


def test_numbers_take_the_place_of_older_ones() -> None:
    page = f"before\n{solved_page.BEGIN}\nold\n{solved_page.END}\nafter\n"
    renewed = solved_page.with_numbers(page, "new\n")
    assert solved_page.numbers_in(renewed) == "new"
    assert renewed.startswith("before\n")
    assert renewed.endswith("\nafter\n")
    assert "old" not in renewed


def test_the_page_counts_the_positions_right() -> None:
    classes = column_classes("knucklebones")
    assert f"{classes.count:,} kinds of facing columns" in PAGE
    assert f"{position_count(classes.count):,} positions" in PAGE


def test_a_board_is_drawn_from_the_middle_outward(
    small: BonesTablebase,
) -> None:
    drawn = solved_page.numbers(small, 400)
    boards = re.findall(r"((?:    [\d· ]+\n)+)    -----\n((?:    [\d· ]+\n)+)", drawn)
    assert len(boards) == 3
    for other, own in boards:
        for grid in (other.splitlines()[::-1], own.splitlines()):
            inner, outer = (line.split() for line in grid)
            assert all(
                above == "·" for below, above in zip(inner, outer, strict=True) if below == "·"
            )
