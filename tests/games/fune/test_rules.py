"""FUNE, rule by rule: the numbers are those of docs/rules/fune.md."""

from itertools import product

import pytest

from dicehall.game import Chance, Decide, Over
from dicehall.game.refused import IllegalMove
from dicehall.game.turns import D6
from dicehall.games.fune.rules import BOXES, Fune, FuneState, bonus, points, total, upper_sum
from support.playouts import legal_moves, state_after, why_refused

ROLLS = list(product(range(1, 7), repeat=5))


def after(*lines: str, seats: int = 1) -> FuneState:
    state = state_after(f"game: fune, seats: {seats}", *lines)
    assert isinstance(state, FuneState)
    return state


def confirm(*rolls: str) -> list[str]:
    """Lines in which one seat confirms each roll, written "1 1 1 2 3 ones", without re-rolls."""
    lines = []
    for roll in rolls:
        dice, _, box = roll.rpartition(" ")
        lines += [f"roll {dice}", f"0 score {box}"]
    return lines


def test_1_thirteen_turns_of_five_dice() -> None:
    lines = [f"1 2 3 4 5 {box}" for box in BOXES]
    assert Fune().turn(after(*confirm(*lines[:12]))) == Chance((D6,) * 5)
    assert isinstance(Fune().turn(after(*confirm(*lines))), Over)


def test_1_seats_alternate_and_seat_0_is_first() -> None:
    lines = ["roll 1 1 1 1 1", "0 score ones", "roll 2 2 2 2 2", "1 score ones", "roll 3 3 3 3 3"]
    assert [after(*lines[:n], seats=2).seat for n in (0, 1, 2, 3, 4, 5)] == [0, 0, 1, 1, 0, 0]


def test_2_a_turn_opens_with_a_compulsory_roll_of_all_five() -> None:
    assert Fune().turn(after()) == Chance((D6,) * 5)
    with pytest.raises(IllegalMove, match="rolled first"):
        Fune().play(after(), "score choice")


def test_2_locked_dice_stay_and_the_rest_are_rolled() -> None:
    state = after("roll 1 2 3 4 5", "0 keep 1 4")
    assert Fune().turn(state) == Chance((D6,) * 3)
    assert after("roll 1 2 3 4 5", "0 keep 1 4", "roll 6 6 2").dice == (1, 6, 6, 4, 2)


def test_2_keep_alone_rolls_all_five() -> None:
    assert Fune().turn(after("roll 1 2 3 4 5", "0 keep")) == Chance((D6,) * 5)


def test_2_locks_may_be_changed_between_re_rolls() -> None:
    lines = ("roll 1 2 3 4 5", "0 keep 1 2 3 4", "roll 6", "0 keep 5", "roll 6 6 6 6")
    assert after(*lines).dice == (6, 6, 6, 6, 6)


def test_2_two_re_rolls_and_no_more() -> None:
    opened = ("roll 1 2 3 4 5", "0 keep 2", "roll 6 6 6 6")
    assert "keep 2" in legal_moves(Fune(), after(*opened))
    spent = after(*opened, "0 keep 2", "roll 6 6 6 6")
    assert legal_moves(Fune(), spent) == tuple(f"score {box}" for box in BOXES)
    assert why_refused(Fune(), spent, "keep 2") == (
        "you have used both re-rolls of this turn: confirm a combination"
    )


def test_2_re_rolling_nothing_is_not_a_move() -> None:
    state = after("roll 1 2 3 4 5")
    assert sum(move.startswith("keep") for move in legal_moves(Fune(), state)) == 31
    assert "there is nothing to roll" in why_refused(Fune(), state, "keep 1 2 3 4 5")


@pytest.mark.parametrize("re_rolls", [0, 1, 2])
def test_2_a_combination_may_be_confirmed_at_any_point(re_rolls: int) -> None:
    state = after("roll 6 5 4 3 1", *["0 keep 1 2 3 4", "roll 2"] * re_rolls, "0 score choice")
    assert state.cards[0][BOXES.index("choice")] == (20 if re_rolls else 19)


def test_3_a_confirmed_combination_is_final_and_cannot_be_used_again() -> None:
    state = after(*confirm("1 2 2 3 4 ones"), "roll 1 1 1 1 1")
    assert "score ones" not in legal_moves(Fune(), state)
    assert why_refused(Fune(), state, "score ones") == "ones is already confirmed"
    assert after(*confirm("1 2 2 3 4 ones", "1 1 1 1 1 twos")).cards[0][0] == 1


def test_3_a_combination_may_score_nothing() -> None:
    state = after(*confirm("1 2 2 3 4 fune"))
    assert Fune().scores(state) == (0,)
    assert state.cards[0][BOXES.index("fune")] == 0


