from dataclasses import replace
from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicehall.game import Die, Roll
from dicehall.game.records import Rolled
from dicehall.game.records import fold as fold_record
from dicehall.game.refused import (
    IdReused,
    MatchOver,
    NothingToTakeBack,
    NotYourSeat,
    Refused,
    StaleVersion,
    TooOften,
)
from dicehall.match import commands
from dicehall.match.commands import PlayMove, Resign, TakeBack, TakeSeat
from dicehall.match.dice.verification import throws, verify
from dicehall.match.events import TakenBack, decode, encode
from dicehall.match.match import Match
from dicehall.match.seats import Computer
from support.contests import ANN, BOB, after, decide, legal_moves, move_in, open_match, provable

EASY = TakeSeat(1, "Easy", level="easy")
ids = count()


def alone(game: str = "fune") -> Match:
    return after(open_match(game, 1), ANN)


def against_easy() -> Match:
    """Ann is to move, after a move of hers and the computer's answer."""
    match = after(open_match(), ANN, EASY)
    return move(move(match, "column 1"), "column 3")


def move(match: Match, spelled: str) -> Match:
    return after(match, move_in(match, spelled, f"id {next(ids)}"))


def take_back(match: Match, version: int | None = None, command_id: str = "") -> TakeBack:
    return TakeBack("guest-a", match.version if version is None else version, command_id)


def refuse(match: Match, command: commands.Command, why: type[Refused]) -> None:
    with pytest.raises(why) as refused:
        decide(match, command, provable())
    assert type(refused.value) is why


def test_taking_back_leads_to_the_last_own_decision_and_the_same_dice_come_again() -> None:
    before = after(open_match(), ANN, EASY)
    played = move(move(before, "column 1"), "column 3")
    back = after(played, take_back(played))
    assert (back.state, back.log, back.lines, back.rolls, back.turn) == (
        before.state,
        before.log,
        before.lines,
        before.rolls,
        before.turn,
    )
    assert back.version == played.version + 1
    again = move(move(back, "column 2"), "column 3")
    rolled = [event for event in again.log if isinstance(event, Rolled)]
    assert rolled == [event for event in played.log if isinstance(event, Rolled)]


def test_a_roll_or_an_answer_in_between_marks_the_match() -> None:
    match = against_easy()
    assert (match.mark, match.take_backs) == ("", 0)
    match = after(match, take_back(match))
    assert (match.mark, match.take_backs, match.line) == ("take-backs", 1, 1)


def test_an_undo_before_the_next_roll_leaves_no_mark() -> None:
    match = alone("pocket-hexes")
    place = next(move for move in legal_moves(match) if move.startswith("place"))
    placed = move(match, place)
    assert placed.log[-1] != match.log[-1:]
    undone = after(placed, take_back(placed))
    assert undone.state == match.state
    assert (undone.mark, undone.take_backs, undone.line) == ("", 0, 1)


def test_a_computer_that_is_thinking_does_not_answer_a_move_that_was_taken_back() -> None:
    match = move(after(open_match(), ANN, EASY), "column 1")
    answer = PlayMove(Computer(), "column 1", match.version, "answer")
    match = after(match, take_back(match))
    assert match.to_move == 0
    with pytest.raises(Refused):
        after(match, answer)
    with pytest.raises(StaleVersion):  # not even if it is to move again
        after(move(match, "column 2"), answer)


def test_a_computers_answer_in_the_meantime_does_not_make_it_stale() -> None:
    match = move(after(open_match(), ANN, EASY), "column 1")
    answered = move(match, "column 3")
    assert after(answered, take_back(match)).log == after(open_match(), ANN, EASY).log


def test_a_page_that_has_not_seen_the_own_last_move_is_stale() -> None:
    match = against_easy()
    later = move(move(match, "column 1"), "column 3")
    refuse(later, take_back(match), StaleVersion)
    refuse(later, take_back(later, later.version + 1), StaleVersion)
    refuse(after(match, take_back(match)), take_back(match), NothingToTakeBack)


