"""How well a match was played, in one sentence."""

import pytest

from dicehall.game import new_game
from dicehall.page.history import History
from dicehall.page.scene import Scene
from dicehall.players.review import Judged, Review
from dicehall.web.pages.review import summarise


def reviewed(*costs: float, first: float = 0.5, unit: str = "win-minus-loss") -> Review:
    """Moves of seat 0 that gave away so much."""
    judged = tuple(
        Judged(n, 0, "a", first - cost, "b" if cost else "a", first, exact=True)
        for n, cost in enumerate(costs)
    )
    return Review(judged, ((len(costs), 0.0),), unit)


def scene(*mine: int) -> Scene:
    game = new_game("knucklebones")
    return Scene(History.start(game), ("Ada", "Bob"), ("", ""), mine, running=False)


@pytest.mark.parametrize(
    ("costs", "sentence"),
    [
        ((0, 0, 0), "You played as well as can be played: every move was the best."),
        ((0.0001, 0), "You played as well as can be played: every move was the best."),
        ((0.2, 0, 0.01), "You played 87% … %; one move cost most of the rest."),
        ((0.2, 0.2, 0.1), "You played 75% … %; two moves cost most of the rest."),
        ((0.01,) * 20, "You played 88% … %; the rest went in small amounts."),
        ((0.004,), "You played 99% … %; one move cost most of the rest."),
    ],
)
def test_one_sentence(costs: tuple[float, ...], sentence: str) -> None:
    said = sentence.replace(" … %", " as well as can be played")
    assert summarise(reviewed(*costs), scene(0)) == said


def test_a_sentence_for_each_seat_of_the_viewer_and_for_those_who_watch() -> None:
    both = Review(
        (
            Judged(0, 0, "a", 0.5, "a", 0.5, exact=True),
            Judged(1, 1, "a", 0.0, "b", 0.5, exact=True),
        ),
        ((2, 0.0),),
        "win-minus-loss",
    )
    ada = "Ada played as well as can be played: every move was the best."
    bob = "Bob played 75% as well as can be played; one move cost most of the rest."
    assert summarise(both, scene(0, 1)) == summarise(both, scene()) == f"{ada} {bob}"
    assert summarise(both, scene(1)) == bob.replace("Bob", "You")


def test_who_made_no_move_has_no_sentence() -> None:
    assert summarise(reviewed(), scene(0)) == ""
    assert summarise(reviewed(0.0), scene(1)) == ""
