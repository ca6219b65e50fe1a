"""Records that cannot be: each is refused with its line, a stable code and a reason."""

from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game.records import MOST_CHARACTERS, BadRecord, read

RECORDS = Path(__file__).parent / "records"

BONES = "game: knucklebones\nseats: 2\n\n"
FUNE = "game: fune\nseats: 2\n\n"
SPARKLE = "game: sparkle\nseats: 1\n\n"
HEXES = "game: pocket-hexes\nseats: 1\n\n"
HEXES_ROLL = "roll 4 6 8 9 12 20\n"

Broken = tuple[str, int, str, str]
"""A text, the number of its bad line, the code, and words of the reason."""

HEADERS: list[Broken] = [
    ("", 1, "bad-line", "does not name a game"),
    ("\n\n\n", 1, "bad-line", "does not name a game"),
    ("# nothing here", 1, "bad-line", "does not name a game"),
    ("seats: 2\n\nroll 5\n", 1, "bad-line", "does not name a game"),
    ("game : fune\n", 1, "bad-line", "does not name a game"),
    ("Game: fune\n", 1, "bad-line", "does not name a game"),
    ("roll 5\n0 column 2\n", 1, "bad-line", "key: value"),
    ("game: fune\nseats 2\n", 2, "bad-line", "key: value"),
    ("game: fune\nroll 1 2 3 4 5\n", 2, "bad-line", "key: value"),
    ("game: fune\ngame: fune\n", 2, "bad-line", "twice"),
    ("game: fune\nseats: 1\nseats: 1\n", 3, "bad-line", "twice"),
    ("game: fune\nname-0: Ada\nname-0: Bo\n", 3, "bad-line", "twice"),
    ("game: chess\n", 1, "unknown-game", "'chess'"),
    ("game:\n", 1, "unknown-game", "''"),
    ("game: FUNE\n", 1, "unknown-game", "'FUNE'"),
    ("game: fune 2\n", 1, "unknown-game", "'fune 2'"),
    ("# one\n\ngame: knuckle-bones\n", 3, "unknown-game", "knuckle-bones"),
    ("game: ⚀⚁⚂\n", 1, "unknown-game", "⚀⚁⚂"),
    ("game: fune\nseats: 3\n", 2, "bad-option", "'3'"),
    ("game: fune\nseats: 0\n", 2, "bad-option", "'0'"),
    ("game: fune\nseats: -1\n", 2, "bad-option", "'-1'"),
    ("game: fune\nseats: two\n", 2, "bad-option", "'two'"),
    ("game: fune\nseats:\n", 2, "bad-option", "''"),
    ("game: fune\nseats: ２\n", 2, "bad-option", "1 or 2"),
    ("game: fune\nseats: 02\n", 2, "bad-option", "'02'"),
    ("game: knuckles\nseats: 1\n", 2, "bad-option", "for 2 seats"),
    ("game: knucklebones\nseats: 1\n", 2, "bad-option", "for 2 seats"),
    ("game: sparkle\nseats: 2\n", 2, "bad-option", "played alone"),
    ("seats: 2\ngame: pocket-hexes\n", 1, "bad-option", "played alone"),
    ("game: sparkle\ncurve: steep\n", 2, "bad-option", "classic or gentle"),
    ("game: sparkle\ncurve:\n", 2, "bad-option", "classic or gentle"),
    ("game: knuckles\nseats: 2\nscoring: yahtzee\n", 3, "bad-option", "scoring must be knuckles"),
    ("game: knuckles\nscoring: knucklebones\n", 2, "bad-option", "not 'knucklebones'"),
    ("game: fune\ncurve: gentle\n", 2, "bad-option", "no option 'curve'"),
    ("game: sparkle\nseats: 1\nseed: 7\n", 3, "bad-option", "no option 'seed'"),
    ("game: fune\n: 5\n", 2, "bad-option", "no option ''"),
    ("game: fune\nname-2: Cy\n", 2, "bad-option", "no option 'name-2'"),
    ("game: fune\nmake: 1\n", 2, "bad-option", "no option 'make'"),
]

