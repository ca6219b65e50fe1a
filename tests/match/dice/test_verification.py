"""Verifying a record's dice: what passes, what fails, and the report."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from dicehall.game import AnyGame
from dicehall.game.positions import spell_position
from dicehall.game.records import Record, Rolled, read, write
from dicehall.game.refused import NothingToVerify
from dicehall.match.commands import Resign
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.verification import Verification, throws, verify
from support.contests import ANN, BOB, SECRET, after, open_match, played_out
from support.playouts import GAMES

SITTING = (replace(ANN, words="rabbit's foot"), replace(BOB, words="Würfelglück: 🎲"))
FUNE = next(game for game in GAMES if game.name == "fune" and game.seats == 2)

RECORD = played_out(FUNE, seed=3, sitting=SITTING).record()
ROLLS = [at for at, event in enumerate(RECORD.events) if isinstance(event, Rolled)]


def with_notes(**notes: str) -> Record:
    return replace(
        RECORD, notes={**RECORD.notes, **{k.replace("_", "-"): v for k, v in notes.items()}}
    )


def with_rolls(**rolls: tuple[int, ...]) -> Record:
    """The record with other rolls, named by their number: `roll_0=(1, 2, 3, 4, 5)`."""
    events = list(RECORD.events)
    for name, roll in rolls.items():
        events[ROLLS[int(name.removeprefix("roll_"))]] = Rolled(roll)
    return replace(RECORD, events=tuple(events))


def roll_at(number: int) -> tuple[int, ...]:
    event = RECORD.events[ROLLS[number]]
    assert isinstance(event, Rolled)
    return event.roll


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_honest_match_of_every_game_is_verified_from_its_text_alone(game: AnyGame) -> None:
    match = played_out(game, seed=11, sitting=SITTING[: game.seats])
    record, _ = read(write(match.record()))
    verification = verify(record)
    assert verification.verified
    assert len(verification.rolls) == match.rolls
    assert verification.words == match.words
    assert [roll.number for roll in verification.rolls] == list(range(match.rolls))


def test_a_match_that_was_given_up_is_complete() -> None:
    match = after(open_match("fune", 2), *SITTING, Resign("guest-b", "x"))
    record, _ = read(write(match.record()))
    assert record.notes["resigned"] == "1"
    assert verify(record).verified
    notes = {note: said for note, said in record.notes.items() if note != "resigned"}
    assert not verify(replace(record, notes=notes)).complete
    assert not verify(replace(record, notes={**notes, "resigned": "2"})).complete


def other_face(number: int) -> tuple[int, ...]:
    first, *rest = roll_at(number)
    return (first % 6 + 1, *rest)


TAMPERED: dict[str, tuple[Record, Callable[[Verification], bool]]] = {
    "another secret": (with_notes(secret="00" * 32), lambda found: not found.kept),
    "no secret at all": (with_notes(secret="x" * 64), lambda found: not found.kept),
    "a secret with spaces": (
        with_notes(secret=f" {SECRET[1:]}"),
        lambda found: not found.kept,
    ),
    "a longer secret": (
        with_notes(secret=SECRET + "00"),
        lambda found: not found.kept,
    ),
    "another promise": (with_notes(promise="ab" * 32), lambda found: not found.kept),
    "secret and promise": (
        with_notes(secret="00" * 32, promise=dice.commitment_of("00" * 32)),
        lambda found: found.kept and found.first_wrong == found.rolls[0],
    ),
    "other words": (with_notes(words_0="rabbit’s foot"), lambda found: found.kept),
    "words of the other": (
        with_notes(words_0=SITTING[1].words, words_1=SITTING[0].words),
        lambda found: found.first_wrong == found.rolls[0],
    ),
    "no words": (
        with_notes(words_1=""),
        lambda found: found.first_wrong == found.rolls[0],
    ),
    "another match": (
        with_notes(match="n"),
        lambda found: found.first_wrong == found.rolls[0],
    ),
    "the first roll": (
        with_rolls(roll_0=other_face(0)),
        lambda found: found.first_wrong == found.rolls[0],
    ),
    "the last roll": (
        with_rolls(**{f"roll_{len(ROLLS) - 1}": other_face(len(ROLLS) - 1)}),
        lambda found: found.first_wrong == found.rolls[-1],
    ),
    "dice of one roll swapped": (
        with_rolls(roll_0=roll_at(0)[::-1]),
        lambda found: found.first_wrong == found.rolls[0],
    ),
    "a record that stops early": (
        replace(RECORD, events=RECORD.events[:-4]),
        lambda found: not found.complete and found.first_wrong is None,
    ),
    "a record that stops before the first roll": (
        replace(RECORD, events=()),
        lambda found: not found.complete and found.rolls == (),
    ),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_tampered_records_are_not_verified(kind: str) -> None:
    record, found = TAMPERED[kind]
    verification = verify(record)
    assert not verification.verified
    assert found(verification)


def test_two_rolls_that_were_swapped_are_found() -> None:
    same = next(n for n in range(1, len(ROLLS)) if len(roll_at(n)) == 5)
    assert roll_at(0) != roll_at(same)
    verification = verify(with_rolls(roll_0=roll_at(same), **{f"roll_{same}": roll_at(0)}))
    assert verification.first_wrong
    assert verification.first_wrong.number == 0
    assert verification.first_wrong.promised == roll_at(0)
    assert verification.first_wrong.thrown.roll == roll_at(same)


@pytest.mark.parametrize("note", ["secret", "promise", "match"])
def test_without_a_note_there_is_nothing_to_verify(note: str) -> None:
    notes = {key: value for key, value in RECORD.notes.items() if key != note}
    with pytest.raises(NothingToVerify, match=note):
        verify(replace(RECORD, notes=notes))


def test_dice_from_a_position_on_were_not_promised() -> None:
    position = spell_position(RECORD.game, RECORD.game.start())
    with pytest.raises(NothingToVerify, match="starts from a position"):
        verify(replace(RECORD, position=position))


def test_every_byte_of_a_roll_is_accounted_for() -> None:
    for roll in verify(RECORD).rolls:
        assert len([face for _, face in roll.drawn if face]) == len(roll.thrown.dice)
        assert all((byte >= 252) == (face is None) for byte, face in roll.drawn)
        assert all(face == byte % 6 + 1 for byte, face in roll.drawn if face)
    assert any(face is None for roll in verify(RECORD).rolls for _, face in roll.drawn)


def test_the_dice_of_each_roll_are_named() -> None:
    match = played_out(GAMES[0], seed=1, sitting=SITTING[: GAMES[0].seats])
    rolls = [event.roll for event in match.log if isinstance(event, Rolled)]
    thrown = list(throws(match.game, match.log))
    assert [one.roll for one in thrown] == rolls
    for one in thrown:
        assert all(face in die.faces for die, face in zip(one.dice, one.roll, strict=True))
