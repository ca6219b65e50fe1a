from dataclasses import replace
from random import Random

import pytest

from dicehall.game import Over
from dicehall.game.refused import (
    BadName,
    BadOption,
    IdReused,
    IllegalMove,
    MatchOver,
    NotYourSeat,
    NotYourTurn,
    Refused,
    SeatNotFree,
    SeatOpen,
    StaleVersion,
)
from dicehall.game.turns import Loss
from dicehall.match.commands import Command, PlayMove, Resign, TakeSeat
from dicehall.match.events import DiceRolled, MatchEnded, MovePlayed, Resigned, SeatTaken
from dicehall.match.match import Match
from dicehall.match.seats import Computer, Seat
from support.contests import (
    ANN,
    BOB,
    NOW,
    SECRET,
    after,
    begun,
    decide,
    falling,
    legal_moves,
    move_in,
    open_match,
    random_move,
)

EASY = TakeSeat(1, "Easy", level="easy")


def refuse(match: Match, command: Command, why: type[Refused]) -> Refused:
    with pytest.raises(why) as refused:
        decide(match, command, falling())
    assert type(refused.value) is why
    assert refused.value.reason
    return refused.value


def against_the_computer() -> Match:
    """Ann has moved; Easy, who rolled a two, is to move."""
    match = after(open_match(), ANN, EASY, circumstances=falling((5,)))
    return after(match, move_in(match, "column 1"), circumstances=falling((2,)))


def test_the_first_seat_waits_for_the_second() -> None:
    events = decide(open_match(), ANN, falling())
    assert events == (SeatTaken(0, "Ann", "guest-a"),)
    match = after(open_match(), ANN)
    assert match.seats == (Seat("Ann", "guest-a", "", ""), None)
    assert match.to_move is None
    assert not match.full


def test_the_dice_roll_as_soon_as_every_seat_is_taken() -> None:
    match = after(open_match(), BOB)
    events = decide(match, ANN, falling((5,)))
    assert events == (SeatTaken(0, "Ann", "guest-a", at=NOW), DiceRolled((5,)))
    assert begun().to_move == 0


def test_a_game_for_one_begins_with_its_only_seat() -> None:
    match = after(open_match("sparkle"), ANN, circumstances=falling((1, 2, 3, 4, 6)))
    assert match.to_move == 0
    assert match.version == 3


def test_a_seat_is_taken_once() -> None:
    refuse(after(open_match(), ANN), TakeSeat(0, "Bob", "guest-b"), SeatNotFree)


def test_one_guest_may_hold_both_seats() -> None:
    match = after(open_match(), ANN, replace(BOB, holder="guest-a"), circumstances=falling((5,)))
    assert match.held_by("guest-a") == (0, 1)
    match = after(match, move_in(match, "column 1", "1"), circumstances=falling((2,)))
    match = after(match, move_in(match, "column 1", "2"), circumstances=falling((3,)))
    assert match.to_move == 0


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    refuse(open_match(), TakeSeat(seat, "Ann", "guest-a"), BadOption)


def test_a_level_that_does_not_exist_is_refused() -> None:
    refused = refuse(open_match(), replace(EASY, level="godlike"), BadOption)
    assert "easy" in refused.legal


def test_a_move_is_followed_by_the_next_roll() -> None:
    match = begun()
    events = decide(match, PlayMove("guest-a", "column 2", match.version, "1"), falling((3,)))
    assert events == (MovePlayed(0, "column 2", "1", NOW), DiceRolled((3,)))


def test_no_moves_before_the_match_begins() -> None:
    refuse(after(open_match(), ANN), PlayMove("guest-a", "column 1", 2, "1"), SeatOpen)


def test_only_the_seat_to_move_moves() -> None:
    match = begun()
    refused = refuse(match, PlayMove("guest-b", "column 1", match.version, "1"), NotYourTurn)
    assert "Ann" in refused.reason
    refuse(match, PlayMove("guest-c", "column 1", match.version, "1"), NotYourSeat)


@pytest.mark.parametrize("off", [-1, 1])
def test_a_move_for_another_version_is_stale(off: int) -> None:
    match = begun()
    stale = PlayMove("guest-a", "column 1", match.version + off, "1")
    assert refuse(match, stale, StaleVersion).legal == legal_moves(match)


def test_a_refused_move_lists_the_legal_ones() -> None:
    match = begun()
    refused = refuse(match, move_in(match, "column 4"), IllegalMove)
    assert refused.legal == ("column 1", "column 2", "column 3")


def test_a_resent_move_is_harmless_even_later() -> None:
    match = begun()
    first = move_in(match, "column 1", "first")
    match = after(match, first, circumstances=falling((2,)))
    assert decide(match, first, falling()) == ()
    match = after(match, move_in(match, "column 1", "second"), circumstances=falling((3,)))
    assert decide(match, first, falling()) == ()
    match = after(match, Resign("guest-a", "third"))
    assert decide(match, first, falling()) == ()


def test_moves_without_an_id_differ_by_version() -> None:
    match = begun()
    first = move_in(match, "column 1", "")
    match = after(match, first, circumstances=falling((2,)))
    refuse(match, PlayMove("guest-b", "column 1", match.version - 1, ""), StaleVersion)
    assert decide(match, move_in(match, "column 1", ""), falling((3,)))


def test_the_last_move_tells_the_secret() -> None:
    random = Random(1)
    match = begun()
    while not match.result:
        assert not match.secret
        match = after(match, random_move(match, random))
    assert match.result == match.game.turn(match.state)
    assert match.secret == SECRET


