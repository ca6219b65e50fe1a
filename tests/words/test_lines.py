import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehall.words.language import using
from dicehall.words.lines import WIDTH, at_left, at_right, columns, folded, wrapped


def test_items_are_never_broken() -> None:
    items = [f"place d12 e{number}" for number in range(40)]
    text = wrapped(items)
    assert max(map(len, text.split("\n"))) <= WIDTH
    assert text.replace("\n", " ").split(", ") == items


def test_wide_signs_fill_lines_twice_as_fast() -> None:
    items = [f"ショートストレート {number}" for number in range(20)]
    with using("ja"):
        text = wrapped(items)
    assert max(map(columns, text.split("\n"))) <= WIDTH
    assert text.replace("\n", "").split("、") == items


def test_one_item_may_be_wider_than_a_line() -> None:
    assert wrapped(["x" * 100, "y"]) == f"{'x' * 100},\ny"
    assert wrapped([]) == ""


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("FUNE", 4), ("役", 2), ("ｶﾅ", 2), ("Ａ", 2), ("e\u0301", 1)]
)
def test_columns_of_a_terminal(text: str, width: int) -> None:
    assert columns(text) == width
    assert at_left(text, 8) == text + " " * (8 - width)
    assert at_right(text, 8) == " " * (8 - width) + text


WORDS = st.from_regex("[abあ漢][abあ漢、。ッ]{0,20}", fullmatch=True)


@given(st.lists(WORDS, min_size=1, max_size=30))
def test_folding_loses_nothing_and_keeps_to_the_width(words: list[str]) -> None:
    first, *others = folded(" ".join(words), width=50).split("\n")
    assert max(map(columns, (first, *others))) <= 50
    assert "".join((first, *others)).replace(" ", "") == "".join(words)
    assert not any(line.startswith(("、", "。", "ッ", " ")) for line in others)