LAST_LINES: list[tuple[str, str, str, str]] = [
    # the lines before, the bad line, the code, words of the reason
    (BONES, "column 1", "bad-line", "expected a roll or"),
    (BONES, "2 column 1", "bad-line", "expected a roll or"),
    (BONES, "-1 column 1", "bad-line", "expected a roll or"),
    (BONES, "0", "bad-line", "expected a roll or"),
    (BONES, "0column 1", "bad-line", "expected a roll or"),
    (BONES, "game: fune", "bad-line", "expected a roll or"),
    (BONES, "ROLL 5", "bad-line", "expected a roll or"),
    (BONES, "roll5", "bad-line", "expected a roll or"),
    (BONES, "🎲 5", "bad-line", "expected a roll or"),
    (BONES, "\x00", "bad-line", "expected a roll or"),
    (BONES, "\ud800", "bad-line", "expected a roll or"),
    (BONES, "roll five", "bad-line", "'five' is not a face"),
    (BONES, "roll -1", "bad-line", "'-1' is not a face"),
    (BONES, "roll +5", "bad-line", "'+5' is not a face"),
    (BONES, "roll 05", "bad-line", "'05' is not a face"),
    (BONES, "roll 5.0", "bad-line", "'5.0' is not a face"),
    (BONES, "roll 1_0", "bad-line", "'1_0' is not a face"),
    (BONES, "roll ٥", "bad-line", "is not a face"),
    (BONES, "roll ²", "bad-line", "is not a face"),
    (BONES, "roll **", "bad-line", "'**' is not a face"),
    (BONES, "roll " + "9" * 5_000, "bad-line", "is not a face"),
    (BONES, "roll", "illegal-roll", "1 die is rolled here, not 0"),
    (BONES, "roll 5 5", "illegal-roll", "1 die is rolled here, not 2"),
    (BONES, "roll 0", "illegal-roll", "no 0"),
    (BONES, "roll 7", "illegal-roll", "no 7"),
    (BONES, "roll *", "illegal-roll", "no *"),
    (BONES, "0 column 1", "illegal-move", "rolled first"),
    (BONES, "1 column 1", "illegal-move", "rolled first"),
    (BONES + "roll 5\n", "roll 5", "illegal-roll", "it is seat 0's move"),
    (BONES + "roll 5\n", "1 column 1", "wrong-seat", "it is seat 0's move, not seat 1's"),
    (BONES + "roll 5\n", "0 column 4", "illegal-move", "not a move"),
    (BONES + "roll 5\n", "0 column 0", "illegal-move", "not a move"),
    (BONES + "roll 5\n", "0 column", "illegal-move", "not a move"),
    (BONES + "roll 5\n", "0 Column 1", "illegal-move", "not a move"),
    (BONES + "roll 5\n", "0 column 1 2", "illegal-move", "not a move"),
    (BONES + "roll 5\n", "0 roll 5", "illegal-move", "not a move"),
    (BONES + "roll 5\n0 column 1\n\n# so far\nroll 6\n", "0 column 1", "wrong-seat", "seat 1"),
    (BONES + "roll 5\n0 column 1\n", "0 column 1", "illegal-move", "rolled first"),
    (FUNE, "roll 1 2 3 4", "illegal-roll", "5 dice are rolled here, not 4"),
    (FUNE, "roll 1 2 3 4 5 6", "illegal-roll", "not 6"),
    (FUNE, "roll 1 2 3 4 7", "illegal-roll", "no 7"),
    (FUNE, "roll 1 2 0 4 5", "illegal-roll", "no 0"),
    (FUNE, "0 keep", "illegal-move", "rolled first"),
    (FUNE + "roll 1 2 3 4 5\n", "1 score ones", "wrong-seat", "seat 0"),
    (FUNE + "roll 1 2 3 4 5\n", "0 keep 1 2 3 4 5", "illegal-move", "there is nothing to roll"),
    (FUNE + "roll 1 2 3 4 5\n", "0 keep 2 1", "illegal-move", "not a move"),
    (FUNE + "roll 1 2 3 4 5\n", "0 keep 6", "illegal-move", "not a move"),
    (FUNE + "roll 1 2 3 4 5\n", "0 keep 1 1", "illegal-move", "not a move"),
    (FUNE + "roll 1 2 3 4 5\n", "0 score yacht", "illegal-move", "not a move"),
    (FUNE + "roll 1 2 3 4 5\n", "0 score Choice", "illegal-move", "not a move"),
    (FUNE + "roll 1 2 3 4 5\n", "0 score", "illegal-move", "not a move"),
    (FUNE + "roll 1 2 3 4 5\n0 keep 1 2\n", "roll 1 2 3 4 5", "illegal-roll", "3 dice"),
    (FUNE + "roll 1 2 3 4 5\n0 keep 1 2\n", "roll 1 2 *", "illegal-roll", "no *"),
    (SPARKLE, "roll 0 2 3 4 5", "illegal-roll", "a spark die has no 0"),
    (SPARKLE, "roll 3 2 3 4 5", "illegal-roll", "a spark die has no 3"),
    (SPARKLE, "roll 1 * 3 4 5", "illegal-roll", "a d6 die has no *"),
    (SPARKLE, "roll ✦ 2 3 4 5", "bad-line", "is not a face"),
    (SPARKLE, "roll * 2 3 4", "illegal-roll", "5 dice"),
    (SPARKLE, "roll * 2 3 4 5 6", "illegal-roll", "5 dice"),
    (SPARKLE, "0 roll 1", "illegal-move", "rolled first"),
    (SPARKLE + "roll * 2 3 4 6\n", "1 roll 1", "wrong-seat", "seat 0"),
    (SPARKLE + "roll * 2 3 4 6\n", "0 fizzle", "illegal-move", "this roll scores"),
    (SPARKLE + "roll * 2 3 4 6\n", "0 roll 2", "illegal-move", "must score"),
    (SPARKLE + "roll * 2 3 4 6\n", "0 roll", "illegal-move", "at least one"),
    (SPARKLE + "roll * 2 3 4 6\n", "0 roll 6", "illegal-move", "not a move"),
    (SPARKLE + "roll * 2 3 4 6\n", "0 end 1", "illegal-move", "10 of 100 points"),
    (SPARKLE + "roll * 2 3 4 6\n", "0 bank 1", "illegal-move", "not a move"),
    (SPARKLE + "roll 2 2 3 4 6\n", "0 roll 1", "illegal-move", "nothing in this roll scores"),
    (SPARKLE + "roll 2 2 3 4 6\n", "0 reroll", "illegal-move", "choose the dice"),
    (SPARKLE + "roll 2 2 3 4 6\n0 fizzle\n", "roll 1 1 1 1 1", "game-over", "over"),
    (SPARKLE + "roll 2 2 3 4 6\n0 fizzle\n", "0 fizzle", "game-over", "over"),
    (HEXES, "roll 5 6 8 9 12 20", "illegal-roll", "a d4 die has no 5"),
    (HEXES, "roll 4 6 8 10 12 20", "illegal-roll", "a d10 die has no 10"),
    (HEXES, "roll 4 6 8 9 12 0", "illegal-roll", "a d20 die has no 0"),
    (HEXES, "roll 4 6 8 * 12 20", "illegal-roll", "a d10 die has no *"),
    (HEXES, "roll 4 6 8 9 12", "illegal-roll", "6 dice"),
    (HEXES + HEXES_ROLL, "0 place d4 e5", "illegal-move", "e5 already holds a 1"),
    (HEXES + HEXES_ROLL, "0 place d4 a1", "illegal-move", "next to a number"),
    (HEXES + HEXES_ROLL, "0 place d7 e4", "illegal-move", "not a move"),
    (HEXES + HEXES_ROLL, "0 place d4 e10", "illegal-move", "not a move"),
    (HEXES + HEXES_ROLL, "0 place d4 E4", "illegal-move", "not a move"),
    (HEXES + HEXES_ROLL, "0 score e5", "illegal-move", "not surrounded"),
    (HEXES + HEXES_ROLL, "0 score a1", "illegal-move", "border"),
    (HEXES + HEXES_ROLL, "0 roll", "illegal-move", "place 3 more"),
    (HEXES + HEXES_ROLL, "0 finish", "illegal-move", "can still go on"),
    (HEXES + HEXES_ROLL, "roll 1 1 1 1 1 1", "illegal-roll", "seat 0's move"),
    (
        HEXES + HEXES_ROLL + "0 place d4 e4\n",
        "0 place d4 e6",
        "illegal-move",
        "already been placed",
    ),
    (HEXES + HEXES_ROLL + "0 place d4 e4\n", "1 place d6 e6", "wrong-seat", "seat 0"),
]