def test_sending_it_again_has_no_effect() -> None:
    match = against_easy()
    match = move(move(match, "column 2"), "column 2")
    command = take_back(match, command_id="back")
    back = after(match, command)
    assert decide(back, command, provable()) == ()
    refuse(back, replace(move_in(back, "column 1"), id="back"), IdReused)
    refuse(back, Resign("guest-a", "back"), IdReused)


def test_the_same_move_may_follow_under_another_id() -> None:
    match = against_easy()
    back = after(match, take_back(match))
    refuse(back, replace(move_in(back, "column 2"), id="id x", version=match.version), StaleVersion)
    assert move(back, "column 1").lines == match.lines[:3]


def test_refused_take_backs() -> None:
    match = against_easy()
    refuse(match, TakeBack("guest-b", match.version, ""), NotYourSeat)
    begun = alone()
    refuse(begun, take_back(begun), NothingToTakeBack)
    online = after(open_match(), ANN, BOB)
    online = move(online, "column 1")
    refuse(online, take_back(online), NothingToTakeBack)
    assert online.last_move_of("guest-a") is None
    over = after(match, Resign("guest-a", ""))
    refuse(over, take_back(over), MatchOver)
    assert over.last_move_of("guest-a") is None


def test_two_at_one_device_take_back_each_others_moves() -> None:
    match = after(open_match(), ANN, replace(BOB, holder="guest-a"))
    match = move(move(match, "column 1"), "column 2")
    back = after(match, take_back(match))
    assert back.to_move == 1
    assert back.mark == "take-backs"


def test_there_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MOST_TAKE_BACKS", 2)
    match = alone()
    for _ in range(2):
        match = move(match, "keep 1")
        match = after(match, take_back(match))
    match = move(match, "keep 1")
    refuse(match, take_back(match), TooOften)


def test_the_event_is_stored_as_it_is() -> None:
    event = TakenBack(0, 3, "x", marked=True)
    assert decode(encode(event)) == event


def test_the_record_holds_the_line_that_counts_and_its_dice_verify() -> None:
    random = Random(3)
    match = alone()
    while not match.result:
        match = move(match, random.choice(legal_moves(match)))
        if match.line < 5 and random.random() < 0.2 and not match.result:
            match = after(match, take_back(match))
    record = match.record()
    assert record.notes["take-backs"] == str(match.take_backs)
    assert record.events == match.log
    assert verify(record).verified


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from([("fune", 1), ("sparkle", 1), ("pocket-hexes", 1), ("knucklebones", 2)]),
    st.lists(st.integers(0, 12), max_size=40),
)
def test_moves_and_take_backs_fold_to_what_the_remaining_line_alone_gives(
    chosen: tuple[str, int], picks: list[int]
) -> None:
    """A pick below 3 takes back, the others move."""
    name, seats = chosen
    start = after(open_match(name, seats), *(ANN, EASY)[:seats])
    match, faces = start, dict[tuple[int, tuple[Die, ...]], Roll]()
    for pick in picks:
        if match.result:
            break
        if pick < 3 and match.last_move_of("guest-a") is not None:
            match = after(match, take_back(match))
        else:
            moves = legal_moves(match)
            match = move(match, moves[pick * 7 % len(moves)])
        for number, thrown in enumerate(throws(match.game, match.log)):
            assert faces.setdefault((number, thrown.dice), thrown.roll) == thrown.roll
    assert match.state == fold_record(match.record())
    assert match.turn == match.game.turn(match.state)
    assert match.rolls == sum(isinstance(event, Rolled) for event in match.log)
    straight = start
    for event in match.log[len(start.log) :]:
        if not isinstance(event, Rolled):
            straight = move(straight, event.move)
    assert straight.log == match.log
    assert straight.state == match.state
