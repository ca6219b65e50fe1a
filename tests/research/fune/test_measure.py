"""FUNE's perfect player in the script's games: replayed through the rules, and by the tablebase."""

import pytest

from dicehall.game.turns import Over
from dicehall.games.fune.rules import Fune
from dicehall.games.fune.worths import expected_scores
from games.fune.fune_courses import replay
from research.fune import measure

GAME = Fune()
pytestmark = pytest.mark.usefixtures("fune_tablebase")


def test_games_end_with_the_scores_that_the_rules_give():
    games = measure.play_optimally(40, seed=3, courses=20)
    assert games.courses.shape[0] == 20
    for score, course in zip(games.scores, games.courses, strict=False):
        *_, (state, _) = replay(GAME, course)
        assert GAME.turn(state) == Over((score,), (0,))


def test_games_make_only_best_moves():
    for course in measure.play_optimally(10, seed=4, courses=10).courses:
        for state, move in list(replay(GAME, course))[:-1]:
            worths = expected_scores(state)
            assert worths[move] == pytest.approx(max(worths.values()), abs=1e-9)


def test_games_score_the_tablebase_value(fune_tablebase):
    scores = measure.play_optimally(20_000, seed=5).scores
    standard_error = scores.std() / len(scores) ** 0.5
    assert abs(scores.mean() - fune_tablebase[-1, 0]) < 4 * standard_error


def test_equal_seeds_give_equal_games():
    first, again, other = (measure.play_optimally(50, seed).scores for seed in (8, 8, 9))
    assert (first == again).all()
    assert (first != other).any()