BROKEN = HEADERS + [
    (before + line, before.count("\n") + 1, code, words) for before, line, code, words in LAST_LINES
]


def refusal(text: str) -> BadRecord:
    """The refusal of a text."""
    with pytest.raises(BadRecord) as caught:
        read(text)
    return caught.value


def bad_line(text: str) -> int | None:
    """The number of a text's bad line, if there is one."""
    try:
        read(text)
    except BadRecord as refused:
        return refused.line
    return None


def test_there_are_more_than_a_hundred() -> None:
    assert len({text for text, *_ in BROKEN}) == len(BROKEN) > 100


@pytest.mark.parametrize("broken", BROKEN, ids=lambda broken: ascii(broken[0])[-40:-1])
@pytest.mark.parametrize("more", ["", "\n", "\n\nroll 9 9 9 9 9 9 9\n"])
def test_a_broken_record_names_its_line_code_and_reason(broken: Broken, more: str) -> None:
    text, line, code, words = broken
    if "does not name a game" in words:
        more = ""  # what follows would be the bad line
    refused = refusal(text + more)
    assert (refused.line, refused.code) == (line, code)
    assert words in refused.reason
    assert len(refused.reason) < 200
    assert str(refused) == f"line {line}: {code}: {refused.reason}"


def test_a_bad_move_lists_the_legal_ones() -> None:
    columns = ("column 1", "column 2", "column 3")
    assert refusal(BONES + "roll 5\n0 column 4").legal == columns
    assert refusal(BONES + "roll 5\n1 column 1").legal == columns
    assert refusal("game: sparkle\ncurve: steep").legal == ("classic", "gentle")


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.dice"))[::4], ids=lambda path: path.stem)
def test_a_record_cut_short_is_good_or_bad_in_its_last_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ends = [place for place, sign in enumerate(text) if sign == "\n"]
    for end in islice(ends, 2, None, 9):
        read(text[:end])
    for end in range(0, len(text), 23):
        assert bad_line(text[:end]) in (None, text[:end].count("\n") + 1)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*-0.dice")), ids=lambda path: path.stem)
