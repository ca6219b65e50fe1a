"""How far from perfect a match was, in three lines that are the same in every game."""

import pytest

from dicehall.game import Over, new_game
from dicehall.game.records import Played, Rolled
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.players.review import JudgedDecision, Review, conclude
from dicehall.web.views.balance import perfection
from dicehall.web.views.histories import Timeline

GAME = new_game("knucklebones")
LOG = (Rolled((4,)), Played(0, "column 1"), Rolled((2,)), Played(1, "column 1"))
TIMELINE: Timeline = tuple(History.of(GAME, LOG[:end]) for end in range(len(LOG) + 1))


def review(cost: float, luck: float) -> Review:
    judged = (
        JudgedDecision(1, 0, "column 1", luck - cost, "column 2", luck, exact=True, rolled_by=0),
        JudgedDecision(
            3, 1, "column 1", cost - luck, "column 1", cost - luck, exact=True, rolled_by=1
        ),
    )
    return conclude(judged, "win-minus-loss", 4, Over((4, 2), (0,)), start=0.0)


def scene(*mine: int) -> Scene:
    return Scene(History.of(GAME, LOG), ("Ada", "Bob"), ("", ""), mine, running=False)


def test_the_lines_of_the_viewer() -> None:
    (lines,) = perfection(review(cost=0.2, luck=0.5), scene(0), TIMELINE)
    assert lines.whose == ""
    assert lines.dice == "Luck gained you 25.0 percentage points."
    assert lines.moves == "Your moves cost 10.0 percentage points."
    assert lines.costliest == "The decision that cost most (−10.0): You put the 4 into column 1."
    assert lines.moment == 1


@pytest.mark.parametrize("mine", [(), (0, 1)])
def test_others_get_the_lines_of_every_seat(mine: tuple[int, ...]) -> None:
    ada, bob = perfection(review(cost=0.2, luck=-0.1), scene(*mine), TIMELINE)
    assert (ada.whose, bob.whose) == ("Ada", "Bob")
    assert ada.dice == "Luck cost 5.0 percentage points."
    assert ada.costliest == "The decision that cost most (−10.0): Ada put the 4 into column 1."
    assert bob.moves == "The moves cost nothing."
    assert bob.costliest == "No single decision clearly cost anything."
    assert bob.moment is None


def test_no_luck_and_no_cost() -> None:
    (lines,) = perfection(review(cost=0.0, luck=0.0), scene(0), TIMELINE)
    assert lines.dice == "Luck made no difference."
    assert lines.moves == "Your moves cost nothing."


def test_no_move_no_lines() -> None:
    assert perfection(conclude([], "points", 1, Over((0,), (0,))), scene(0), TIMELINE) == ()
