"""Sparkle 7 to 12, the course of a turn; rules are numbered in docs/rules/sparkle.md."""

import pytest

from dicehall.game import Over
from dicehall.games.sparkle.rules import ALL
from games.sparkle.gentle_sparkle import GENTLE, after, moves, reason

FIZZLE = "roll 2 2 3 3 4"
SET_OF_6 = ("roll 2 6 6 6 3", "0 roll 2 3 4")
"""Sixty points wait for their certificate, which dice 1 and 5 must bring."""
FIRST_TURN = (*SET_OF_6, "roll 2 1", "0 end 5")
"""A turn that ends with 70 points: enough for the thresholds of the first three turns."""


def test_7_a_set_must_be_certified_before_the_turn_ends() -> None:
    state = after("roll 2 6 6 6 3")
    assert moves(state, "roll", "end") == ["roll 2 3 4"]
    assert reason(state, "end 2 3 4") == "a set is waiting for its certificate: roll again"
    certified = after(*SET_OF_6, "roll 2 1")
    assert (certified.waiting, moves(certified, "end")) == (0, ["end 5"])


def test_7_a_roll_that_shows_the_number_is_void() -> None:
    waiting = after(*SET_OF_6)
    for roll in ("roll 6 1", "roll 6 6", "roll * 6", "roll 2 6"):
        assert after(*SET_OF_6, roll) == waiting
    assert after(*SET_OF_6, "roll 6 1", "roll 2 6", "roll 5 4").waiting == 0


def test_7_the_spark_face_is_not_the_number() -> None:
    assert moves(after(*SET_OF_6, "roll * 3"), "roll", "end") == ["roll 1", "end 1"]


def test_7_a_fizzle_loses_the_set() -> None:
    state = after(*SET_OF_6, "roll 2 3")
    assert moves(state, "fizzle", "roll", "end") == ["fizzle"]
    assert GENTLE.turn(after(*SET_OF_6, "roll 2 3", "0 fizzle")) == Over((0,), (0,))


def test_7_after_the_certificate_the_number_is_a_face_like_any_other() -> None:
    state = after(*SET_OF_6, "roll 2 1", "0 reroll 1", "roll 6")
    assert moves(state, "roll") == ["roll 5"]


def test_7_a_new_set_must_itself_be_certified() -> None:
    lines = ("roll 6 6 6 1 5", "0 roll 1 2 3 4 5", "roll 2 2 2 3 4", "0 roll 1 2 3")
    assert after(*lines).waiting == 2
    assert after(*lines, "roll 2 1") == after(*lines)
    assert moves(after(*lines, "roll 6 1"), "end") == ["end 5"]


def test_7_a_heap_needs_no_certificate() -> None:
    lines = ("roll 6 6 6 6 6", "0 roll 1 2 3 4 5")
    assert after(*lines).waiting == 0
    assert moves(after(*lines, "roll 6 1 2 3 4"), "end") == ["end 2"]


def test_8_five_banked_dice_come_back_and_must_be_rolled() -> None:
    lines = ("roll 1 1 5 5 2", "0 roll 1 2 3 4", "roll 1")
    assert moves(after(*lines), "roll", "end") == ["roll 5"]
    assert reason(after("roll 6 6 6 6 6"), "end 1 2 3 4 5") == (
        "all five dice are banked: they come back and must be rolled"
    )
    state = after(*lines, "0 roll 5")
    assert (state.throwing, state.points, state.banked) == (ALL, 40, ())


def test_8_that_roll_certifies_a_waiting_set() -> None:
    lines = ("roll 6 6 6 1 5", "0 roll 1 2 3 4 5")
    assert after(*lines, "roll 6 1 2 3 4") == after(*lines)
    assert moves(after(*lines, "roll 1 2 3 4 4"), "end") == ["end 1"]


def test_9_equal_to_the_threshold_is_enough() -> None:
    lines = ("roll 4 4 4 2 3", "0 roll 1 2 3")
    short = after(*lines, "roll 5 2")
    assert moves(short, "end") == []
    assert reason(short, "end 4") == "45 of 50 points: 5 to go"
    assert moves(after(*lines, "roll 1 2"), "end") == ["end 4"]
    state = after(*lines, "roll 1 2", "0 end 4")
    assert (state.total, state.points, state.number, state.throwing) == (50, 0, 2, ALL)


def test_9_the_total_counts_towards_the_threshold() -> None:
    state = after(*FIRST_TURN, "roll 5 2 3 4 6")
    assert moves(state, "end") == ["end 1"]
    assert after(*FIRST_TURN, "roll 5 2 3 4 6", "0 end 1").total == 75


def test_9_a_turn_ends_with_points_of_its_own() -> None:
    assert reason(after(*FIRST_TURN, "roll 5 2 3 4 6"), "end") == "choose at least one scoring die"


def test_10_a_fizzle_below_the_threshold_ends_the_game() -> None:
    assert GENTLE.turn(after(FIZZLE, "0 fizzle")) == Over((0,), (0,))
    lost = after("roll 1 1 2 3 4", "0 roll 1 2", "roll 2 3 4", "0 fizzle")
    assert GENTLE.turn(lost) == Over((0,), (0,))