def test_nothing_follows_the_end_of_a_match(path: Path) -> None:
    text = path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    for line in ("roll 1", "0 column 1", "1 score ones", "0 no such move"):
        refused = refusal(text + line)
        assert (refused.line, refused.code) == (text.count("\n") + 1, "game-over")


def test_huge_records_and_lines_are_refused_briefly() -> None:
    assert refusal("game: fune\n" + "#" * MOST_CHARACTERS).code == "too-large"
    for line in ("0 ", "roll ", "x", "0 score "):
        refused = refusal(FUNE + "roll 1 2 3 4 5\n" + line + "9" * (MOST_CHARACTERS - 100))
        assert refused.line == 5
        assert len(refused.reason) < 200


HEADER_LINES = ("game: fune", "game: sparkle", "seats: 1", "seats: 2", "", "# so", ":")
EVENT_LINES = ("roll 1 2 3 4 5", "roll * 2 3 4 6", "roll 1", "0 keep 1", "0 score ones", "0 roll 1")
lines = st.sampled_from((*HEADER_LINES, *EVENT_LINES, "0 fizzle", "0"))


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text() | st.lists(lines).map("\n".join) | st.lists(lines | st.text()).map("\n".join))
def test_any_text_is_a_record_or_a_bad_record(text: str) -> None:
    assert bad_line(text) in (None, *range(1, text.count("\n") + 2))