def test_a_finished_match_stays_as_it_is() -> None:
    match = after(begun(), Resign("guest-a", "1"))
    refuse(match, PlayMove("guest-a", "column 1", match.version, "2"), MatchOver)
    refuse(match, Resign("guest-b", "2"), MatchOver)
    refuse(match, TakeSeat(0, "Cid", "guest-c"), MatchOver)


@pytest.mark.parametrize(("holder", "seat"), [("guest-a", 0), ("guest-b", 1)])
def test_a_resigning_seat_loses_on_any_turn(holder: str, seat: int) -> None:
    match = begun()
    assert match.to_move == 0
    events = decide(match, Resign(holder, "1"), falling())
    scores = match.game.scores(match.state)
    assert isinstance(events[1], MatchEnded)
    assert events == (
        Resigned(seat, "1"),
        MatchEnded(scores, (1 - seat,), SECRET, events[1].at),
    )


def test_with_both_seats_the_one_to_move_resigns() -> None:
    match = after(open_match(), ANN, replace(BOB, holder="guest-a"), circumstances=falling((5,)))
    match = after(match, move_in(match, "column 1"), circumstances=falling((2,)))
    assert after(match, Resign("guest-a", "1")).loss == Loss(1, "resigned")


def test_resigning_alone_has_no_winner() -> None:
    match = after(open_match("fune", 1), ANN, circumstances=falling((6, 6, 6, 2, 2)))
    match = after(match, move_in(match, "score full-house"), circumstances=falling((1, 1, 1, 1, 1)))
    match = after(match, Resign("guest-a", "1"))
    assert match.result == Over((35,), ())


def test_an_empty_seat_does_not_win() -> None:
    match = after(open_match(), ANN, Resign("guest-a", "1"))
    assert match.result == Over((0, 0), ())


def test_a_resent_resignation_is_harmless() -> None:
    resign = Resign("guest-a", "1")
    assert decide(after(begun(), resign), resign, falling()) == ()


def test_an_id_that_was_used_for_another_move_is_refused() -> None:
    match = begun()
    move = PlayMove("guest-a", "column 1", match.version, "1")
    match = after(match, move, circumstances=falling((2,)))
    assert decide(match, move, falling()) == ()
    reason = refuse(match, replace(move, move="column 2"), IdReused)
    assert reason.code == "id-reused"
    refuse(match, Resign("guest-a", "1"), IdReused)
    # Others may use the same id, and so does whoever does not care.
    match = after(match, PlayMove("guest-b", "column 3", match.version, "1"))
    resigned = after(match, Resign("guest-a", "2"))
    refuse(resigned, PlayMove("guest-a", "column 1", match.version, "2"), IdReused)


def test_only_those_at_the_table_resign() -> None:
    refuse(begun(), Resign("guest-c", "1"), NotYourSeat)
    refuse(open_match(), Resign("guest-a", "1"), NotYourSeat)


@pytest.mark.parametrize("holder", ["guest-b", "guest-c", "computer", "Computer()", "", "easy"])
def test_no_guest_plays_or_resigns_for_the_computer(holder: str) -> None:
    match = against_the_computer()
    refuse(match, PlayMove(holder, "column 1", match.version, "1"), NotYourSeat)
    refuse(match, Resign(holder, "1"), NotYourSeat)


def test_the_computer_plays_its_own_seat_alone() -> None:
    match = against_the_computer()
    refuse(match, PlayMove("guest-a", "column 1", match.version, "1"), NotYourTurn)
    match = after(match, PlayMove(Computer(), "column 1", match.version, "1"))
    refuse(match, PlayMove(Computer(), "column 1", match.version, "2"), NotYourTurn)
    match = begun()
    refuse(match, PlayMove(Computer(), "column 1", match.version, "1"), NotYourSeat)


def test_a_seat_has_either_a_guest_or_a_computer() -> None:
    refuse(open_match(), TakeSeat(0, "Ann", ""), NotYourSeat)
    refuse(open_match(), TakeSeat(0, "Ann", "guest-a", level="easy"), NotYourSeat)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ann \t", "Ann"),
        ("Ann\n of   Dee", "Ann of Dee"),
        ("x" * 20, "x" * 20),
        (" " * 50 + "x" * 20, "x" * 20),
        ("Jürgen 🎲", "Jürgen 🎲"),
        ("bo", "bo"),
    ],
)
def test_names_are_trimmed(given: str, kept: str) -> None:
    seat = after(open_match(), BOB, replace(ANN, name=given)).seats[0]
    assert seat
    assert seat.name == kept


@pytest.mark.parametrize(
    "name",
    ["", "   ", "\n", "x" * 21, "Bob", " bOB ", "A\x00nn", "A\x1b[2Jnn", "A\u202enn", "\ud800"],
)
def test_names_are_refused(name: str) -> None:
    refuse(after(open_match(), BOB), replace(ANN, name=name), BadName)


def test_different_means_different_ignoring_case_in_any_language() -> None:
    match = after(open_match(), replace(BOB, name="Straße"))
    refuse(match, replace(ANN, name="STRASSE"), BadName)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  my  own\nluck ", "my own luck"),
        ("w" * 101, "w" * 100),
        ("w" * 99 + " w", "w" * 99),
        ("luck # not a comment", "luck not a comment"),
        ("\ud800lu \x00 ck", "lu ck"),
    ],
)
def test_words_are_kept_as_a_record_can_hold_them(given: str, kept: str) -> None:
    assert after(open_match(), replace(ANN, words=given), BOB).words == (kept, "")
