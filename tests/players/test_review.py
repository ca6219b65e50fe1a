from dataclasses import replace

import pytest

from dicehall.game import Over, new_game
from dicehall.game.records import Played, Rolled
from dicehall.players.review import JudgedDecision, ReviewedDecision, conclude, decisions, judge
from dicehall.players.worth import POINTS, WIN_MINUS_LOSS, Worth, unit_of

BONES = new_game("knucklebones")
LOG = (
    Rolled((5,)),
    Played(0, "column 1"),
    Rolled((5,)),
    Played(1, "column 1"),
    Rolled((2,)),
    Played(0, "column 2"),
)


def weighed(*values: float, exact: bool = True) -> Worth:
    moves = {f"column {n}": value for n, value in enumerate(values, start=1)}
    return Worth(moves, WIN_MINUS_LOSS, exact)


WORTHS = (weighed(0.1, 0.4, 0.1), weighed(0.2, -0.4, -0.4), weighed(0.0, 0.0, 0.3))


def test_the_decisions_of_a_log_with_the_states_in_which_they_were_made() -> None:
    first, second, third = decisions(BONES, BONES.start(), LOG)
    assert [one.moment for one in (first, second, third)] == [1, 3, 5]
    assert [one.seat for one in (first, second, third)] == [0, 1, 0]
    assert first.state == BONES.roll(BONES.start(), (5,))
    assert second.state.grids == (((5,), (), ()), ((), (), ()))
    assert third.move == "column 2"


def test_a_move_is_judged_by_the_best_there_was() -> None:
    first, second, _ = map(judge, decisions(BONES, BONES.start(), LOG), WORTHS)
    assert (first.value, first.best, first.best_value) == (0.1, "column 2", 0.4)
    assert first.cost == pytest.approx(0.3)
    assert second.cost == 0


def test_of_equal_moves_the_one_that_was_played_is_the_best() -> None:
    decision = ReviewedDecision(0, 0, None, "column 3")
    assert judge(decision, weighed(0.5, 0.1, 0.5)).best == "column 3"


def test_a_review_by_hand() -> None:
    judged = list(map(judge, decisions(BONES, BONES.start(), LOG), WORTHS))
    review = conclude(judged, WIN_MINUS_LOSS, len(LOG), Over((2, 5), (1,)))
    # Seat 0 began with a chance of 70 % and gave away 15 % twice.
    assert review.given_away(0) == pytest.approx(0.6)
    assert review.accuracy(0) == pytest.approx(0.7 / (0.7 + 0.3))
    assert review.accuracy(1) == 1
    # As seat 0 sees it: before and after each move, and at last the defeat.
    expected = ((1, 0.4), (2, 0.1), (3, -0.2), (4, -0.2), (5, 0.3), (6, -1.0))
    assert review.curve == expected
    assert [one.moment for one in review.costliest(9, least=0.29)] == [1, 5]
    assert review.exact


def one_seat(*costs: float) -> list[JudgedDecision]:
    return [
        JudgedDecision(moment, 0, "a", 10 - cost, "b", 10.0, exact=moment > 0)
        for moment, cost in enumerate(costs)
    ]


def test_losses_within_the_error_are_not_blamed() -> None:
    worths = Worth({"a": 150.0, "b": 154.0, "c": 190.0}, POINTS, exact=False, error=2.5)
    moves = [ReviewedDecision(moment, 0, None, move) for moment, move in enumerate("abc")]
    judged = [judge(decision, worths) for decision in moves]
    close = Worth({"a": 150.0, "b": 154.0}, POINTS, exact=False, error=2.5)
    judged.append(judge(ReviewedDecision(3, 0, None, "a"), close))
    assert [one.is_blamed for one in judged] == [True, True, False, False]
    review = conclude(judged, POINTS, 4, Over((150,), (0,)))
    assert [one.moment for one in review.costliest(9)] == [0, 1]
    assert review.error == 2.5
    judged.append(judge(ReviewedDecision(4, 0, None, "a"), replace(close, error=None)))
    assert judged[-1].is_blamed
    assert conclude(judged, POINTS, 5, Over((150,), (0,))).error is None
    assert review.given_away(0) == 80.0


def test_a_small_loss_is_not_blamed_where_the_error_is_unknown() -> None:
    def blamed(cost: float, best: float, error: float | None) -> bool:
        return JudgedDecision(0, 0, "a", best - cost, "b", best, exact=False, error=error).is_blamed

    assert not blamed(0.019, 0.5, None)
    assert blamed(0.021, 0.5, None)
    assert not blamed(2.9, 150.0, None)
    assert blamed(3.1, 150.0, None)
    assert blamed(0.019, 0.5, 0.0)


def test_accuracy_alone_is_by_points() -> None:
    review = conclude(one_seat(0, 1, 0, 1.5), POINTS, 4, Over((9,), (0,)))
    assert review.accuracy(0) == 10 / (10 + 2.5)
    assert not review.exact  # one of them is an estimate
    assert review.curve[-1] == (4, 9.0)
    assert review.accuracy(1) is None


def test_where_nothing_could_be_expected_nothing_was_lost() -> None:
    forced = JudgedDecision(0, 0, "fizzle", 0.0, "fizzle", 0.0, exact=True)
    assert conclude([forced], POINTS, 1, Over((0,), (0,))).accuracy(0) == 1


def test_a_match_without_moves_has_only_its_end() -> None:
    review = conclude([], WIN_MINUS_LOSS, 1, Over((0, 0), (0,)))
    assert review.curve == ((1, 1.0),)
    assert review.accuracy(0) is None
    assert review.costliest(5) == ()


def test_a_draw_ends_in_the_middle() -> None:
    review = conclude([], WIN_MINUS_LOSS, 7, Over((5, 5), (0, 1)))
    assert review.curve == ((7, 0.0),)


def test_alone_points_count_and_against_another_seat_victories() -> None:
    assert unit_of(new_game("fune", 1)) == POINTS
    assert unit_of(new_game("fune", 2)) == WIN_MINUS_LOSS
