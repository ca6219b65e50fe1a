"""The thresholds ahead, and where the player stands."""

from dataclasses import replace

from dicehall.games.sparkle.page.ladder import Rung, ladder
from dicehall.games.sparkle.rules import Sparkle, SparkleState


def at(number: int, total: int, points: int = 0, curve: str = "classic") -> list[Rung]:
    game = Sparkle(curve)
    state: SparkleState = replace(game.start(), number=number, total=total, points=points)
    return list(ladder(game, state).rungs)


def test_the_ladder_starts_with_this_turn() -> None:
    for curve in ("classic", "gentle"):
        game = Sparkle(curve)
        for number in range(1, 13):
            rungs = at(number, 0, curve=curve)
            assert [rung.current for rung in rungs] == [True, False, False, False, False]
            ahead = dict.fromkeys(game.threshold(turn) for turn in range(number, number + 20))
            assert [rung.threshold for rung in rungs] == [*ahead][:5]


def test_a_threshold_of_three_turns_shows_how_many_have_begun() -> None:
    assert at(5, 0, curve="gentle")[0].turns == (True, True, False)
    assert at(5, 0, curve="gentle")[1].turns == ()
    assert at(5, 0)[0].turns == ()


def test_reached_thresholds_are_safe_or_at_stake() -> None:
    reached = [rung.reached for rung in at(2, 400, points=500)]
    assert reached == ["safe", "safe", "staked", "", ""]


def test_the_ladder_says_how_it_grows() -> None:
    start = Sparkle().start()
    assert ladder(Sparkle(), start).growth == "Doubles every turn."
    assert ladder(Sparkle("gentle"), start).growth == "Doubles every third turn."
