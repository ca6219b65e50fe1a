"""How well a match was played, in one sentence."""

import pytest

from dicehall.game import Over, new_game
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.players.review import JudgedDecision, Review
from dicehall.web.views.review import costliest, course_of, reviewed_seats, summarise


def reviewed(*costs: float, first: float = 0.5, unit: str = "win-minus-loss") -> Review:
    """Moves of seat 0 that gave away so much."""
    judged = tuple(
        JudgedDecision(n, 0, "a", first - cost, "b" if cost else "a", first, exact=True)
        for n, cost in enumerate(costs)
    )
    return Review(judged, ((len(costs), 0.0),), unit)


def scene(*mine: int) -> Scene:
    game = new_game("knucklebones")
    return Scene(History.start(game), ("Ada", "Bob"), ("", ""), mine, running=False)


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ((0, 0, 0), "None of your moves could have been better."),
        ((0.0001, 0), "None of your moves could have been better."),
        ((0.0009, 0.0009), "Hardly any move could have been better."),
        ((0.2, 0, 0), "One move could have been better."),
        ((0.2, 0.2, 0.1), "Three moves could have been better."),
        ((0.2, 0.2, *[0.01] * 5), "Two moves could have been much better."),
        ((0.01,) * 20, "Many moves could have been better."),
    ],
)
def test_one_sentence(costs: tuple[float, ...], sentence: str) -> None:
    assert summarise(reviewed(*costs), scene(0)) == sentence


@pytest.mark.parametrize(
    ("scores", "sentence"),
    [((36, 18), "You won."), ((18, 36), "Bob won."), ((20, 20), "A draw.")],
)
def test_how_it_ended_comes_first(scores: tuple[int, int], sentence: str) -> None:
    said = summarise(reviewed(0.2, 0.2), scene(0), Over.at(scores))
    assert said == f"{sentence} Two moves could have been better."


def test_a_sentence_per_seat_for_players_and_spectators() -> None:
    both = Review(
        (
            JudgedDecision(0, 0, "a", 0.5, "a", 0.5, exact=True),
            JudgedDecision(1, 1, "a", 0.0, "b", 0.5, exact=True),
        ),
        ((2, 0.0),),
        "win-minus-loss",
    )
    ada, bob = "Ada: no move could have been better.", "Bob: one move could have been better."
    assert summarise(both, scene(0, 1)) == summarise(both, scene()) == f"{ada} {bob}"
    assert summarise(both, scene(1)) == "One move could have been better."


def test_the_numbers_are_the_viewers_own_moves_and_for_others_all() -> None:
    judged = tuple(
        JudgedDecision(n, n % 2, "a", 0.4 - 0.01 * n, "b", 0.5, exact=True) for n in range(16)
    )
    review = Review(judged, tuple((n, 0.0) for n in range(17)), "win-minus-loss")
    for mine, seats in (((0,), {0}), ((1,), {1}), ((0, 1), {0, 1}), ((), {0, 1})):
        shown = costliest(review, reviewed_seats(scene(*mine)))
        assert len(shown) == 5
        assert {one.seat for one in shown} == seats
        marks = course_of(scene(*mine), review).curve.ranks
        assert [mark.moment for mark in marks] == [one.moment for one in shown]


def test_a_seat_without_moves_has_no_sentence() -> None:
    assert summarise(reviewed(), scene(0)) == ""
    assert summarise(reviewed(0.0), scene(1)) == ""
