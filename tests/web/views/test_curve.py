import pytest

from dicehall.players.review import Judged, Review
from dicehall.web.views.curve import HEIGHT, MARGIN, WIDTH, draw_curve

JUDGED = (
    Judged(1, 0, "a", 0.0, "b", 0.5, exact=True),
    Judged(3, 1, "a", 0.2, "a", 0.2, exact=True),
)
VERSUS = Review(JUDGED, ((1, 0.5), (2, 0.0), (3, -0.2), (4, 1.0)), "win-minus-loss")


def test_every_decision_has_a_part_and_together_they_are_the_whole() -> None:
    first, second = draw_curve(VERSUS, 0, JUDGED[:1]).dots
    assert (first.moment, first.rank) == (1, 1)
    assert (second.moment, second.rank) == (3, 0)
    assert first.start + first.width == pytest.approx(second.start)
    assert second.start + second.width == pytest.approx(WIDTH - MARGIN)


def test_the_curve_is_drawn_as_the_viewers_seat_sees_it() -> None:
    own = draw_curve(VERSUS, 0, ()).line.split()
    other = draw_curve(VERSUS, 1, ()).line.split()
    assert own[-1] == f"{WIDTH - MARGIN:.1f},{MARGIN:.1f}"
    assert other[-1] == f"{WIDTH - MARGIN:.1f},{HEIGHT - MARGIN:.1f}"
    assert [mark.words for mark in draw_curve(VERSUS, 0, ()).marks] == ["0 %", "50 %", "100 %"]


def test_points_stand_between_round_numbers() -> None:
    review = Review((), ((1, 187.2), (2, 251.0)), "points")
    curve = draw_curve(review, 0, (), at=2)
    assert [mark.words for mark in curve.marks] == ["180", "200", "220", "240", "260"]
    assert curve.at == WIDTH - MARGIN


@pytest.mark.parametrize("value", [0.0, 0.4, 57.0, 20_000.0])
def test_a_curve_of_one_point(value: float) -> None:
    curve = draw_curve(Review((), ((0, value),), "points"), 0, ())
    assert curve.dots == ()
    assert len(curve.marks) >= 2
