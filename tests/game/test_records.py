"""Records with known results: reading them, folding them, and writing them again."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import Decide, Over, new_game
from dicehall.game.records import (
    NOTES,
    BadRecord,
    Event,
    Played,
    Record,
    Rolled,
    fold,
    plain,
    read,
    read_many,
    spell,
    write,
)
from dicehall.game.refused import Refused
from support.playouts import GAMES, play_match

RECORDS = Path(__file__).parent / "records"
EXPECTED: dict[str, dict[str, Any]] = json.loads((RECORDS / "expected.json").read_text())
untimed = settings(deadline=None)
every_record = pytest.mark.parametrize("name", EXPECTED)


def test_every_record_has_its_result() -> None:
    assert {path.name for path in RECORDS.glob("*.dice")} == set(EXPECTED)
    assert len(EXPECTED) == 56


@every_record
def test_a_record_ends_as_expected(name: str) -> None:
    record, state = read((RECORDS / name).read_text(encoding="utf-8"))
    turn, expected = record.game.turn(state), EXPECTED[name]
    assert isinstance(turn, Over) == expected["over"]
    assert list(record.game.scores(state)) == expected["scores"]
    assert ("moves" in expected) == isinstance(turn, Decide)
    if isinstance(turn, Decide):
        assert turn.seat == expected["seat"]
        assert sorted(turn.moves) == sorted(expected["moves"])


@every_record
def test_a_record_is_written_as_it_was_read(name: str) -> None:
    text = (RECORDS / name).read_text(encoding="utf-8")
    record, state = read(text)
    assert write(record).split("\n\n")[1].split() == text.split("\n\n")[1].split()
    assert read(write(record)) == (record, state)
    assert fold(record) == state


def test_header_lines_are_the_game_its_seats_its_options_and_notes() -> None:
    game = new_game("sparkle", options={"curve": "gentle"})
    text = write(Record(game, (Rolled((-1, 2, 3, 4, 6)),), {"name-0": "Ada"}))
    assert text.split("\n") == [
        "game: sparkle",
        "seats: 1",
        "curve: gentle",
        "name-0: Ada",
        "",
        "roll * 2 3 4 6",
        "",
    ]


def test_a_default_may_be_left_out_or_spelled() -> None:
    assert read("game: fune")[0].game == read("game: fune\nseats: 1")[0].game
    assert read("game: sparkle\ncurve: classic")[0].game == read("game: sparkle")[0].game
    assert read("game: knuckles\nscoring: knuckles")[0].game == read("game: knuckles")[0].game


def test_comments_spaces_and_foreign_line_ends_do_not_matter() -> None:
    plain = "game: knucklebones\nseats: 2\n\nroll 5\n0 column 2\n"
    kept = (
        "\ufeff# a friendly match\r\n\r\ngame:knucklebones\r\n# two of us\r\n"
        "  seats:  2 # as ever\r\n\r\n\r\nroll\t5#!\r\n# well, well\r\n\r\n0   column 2"
    )
    assert read(kept) == read(plain)
    assert read(plain)[0].events == (Rolled((5,)), Played(0, "column 2"))


def test_header_lines_stand_in_any_order() -> None:
    record, _ = read("words-1: so be it\nseats: 2\nname-1: Bo: the second\ngame: fune\n")
    assert record.game == new_game("fune", seats=2)
    assert record.notes == {"words-1": "so be it", "name-1": "Bo: the second"}


def test_foreign_notes_are_kept() -> None:
    text = "game: knuckles\nx-event: the autumn cup\n\nroll 5\n"
    record, _ = read(text)
    assert record.notes == {"x-event": "the autumn cup"}
    assert read(write(record))[0] == record


def test_many_records_in_one_file() -> None:
    texts = [(RECORDS / name).read_text(encoding="utf-8") for name in sorted(EXPECTED)]
    together = "\ufeff" + "\n# the next one\n".join(texts)
    assert list(read_many(together.splitlines())) == [read(text) for text in texts]
    assert list(read_many(together)) == [read(text) for text in texts]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n\n# yet\n"])
def test_there_may_be_no_record_in_a_file(text: str) -> None:
    assert list(read_many(text.splitlines())) == []


def test_a_bad_line_among_many_records_is_named_by_its_number_in_the_file() -> None:
    reading = read_many("game: knuckles\n\nroll 5\ngame: fune\n\nroll 7\n".splitlines())
    assert next(reading)[0].game.name == "knuckles"
    with pytest.raises(BadRecord) as refused:
        next(reading)
    assert refused.value.line == 6


@untimed
@given(
    st.dictionaries(
        st.sampled_from(["name-0", "x-a", "x-", "curve", "game"]) | st.text(), st.text()
    )
)
def test_written_records_read_back_or_are_refused(notes: dict[str, str]) -> None:
    record = Record(new_game("knuckles"), (Rolled((5,)),), notes)
    try:
        text = write(record)
    except Refused:
        return
    assert read(text)[0] == record


@untimed
@given(st.data())
def test_any_match_with_any_notes_is_read_as_it_was_written(data: st.DataObject) -> None:
    game = data.draw(st.sampled_from(GAMES))
    steps = play_match(game, data.draw(st.integers(0, 20)))[: data.draw(st.integers(1, 200))]
    events = tuple(step.event for step in steps[:-1] if step.event)
    keys = st.sampled_from(NOTES) | st.from_regex(r"x-[a-z0-9-]*", fullmatch=True)
    notes = data.draw(st.dictionaries(keys, st.text().map(plain)))
    record = Record(game, events, notes)
    assert read(write(record)) == (record, steps[-1].state)


@untimed
@given(st.lists(st.builds(Rolled, st.lists(st.integers()).map(tuple)) | st.builds(
    Played, st.integers(), st.text() | st.just("column 1")
)))  # fmt: skip
def test_events_that_would_not_be_read_again_are_not_written(events: list[Event]) -> None:
    try:
        text = write(Record(new_game("knuckles"), tuple(events)))
    except Refused:
        return
    body = text.split("\n\n", 1)[1]
    assert [spell(event) for event in events] == [line for line in body.split("\n") if line]


@pytest.mark.parametrize("move", ["column 1 # ha", "column  1", "column 1\nroll 6", ""])
def test_a_move_that_would_not_be_read_again_is_not_written(move: str) -> None:
    with pytest.raises(Refused):
        write(Record(new_game("knuckles"), (Rolled((5,)), Played(0, move))))


@untimed
@given(st.text())
def test_a_plain_text_is_read_as_it_is_written(text: str) -> None:
    record = Record(new_game("knuckles"), (), {"name-0": plain(text)})
    assert read(write(record))[0] == record


MIDDLE = "game: knucklebones\nposition: 53._._-_._.66-4-0\n\n0 column 2\nroll 1\n"


def test_a_record_may_start_from_a_position() -> None:
    record, state = read(MIDDLE)
    assert record.position == "53._._-_._.66-4-0"
    assert record.start.grids[0] == ((5, 3), (), ())
    assert state.grids[0] == ((5, 3), (4,), ())
    assert (state.seat, state.die) == (1, 1)
    assert read(write(record)) == (record, state)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "line 2: bad-position: '' is not of the form grid-grid-die-seat"),
        ("53._._-5._._-4-0", "line 2: bad-position: facing columns cannot share a 5"),
        ("53._._ -_._.66-4-0", "line 2: bad-position: ' ' is impossible in '_ '"),
    ],
)
def test_an_impossible_position_is_refused_with_its_line(position: str, reason: str) -> None:
    with pytest.raises(BadRecord) as refused:
        read(MIDDLE.replace("53._._-_._.66-4-0", position))
    assert str(refused.value) == reason


def test_a_position_is_not_written_among_the_notes() -> None:
    with pytest.raises(Refused, match="would read back differently"):
        write(Record(new_game("knuckles"), (), {"position": "_._._-_._._-_-0"}))
    with pytest.raises(Refused, match="is not of the form"):
        write(Record(new_game("knuckles"), (), {}, "nowhere"))
