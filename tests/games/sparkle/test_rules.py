"""Sparkle 1 to 6, what a roll is worth: the numbers are those of docs/rules/sparkle.md."""

import pytest

from dicehall.game import Chance
from dicehall.game.turns import D6, SPARK, SPARK_DIE
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from games.sparkle.gentle_sparkle import GENTLE, after, moves, reason

CLASSIC = Sparkle()


def test_1_die_1_is_the_spark_die_wherever_it_is_thrown() -> None:
    assert SPARK_DIE.faces == (1, 2, 4, 5, 6, SPARK)
    assert GENTLE.turn(after()) == Chance((SPARK_DIE, D6, D6, D6, D6))
    state = after("roll 2 1 3 4 6", "0 roll 2")
    assert GENTLE.turn(state) == Chance((SPARK_DIE, D6, D6, D6))
    assert GENTLE.turn(after("roll 1 2 3 4 6", "0 roll 1")) == Chance((D6,) * 4)


def test_1_dice_keep_their_positions() -> None:
    state = after("roll 2 1 3 4 6", "0 roll 2", "roll * 6 4 3")
    assert state.dice == (SPARK, 1, 6, 4, 3)
    assert state.table == (1, 3, 4, 5)


def test_2_thresholds() -> None:
    assert [CLASSIC.threshold(turn) for turn in (1, 2, 3, 4, 5, 11)] == [
        *(100, 200, 400, 800, 1600),
        102400,
    ]
    gentle = [GENTLE.threshold(turn) for turn in range(1, 11)]
    assert gentle == [50, 50, 50, 100, 100, 100, 200, 200, 200, 400]


def test_3_some_of_the_roll_is_banked_and_the_rest_is_rolled() -> None:
    state = after("roll 1 5 3 4 6")
    assert moves(state, "roll", "end") == ["roll 1", "roll 1 2", "roll 2"]
    assert after("roll 1 5 3 4 6", "0 roll 2").throwing == (1, 3, 4, 5)
    assert reason(state, "roll") == "choose at least one scoring die"
    assert reason(state, "roll 1 3").startswith("every selected die must score")


def test_3_dice_of_different_rolls_never_combine() -> None:
    state = after("roll 1 2 3 4 6", "0 roll 1", "roll 1 1 2 3")
    assert moves(state, "roll") == ["roll 2", "roll 2 3", "roll 3"]
    assert after("roll 1 2 3 4 6", "0 roll 1", "roll 1 1 2 3", "0 roll 2 3").points == 30
    assert reason(state, "roll 1") == "die 1 is not on the table"


# Positions that may be banked : points, and s with the number of the set that then waits.
BANKS = """
1 2 3 4 6   1:10
2 5 3 4 6   2:5
1 5 3 4 6   1:10 12:15 2:5
2 2 3 3 4   -
2 6 6 4 4   -
2 2 2 3 4   123:20s2
2 2 2 3 1   123:20s2 1235:30s2
2 3 3 3 4   234:30s3
4 4 4 2 3   123:40s4
5 5 5 2 3   123:50s5
6 6 6 2 3   123:60s6
1 1 1 3 4   123:100s1
2 2 2 5 5   123:20s2 1234:25s2 12345:30s2 1235:25s2
5 5 5 1 1   123:50s5 1234:60s5 12345:70s5 1235:60s5
2 2 2 2 3   123:20s2 124:20s2 134:20s2 234:20s2
5 5 5 5 2   123:50s5 1234:55s5 124:50s5 134:50s5 234:50s5
1 1 1 1 4   123:100s1 1234:110s1 124:100s1 134:100s1 234:100s1
1 1 1 1 1   12345:1000
2 2 2 2 2   12345:200
6 6 6 6 6   12345:600
* 1 1 1 1   12345:1000
* 3 3 3 3   12345:300
* 4 4 4 4   12345:400
* 2 3 4 6   1:10
* 1 5 3 6   1:10 12:20 123:25 13:15 2:10 23:15 3:5
* 6 6 1 2   123:60s6 1234:70s6
* 1 1 3 6   123:100s1
* 3 3 4 5   123:30s3 1235:35s3
* 2 2 6 6   123:20s2 145:60s6
* 1 1 2 2   123:100s1 12345:40s2 1245:30s2 1345:30s2 145:20s2
* 1 1 5 5   123:100s1 1234:105s1 12345:110s1 1235:105s1 1245:60s5 1345:60s5 145:50s5
* 6 6 6 2   1234:70s6 234:60s6
* 1 1 1 5   1234:110s1 12345:115s1 234:100s1 2345:105s1
* 6 6 6 1   1234:70s6 12345:80s6 234:60s6 2345:70s6
"""


def banked(state: SparkleState) -> str:
    """The banks of a state, written as above."""
    words = []
    for move in moves(state, "roll"):
        after = GENTLE.play(state, move)
        waiting = f"s{after.waiting}" if after.waiting else ""
        words.append(f"{move[5:].replace(' ', '')}:{after.points - state.points}{waiting}")
    return " ".join(words) or "-"


@pytest.mark.parametrize("line", BANKS.strip().split("\n"))
def test_4_to_6_what_may_be_banked_of_five_dice(line: str) -> None:
    roll, _, expected = line.partition("   ")
    state = after(f"roll {roll}")
    assert banked(state) == expected
    assert moves(state, "fizzle") == (["fizzle"] if expected == "-" else [])


@pytest.mark.parametrize(
    ("roll", "expected"),
    [
        ("* 6 6 6", "1345:70s6 345:60s6"),
        ("* 6 6 2", "134:60s6"),
        ("* 3 3 1", "134:30s3 1345:40s3"),
        ("* 2 3 4", "1:10"),
        ("4 4 4 4", "134:40s4 135:40s4 145:40s4 345:40s4"),
        ("4 4 3 3", "-"),
    ],
)
def test_4_to_6_what_may_be_banked_of_four_dice(roll: str, expected: str) -> None:
    assert banked(after("roll 2 1 3 4 6", "0 roll 2", f"roll {roll}")) == expected


def test_5_the_spark_needs_two_dice_to_make_a_set() -> None:
    state = after("roll 2 1 1 1 3", "0 roll 2 3 4", "roll * 6")
    assert banked(state) == "1:10"


def test_6_a_set_obliges() -> None:
    state = after("roll 2 2 2 1 5")
    assert reason(state, "roll 4") == ("the roll has a set of 2s: the selection must include it")
    two_pairs = after("roll * 2 2 6 6")
    assert "a set of 2s or 6s" in reason(two_pairs, "roll 1")
    assert reason(after("roll * 4 4 4 4"), "roll 2 3 4") == "the roll is a heap: bank all five dice"
