"""Dice by slot: everyone gets the same face in the same slot, whatever they kept or banked."""

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import AnyGame, Chance, Die, catalogue, new_game
from dicehall.game.records import Event, Played, Record, Rolled, apply, read, write
from dicehall.game.slots import Slot, default_slots, slots_due
from dicehall.game.turns import D6, D20, SPARK_DIE
from dicehall.match.dice.by_slot import BY_SLOT, throw
from dicehall.match.dice.rolling import commitment_of
from dicehall.match.dice.verification import verify
from dicehall.match.events import MatchOpened
from dicehall.match.match import Match, fold
from dicehall_pig import PIG
from support.contests import ANN, BOB, NOW, SECRET, after, random_move
from support.playouts import GAMES


@pytest.fixture
def pig(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pig, as if its package were installed."""
    monkeypatch.setattr(catalogue, "_brought", lambda: {"pig": PIG})


ALL_GAMES = [*GAMES, PIG.new()]
Met = dict[Slot, tuple[Die, int]]


def played_by_slot(game: AnyGame, seed: int) -> Match:
    """A whole match with random moves, whose dice follow from their slots."""
    opened = MatchOpened(
        game.name, game.seats, game.options, commitment_of(SECRET), NOW, dice_by=BY_SLOT
    )
    match, random = after(fold("m", [opened]), *(ANN, BOB)[: game.seats]), Random(seed)
    while not match.result:
        match = after(match, random_move(match, random))
    return match


def dice_met(match: Match) -> Iterator[tuple[Slot, Die, int]]:
    """Every die of a match with its slot and its face, found by replaying the log."""
    game, state = match.game, match.game.start()
    for moment, event in enumerate(match.log):
        if isinstance(event, Rolled):
            turn = game.turn(state)
            assert isinstance(turn, Chance)
            yield from zip(
                slots_due(game, state, match.log[:moment]), turn.dice, event.roll, strict=True
            )
        state = apply(game, state, event)


@pytest.mark.usefixtures("pig")
@pytest.mark.parametrize("game", ALL_GAMES, ids=str)
def test_the_same_slots_show_the_same_faces_whatever_was_kept(
    game: AnyGame,
) -> None:
    met: Met = {}
    shared = 0
    for seed in range(4):
        match = played_by_slot(game, seed)
        slots = [slot for slot, _, _ in dice_met(match)]
        assert len(slots) == len(set(slots)) > 5
        shared += sum(slot in met for slot in slots)
        for slot, die, face in dice_met(match):
            assert met.setdefault(slot, (die, face)) == (die, face)
    assert shared > 10


def rolled(game: str, *events: Event, seats: int = 1) -> list[tuple[int, ...]]:
    """The slots that are due after these events."""
    chosen = new_game(game, seats)
    state = chosen.start()
    for event in events:
        state = apply(chosen, state, event)
    return [tuple(slot) for slot in slots_due(chosen, state, events)]


def test_fune_counts_boxes_and_throws_of_each_seat() -> None:
    first = Rolled((6, 6, 1, 6, 2))
    assert rolled("fune") == [(0, 1, 1, die) for die in (1, 2, 3, 4, 5)]
    assert rolled("fune", first, Played(0, "keep 1 2 4")) == [(0, 1, 2, 3), (0, 1, 2, 5)]
    scored = [first, Played(0, "score ones")]
    assert rolled("fune", *scored, seats=2)[0] == (1, 1, 1, 1)
    assert rolled("fune", *scored)[0] == (0, 2, 1, 1)


def test_sparkle_counts_void_throws_and_re_rolls_of_a_turn() -> None:
    set_of_twos: list[Event] = [Rolled((2, 2, 2, 1, 3)), Played(0, "roll 1 2 3")]
    assert rolled("sparkle", *set_of_twos) == [(0, 1, 2, 4), (0, 1, 2, 5)]
    void = [*set_of_twos, Rolled((2, 4))]
    assert rolled("sparkle", *void) == [(0, 1, 3, 4), (0, 1, 3, 5)]
    again = [*void, Rolled((3, 4)), Played(0, "reroll 5")]
    assert rolled("sparkle", *again) == [(0, 1, 4, 5)]


def test_a_round_of_pocket_hexes_is_one_throw_and_bones_have_one_die_a_turn() -> None:
    assert rolled("pocket-hexes") == [(0, 1, 1, die) for die in (1, 2, 3, 4, 5, 6)]
    bones = [Rolled((5,)), Played(0, "column 2"), Rolled((5,)), Played(1, "column 2")]
    assert rolled("knuckles", *bones, seats=2) == [(0, 2, 1, 1)]
    assert rolled("knuckles", *bones[:2], seats=2) == [(1, 1, 1, 1)]


def test_a_game_without_slots_counts_decisions_and_the_rolls_since() -> None:
    game = PIG.new()
    state = game.play(game.start(), "roll")
    assert default_slots(game, state, [Played(0, "roll")]) == (Slot(0, 2, 1, 1),)
    log: list[Event] = [Played(0, "roll"), Rolled((3,)), Played(0, "roll")]
    assert default_slots(game, state, log) == (Slot(0, 3, 1, 1),)


def check(record: Record) -> int:
    """The whole check, without our code, as docs/fairness.md describes it; for Pocket Hexes."""
    notes, rolls = record.notes, [e.roll for e in record.events if isinstance(e, Rolled)]
    key, sides = bytes.fromhex(notes["secret"]), (4, 6, 8, 10, 12, 20)
    assert hashlib.sha256(key).hexdigest() == notes["promise"]
    for turn, played in enumerate(rolls, start=1):
        for die, (faces, face) in enumerate(zip(sides, played, strict=True), start=1):
            message = json.dumps(
                [notes["match"], [notes.get("words-0", "")], [0, turn, 1, die], 0],
                separators=(",", ":"),
            )
            fair = 256 - 256 % faces
            digest = hmac.digest(key, message.encode(), "sha256")
            found = next(byte % faces for byte in digest if byte < fair)
            assert face == found + (faces != 10)  # the d10 begins with 0
    return len(rolls)


def test_the_dice_can_be_checked_without_our_code() -> None:
    record, _ = read(write(played_by_slot(new_game("pocket-hexes"), 3).record()))
    assert record.notes["dice-by"] == "slot"
    assert check(record) > 5


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_record_by_slot_is_verified_and_one_changed_roll_is_found(game: AnyGame) -> None:
    record = played_by_slot(game, 5).record()
    assert verify(record).verified
    numbered = {note: text for note, text in record.notes.items() if note != "dice-by"}
    assert not verify(Record(game, record.events, numbered)).verified
    other = Record(game, record.events, {**record.notes, "secret": "00" * 32})
    assert verify(other).first_wrong


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([D6, D20, SPARK_DIE]), st.integers(0, 2**32))
def test_the_faces_of_a_slot_are_equally_likely(die: Die, seed: int) -> None:
    secret = hashlib.sha256(str(seed).encode()).hexdigest()
    slots = [Slot(0, turn, 1, 1) for turn in range(1, 2001)]
    roll = throw(secret, "m", ("",), slots, (die,) * len(slots))
    counts, expected = Counter(roll), len(slots) / len(die.faces)
    chi_square = sum((counts[face] - expected) ** 2 / expected for face in die.faces)
    assert chi_square < 6 * len(die.faces) + 30  # ten thousand times rarer than one in a hundred