MANUAL = """
1 1 1 2 3   ones             3
1 1 1 2 3   twos             2
1 1 1 2 3   fours            0
1 2 2 2 3   twos             6
1 2 3 3 3   threes           9
1 2 4 4 4   fours           12
1 2 5 5 5   fives           15
1 2 6 6 6   sixes           18
1 1 1 2 3   three-dice       8
2 4 4 4 4   four-dice       18
2 4 4 4 4   three-dice      18
1 1 1 1 2   four-dice        6
1 1 1 1 2   three-dice       6
1 1 1 1 1   fune            50
1 1 1 2 2   full-house      35
1 1 6 6 6   full-house      35
1 1 1 1 1   full-house       0
2 3 4 5 5   short-straight  30
1 2 3 4 5   long-straight   40
2 3 4 5 6   long-straight   40
1 1 4 5 6   choice          17
"""

FINE_POINTS = """
6 6 6 6 6   three-dice      30
6 6 6 6 6   four-dice       30
6 6 6 6 6   sixes           30
6 6 6 6 6   choice          30
6 6 6 6 5   fune             0
6 6 5 5 4   three-dice       0
6 6 6 5 5   four-dice        0
6 6 6 6 5   full-house       0
6 6 5 5 4   full-house       0
3 1 3 1 3   full-house      35
1 2 2 3 4   short-straight  30
6 5 4 3 1   short-straight  30
2 3 4 5 6   short-straight  30
1 2 3 4 5   short-straight  30
1 2 3 5 6   short-straight   0
1 1 2 2 3   short-straight   0
6 4 2 5 3   long-straight   40
1 2 3 4 6   long-straight    0
2 3 4 5 5   long-straight    0
"""


@pytest.mark.parametrize("line", MANUAL.strip().split("\n") + FINE_POINTS.strip().split("\n"))
def test_4_and_5_points(line: str) -> None:
    *dice, box, expected = line.split()
    assert points(box, tuple(map(int, dice))) == int(expected)


def test_4_upper_boxes_over_all_rolls() -> None:
    for face, box in enumerate(BOXES[:6], start=1):
        assert sum(points(box, roll) for roll in ROLLS) == face * 5 * 6**4


COUNTS = {
    "three-dice": 1656,
    "four-dice": 156,
    "fune": 6,
    "full-house": 300,
    "short-straight": 1200,
    "long-straight": 240,
    "choice": 7776,
}


@pytest.mark.parametrize("box", COUNTS)
def test_5_how_many_of_the_7776_rolls_score(box: str) -> None:
    assert sum(points(box, roll) > 0 for roll in ROLLS) == COUNTS[box]


def test_5_the_order_of_the_dice_does_not_matter() -> None:
    for roll in ROLLS:
        in_order = tuple(sorted(roll))
        assert all(points(box, roll) == points(box, in_order) for box in COUNTS)


def test_5_no_joker_and_fune_scores_once() -> None:
    state = after(*confirm("4 4 4 4 4 fune"), "roll 4 4 4 4 4")
    assert "score fune" not in legal_moves(Fune(), state)
    state = Fune().play(state, "score full-house")
    assert Fune().scores(state) == (50,)


def test_6_three_of_each_make_the_bonus() -> None:
    upper = (3, 6, 9, 12, 15, 18)
    lower: tuple[None, ...] = (None,) * 7
    assert upper_sum(upper + lower) == 63
    assert (bonus(upper + lower), total(upper + lower)) == (35, 98)
    short = (2, *upper[1:], *lower)
    assert (upper_sum(short), bonus(short), total(short)) == (62, 0, 62)


def test_6_lower_boxes_do_not_count_for_the_bonus() -> None:
    card = (2, 6, 9, 12, 15, 18, 30, 30, 50, 35, 30, 40, 30)
    assert (upper_sum(card), bonus(card)) == (62, 0)


def test_6_the_bonus_comes_as_soon_as_63_are_reached() -> None:
    lines = ("6 6 6 6 6 sixes", "5 5 5 5 5 fives", "4 4 1 1 1 fours")
    assert Fune().scores(after(*confirm(*lines[:2]))) == (55,)
    assert Fune().scores(after(*confirm(*lines))) == (63 + 35,)


def match_of_two(first: str, second: str) -> Over:
    """How a match ends in which each seat confirms the same roll in every box."""
    lines = []
    for box in BOXES:
        lines += [f"roll {first}", f"0 score {box}", f"roll {second}", f"1 score {box}"]
    assert isinstance(Fune(2).turn(after(*lines[:-1], seats=2)), Decide)
    turn = Fune(2).turn(after(*lines, seats=2))
    assert isinstance(turn, Over)
    return turn


def test_7_the_higher_total_wins_and_equal_totals_are_a_draw() -> None:
    assert match_of_two("6 6 6 6 6", "1 2 3 4 5") == Over((170, 100), (0,))
    assert match_of_two("1 2 3 4 5", "6 6 6 6 6") == Over((100, 170), (1,))
    assert match_of_two("2 1 3 4 5", "5 4 3 2 1") == Over((100, 100), (0, 1))
