"""The default words, for games without a `words` module, tested with every game."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dicehall.game import Decide
from dicehall.game.acting import acting_seat
from dicehall.game.records import Played, Rolled, apply, read
from dicehall.plain_terminal import default as board
from dicehall.words import default
from dicehall.words.fields import StateField, fields_of
from dicehall.words.outline import first_roll, rules_outline, usual_moves
from dicehall.words.viewer import Viewer
from dicehall_pig import PIG, Pig

RECORDS = sorted((Path(__file__).parents[1] / "game/records").glob("*-0.dice"))
NAMES = ("Ada", "Bartholomew the Great")


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_event_has_a_sentence_and_every_state_a_drawing(path: Path) -> None:
    record, _ = read(path.read_text("utf-8"))
    game, state = record.game, record.game.start()
    for event in record.events:
        after = apply(game, state, event)
        sentences = [default.tell(game, state, event, after, "Ada")]
        if isinstance(game.turn(after), Decide):
            sentences.append(default.ask(game, after))
        for sentence in sentences:
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert "%" not in sentence
            assert "None" not in sentence
        for line in board.draw(game, after, Viewer(NAMES[: game.seats])).split("\n"):
            assert line.isprintable()
            assert len(line) <= 79
        state = after


def test_a_turn_of_pig() -> None:
    pig, state = Pig(), Pig().start()
    assert default.ask(pig, state) == "The only move is “roll”."
    rolling = pig.play(state, "roll")
    six = pig.roll(rolling, (6,))
    assert default.tell(pig, rolling, Rolled((6,)), six, "Ada") == "Ada rolled 6."
    assert default.ask(pig, six) == "Choose “roll” or “hold”."
    held = pig.play(six, "hold")
    assert default.tell(pig, six, Played(0, "hold"), held, "Ada") == "Ada chose “hold”: 0 → 6."
    assert board.draw(pig, six, Viewer(("Ada", "Bob"))) == "Ada: 0\nBob: 0\n\nPoints  6\nDie     6"


def test_the_roller_is_named_after_the_turn_has_passed() -> None:
    pig = Pig()
    rolling = pig.play(pig.start(), "roll")
    bust = pig.roll(rolling, (1,))
    assert acting_seat(pig, rolling, Rolled((1,)), bust) == 0


@dataclass(frozen=True)
class Card:
    ones: int | None
    bonus: bool


class Place(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Rich:
    seat: int
    _cache: int
    totals: tuple[int, ...]
    free_dice: tuple[int | None, ...]
    dice: int
    stakes: tuple[int, int]
    board: tuple[tuple[str | None, ...], ...]
    cards: tuple[Card, Card]
    place: Place
    prices: dict[str, int]
    nothing: None = None
    pending: bool = False
    locked: bool = True


def test_fields_are_what_there_is_to_see() -> None:
    state = Rich(
        seat=1,
        _cache=3,
        totals=(5, 7),
        free_dice=(3, None, 20),
        dice=4,
        stakes=(2, 9),
        board=(("x", None), ("", "y"), ()),
        cards=(Card(3, bonus=True), Card(None, bonus=False)),
        place=Place(1, 2),
        prices={"wood": 3, "ore": 4},
    )
    assert fields_of(state, ("Ada", "Bob"), (5, 7)) == (
        StateField("Free dice", ((3, None, 20),), dice=True),
        StateField("Dice", (("4",),)),
        StateField("Stakes", (("2",), ("9",)), ("Ada", "Bob")),
        StateField("Board", (("x", "–"), ("–", "y"), ("–",))),
        StateField("Cards, Ada: ones", (("3",),)),
        StateField("Cards, Ada: bonus", (("✓",),)),
        StateField("Place: row", (("1",),)),
        StateField("Place: column", (("2",),)),
        StateField("Prices", (("wood", "3"), ("ore", "4"))),
        StateField("Locked", (("✓",),)),
    )


@pytest.mark.parametrize("state", [7, "e4", (1, 2, 3), None, {"a": 1}, ()])
def test_any_state_can_be_shown(state: Any) -> None:
    for names in (("Ada",), ("Ada", "Bob"), ("", "")):
        for field in fields_of(state, names, (0,) * len(names)):
            assert field.rows


def test_rules_explain_themselves() -> None:
    kinds = [paragraph.kind for paragraph in rules_outline(Pig())]
    assert kinds == ["text", "text", "list", "text"]
    assert usual_moves(Pig()) == ("roll", "hold")
    assert len(first_roll(Pig())) == 1
    assert PIG.line


class Documented:
    """A game of its own.

    1. First this,
       and that.
    2) Then the other.

        as it   stands

    >>> 1 + 1
    2

    The end.
    """


def test_lists_steps_and_code_keep_their_shape() -> None:
    found = [(paragraph.kind, paragraph.lines) for paragraph in rules_outline(Documented())]  # type: ignore[arg-type]
    assert found == [
        ("text", ("A game of its own.",)),
        ("steps", ("First this, and that.", "Then the other.")),
        ("code", ("as it   stands",)),
        ("text", ("The end.",)),
    ]
