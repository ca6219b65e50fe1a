from hypothesis import given
from hypothesis import strategies as st

from dicehall.game_screen.canvas import ButtonInks, Canvas, Ink
from dicehall.words.lines import columns

PLAIN = Ink("#ffffff", "#000000")
RED = Ink("#ff0000")


def test_text_beyond_the_edge_is_cut_off() -> None:
    canvas = Canvas(4, 2, PLAIN)
    canvas.put(-1, 0, "abcdefg", PLAIN)
    canvas.put(0, 5, "below", PLAIN)
    canvas.right(4, 1, "xyzxyz", PLAIN)
    assert canvas.text == "bcde\nzxyz"
    assert canvas.key_at(-1, 0) == canvas.key_at(0, 2) == canvas.key_at(4, 0) == ""


def test_an_ink_without_a_ground_keeps_what_lies_beneath() -> None:
    canvas = Canvas(2, 1, PLAIN)
    canvas.put(0, 0, "a", RED)
    assert canvas.row(0)[0].ink == Ink("#ff0000", "#000000")


def test_text_over_a_link_keeps_the_link() -> None:
    canvas = Canvas(6, 1, PLAIN)
    canvas.fill(0, 0, 3, 1, PLAIN, key="1")
    canvas.put(1, 0, "x", RED)
    assert [canvas.key_at(x, 0) for x in range(4)] == ["1", "1", "1", ""]


def test_wide_letters_take_two_cells() -> None:
    canvas = Canvas(6, 1, PLAIN)
    end = canvas.put(0, 0, "日a", PLAIN)
    assert end == 3
    assert [cell.text for cell in canvas.row(0)] == ["日", "", "a", " ", " ", " "]
    canvas.centre(0, 0, 6, "日本日本", PLAIN)
    assert canvas.text == "日本…"


def test_half_a_wide_letter_is_not_shown() -> None:
    canvas = Canvas(6, 1, PLAIN)
    canvas.put(-1, 0, "日本日本", PLAIN)
    assert canvas.text == " 本日"
    canvas.put(2, 0, "x", PLAIN)
    assert canvas.text == "  x日"


@given(st.lists(st.tuples(st.integers(-3, 8), st.text("a日…", max_size=5))))
def test_a_row_is_as_wide_as_its_canvas(written: list[tuple[int, str]]) -> None:
    canvas = Canvas(7, 1, PLAIN)
    for x, text in written:
        canvas.put(x, 0, text, RED)
        assert columns("".join(cell.text for cell in canvas.row(0))) == canvas.width


def test_a_button_is_one_place() -> None:
    canvas = Canvas(12, 1, PLAIN)
    end = canvas.button(1, 0, "r", "r", "roll", ButtonInks(RED, PLAIN))
    assert end == 10
    assert {canvas.key_at(x, 0) for x in range(1, end)} == {"r"}
    assert canvas.text == "  r  roll"
