from itertools import pairwise

import pytest

from dicehall.players.review import JudgedDecision, Review
from dicehall.web.views.curve import APART, draw_curve

JUDGED = (
    JudgedDecision(1, 0, "a", 0.0, "b", 0.5, exact=True),
    JudgedDecision(3, 1, "a", 0.2, "a", 0.2, exact=True),
)
VERSUS = Review(JUDGED, ((1, 0.5), (2, 0.0), (3, -0.2), (4, 1.0)), "win-minus-loss")


def test_the_parts_of_all_decisions_fill_the_curve() -> None:
    first, second = draw_curve(VERSUS, 0, JUDGED[:1]).dots
    assert (first.moment, second.moment) == (1, 3)
    assert first.start + first.width == pytest.approx(second.start)
    assert second.start + second.width == pytest.approx(100)


def test_the_curve_is_drawn_as_the_viewers_seat_sees_it() -> None:
    assert draw_curve(VERSUS, 0, ()).line.split()[-1] == "100.0,0.0"
    assert draw_curve(VERSUS, 1, ()).line.split()[-1] == "100.0,100.0"
    heights = draw_curve(VERSUS, 0, ()).heights
    assert [mark.words for mark in heights] == ["100%", "50%", "0%"]


def test_points_stand_between_round_numbers() -> None:
    review = Review((), ((1, 187.2), (2, 251.0)), "points")
    curve = draw_curve(review, 0, (), at=1)
    assert [mark.words for mark in curve.heights] == ["260", "240", "220", "200", "180"]
    assert curve.at == 50


def test_the_numbers_above_the_curve_cover_neither_each_other_nor_its_edges() -> None:
    judged = tuple(JudgedDecision(n, 0, "a", -float(n), "b", 0.0, exact=True) for n in range(100))
    course = tuple((n, float(n)) for n in range(101))
    for costly in (judged[:5], judged[-5:], judged[50:55], judged[::20], judged[::-25]):
        marks = draw_curve(Review(judged, course, "points"), 0, costly).ranks
        assert [mark.rank for mark in marks] == list(range(1, len(costly) + 1))
        assert [mark.x for mark in marks] == [one.moment + 1 for one in costly]
        above = sorted(mark.above for mark in marks)
        assert above[0] >= APART / 2
        assert above[-1] <= 100 - APART / 2
        assert all(b - a >= APART - 0.02 for a, b in pairwise(above))


def test_crowded_numbers_are_spread_around_their_moves() -> None:
    judged = tuple(JudgedDecision(n, 0, "a", -float(n), "b", 0.0, exact=True) for n in range(100))
    course = tuple((n, float(n)) for n in range(101))
    marks = draw_curve(Review(judged, course, "points"), 0, judged[50:55]).ranks
    assert marks[2].above == pytest.approx(marks[2].x)
    assert sum(mark.above - mark.x for mark in marks) == pytest.approx(0)


def test_some_moves_are_numbered_below_the_curve() -> None:
    judged = tuple(JudgedDecision(2 * n, 0, "a", 0.0, "a", 0.0, exact=True) for n in range(52))
    course = tuple((n, 0.0) for n in range(105))
    moves = draw_curve(Review(judged, course, "points"), 0, ()).moves
    assert [mark.words for mark in moves] == ["10", "20", "30", "40", "50"]
    assert moves[0].at == pytest.approx(100 * 19 / 104, abs=0.01)


@pytest.mark.parametrize("value", [0.0, 0.4, 57.0, 20_000.0])
def test_a_curve_of_one_point(value: float) -> None:
    curve = draw_curve(Review((), ((0, value),), "points"), 0, ())
    assert curve.dots == curve.moves == ()
    assert len(curve.heights) >= 2
