"""What luck did, as a picture."""

import pytest

from dicehall.game import Over, new_game
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.players.review import JudgedDecision, Review, conclude
from dicehall.web.views.balance import balance_view

BONES = (
    JudgedDecision(1, 0, "a", 0.1, "b", 0.4, exact=True, rolled_by=0),
    JudgedDecision(3, 1, "a", 0.2, "a", 0.2, exact=True, rolled_by=1),
)


def versus(*, played_out: bool = True) -> Review:
    return conclude(
        BONES, "win-minus-loss", 5, Over((2, 5), (1,)), start=0.0, played_out=played_out
    )


def alone(luck: float, cost: float, start: float | None = 10.0) -> Review:
    best = 10.0 + luck
    judged = [JudgedDecision(1, 0, "a", best - cost, "b", best, exact=True, rolled_by=0)]
    return conclude(judged, "points", 2, Over((round(best - cost),), (0,)), start=start)


def scene(*mine: int, game: str = "knucklebones") -> Scene:
    rules = new_game(game)
    names = ("Ada", "Bob")[: rules.seats]
    return Scene(History.start(rules), names, ("",) * rules.seats, mine, running=False)


def test_the_steps_lead_from_the_start_to_the_result() -> None:
    for seat in (0, 1):
        view = balance_view(versus(), scene(seat), seat)
        assert view
        assert [step.kind for step in view.steps][:: len(view.steps) - 1] == ["point", "point"]
        assert all(step.left >= 0 and step.left + step.width <= 100 for step in view.steps)
        place = view.steps[0].left
        for step in view.steps[1:-1]:
            ends = {step.left, round(step.left + step.width, 2)}
            assert any(place == pytest.approx(end, abs=0.02) for end in ends)
            place = max(ends) if step.kind == "gain" else min(ends)
        assert place == pytest.approx(view.steps[-1].left, abs=0.02)


def test_the_viewers_part_comes_first() -> None:
    bob = balance_view(versus(), scene(1), 1)
    assert bob
    labels = [step.label for step in bob.steps]
    assert labels == [
        "At the start", "Your dice", "Your moves", "Ada's dice", "Ada's moves", "Result",
    ]  # fmt: skip
    assert bob.steps[-1].amount == "won"
    assert bob.steps[0].amount == "50.0%"


def test_an_unfinished_match_says_so() -> None:
    view = balance_view(versus(played_out=False), scene(0), 0)
    assert view
    assert "Not played out" in [step.label for step in view.steps]


def test_without_a_known_start_the_first_move_is_where_it_begins() -> None:
    view = balance_view(alone(2.0, 1.0, start=None), scene(0, game="sparkle"), 0)
    assert view
    assert view.steps[0].label == "At the first move"


def test_no_move_no_balance() -> None:
    review = conclude([], "points", 1, Over((0,), (0,)))
    assert balance_view(review, scene(0, game="sparkle"), 0) is None