def test_10_a_fizzle_above_the_threshold_loses_the_turn_only() -> None:
    state = after(*FIRST_TURN, "roll 1 1 2 3 4", "0 roll 1 2", "roll 2 3 4", "0 fizzle")
    assert (state.total, state.points, state.number, state.throwing) == (70, 0, 3, ALL)


def test_10_a_total_equal_to_the_threshold_is_not_below_it() -> None:
    fifty = ("roll 4 4 4 2 3", "0 roll 1 2 3", "roll 1 2", "0 end 4")
    assert after(*fifty, FIZZLE, "0 fizzle").number == 3


def test_2_and_10_the_threshold_rises_after_a_fizzle_too() -> None:
    twice = after(*FIRST_TURN, FIZZLE, "0 fizzle", FIZZLE, "0 fizzle")
    assert (twice.number, GENTLE.threshold(twice.number)) == (4, 100)
    assert GENTLE.turn(GENTLE.play(GENTLE.roll(twice, (2, 2, 3, 3, 4)), "fizzle")) == Over(
        (70,), (0,)
    )


def test_10_after_a_fizzle_banked_points_can_no_longer_be_saved() -> None:
    state = after(*FIRST_TURN, "roll 1 1 2 3 4", "0 roll 1 2", "roll 2 3 4")
    assert moves(state, "fizzle", "roll", "end") == ["fizzle"]
    assert reason(state, "end 3").startswith("nothing in this roll scores")


def test_11_five_extra_dice_pay_for_any_part_of_the_roll() -> None:
    state = after("roll 1 2 3 4 6")
    assert state.extra == 5
    assert len(moves(state, "reroll")) == 31
    spent = after("roll 1 2 3 4 6", "0 reroll 2 3 4", "roll 2 3 4")
    assert spent.extra == 2
    assert len(moves(spent, "reroll")) == 5 + 10
    assert reason(spent, "reroll 1 2 3") == "3 dice to re-roll, but only 2 Extra Dice left"


def test_11_the_other_dice_stay_and_all_together_are_the_roll() -> None:
    state = after("roll 2 6 6 3 4", "0 reroll 4", "roll 6")
    assert state.dice == (2, 6, 6, 6, 4)
    assert moves(state, "roll") == ["roll 2 3 4"]


def test_11_only_dice_of_this_roll_are_thrown_again() -> None:
    state = after("roll 1 2 3 4 6", "0 roll 1", "roll 2 3 4 6")
    assert "reroll 2 3 4 5" in moves(state, "reroll")
    assert reason(state, "reroll 1") == "die 1 is not on the table"


def test_11_a_fizzle_may_be_saved() -> None:
    state = after(*SET_OF_6, "roll 2 3", "0 reroll 5", "roll 5")
    assert (state.waiting, moves(state, "end")) == (0, ["end 5"])
    assert after(*SET_OF_6, "roll 2 3", "0 reroll 5", "roll 5", "0 end 5").total == 65


def test_11_a_void_is_thrown_again_for_nothing() -> None:
    lines = (*SET_OF_6, "roll 2 3", "0 reroll 5")
    assert after(*lines, "roll 6") == after(*lines)
    assert after(*lines, "roll 6", "roll 6", "roll 1").extra == 4


@pytest.mark.parametrize(
    ("lines", "extra"),
    [
        ([FIZZLE], 6),
        ([FIZZLE, "0 reroll 1", "roll 4"], 5),
        ([FIZZLE, "0 reroll 1 2 3 4 5", FIZZLE], 2),
        (["roll 1 2 3 4 6", "0 reroll 1", "roll 2"], 4),
        (["roll 1 2 3 4 6", "0 reroll 1 2 3 4 5", FIZZLE], 1),
        (["roll 1 2 3 4 6", "0 roll 1", "roll 2 3 4 6"], 5),
        (["roll 1 1 1 1 1", "0 roll 1 2 3 4 5", FIZZLE], 6),
        (["roll 6 6 6 1 1", "0 roll 1 2 3 4 5", "roll 6 2 3 3 4"], 5),
        (["roll 6 6 6 1 1", "0 roll 1 2 3 4 5", "roll 6 2 3 3 4", FIZZLE], 6),
    ],
)
def test_11_five_dice_that_fizzle_together_bring_an_extra_die(lines: list[str], extra: int) -> None:
    assert after(*lines).extra == extra


def test_11_every_third_turn_brings_an_extra_die() -> None:
    end = ("roll 5 2 3 4 6", "0 end 1")
    assert [after(*FIRST_TURN, *end * turns).extra for turns in (0, 1, 2)] == [5, 5, 6]
    lose = ("roll 5 2 3 4 6", "0 roll 1", "roll 2 3 4 6", "0 fizzle")
    assert after(*FIRST_TURN, *end, *lose).extra == 6


def test_12_the_score_is_the_total() -> None:
    assert GENTLE.scores(after(*FIRST_TURN, "roll 1 1 2 3 4", "0 roll 1 2")) == (70,)
