"""Batches of FUNE games: replayed through the rules, and against the tablebase."""

import pytest

from dicehall.game.turns import Over
from dicehall.games.fune.rules import BOXES, Fune
from dicehall.games.fune.solver.batch import play_at_random, play_optimally
from dicehall.games.fune.solver.throws import NOT_PLAYED
from dicehall.games.fune.worths import expected_scores
from games.fune.fune_courses import replay

GAME = Fune()


@pytest.mark.parametrize("play", [play_at_random, play_optimally])
def test_a_batch_ends_with_the_scores_that_the_rules_give(fune_tablebase, play):
    batch = play(40, seed=3, courses=20)
    assert batch.courses.shape[0] == 20
    for score, course in zip(batch.scores, batch.courses, strict=False):
        *_, (state, _) = replay(GAME, course)
        assert GAME.turn(state) == Over((score,), (0,))


def test_optimal_games_make_only_best_moves(fune_tablebase):
    for course in play_optimally(10, seed=4, courses=10).courses:
        for state, move in list(replay(GAME, course))[:-1]:
            worths = expected_scores(state)
            assert worths[move] == pytest.approx(max(worths.values()), abs=1e-9)


def test_optimal_games_score_what_the_tablebase_promises(fune_tablebase):
    scores = play_optimally(20_000, seed=5).scores
    standard_error = scores.std() / len(scores) ** 0.5
    assert abs(scores.mean() - fune_tablebase[-1, 0]) < 4 * standard_error


def test_random_games_try_every_move(fune_tablebase):
    courses = play_at_random(400, seed=6, courses=400).courses
    assert set(courses[:, :, 5].flat) == set(range(len(BOXES)))
    assert {NOT_PLAYED, 0, *range(1, 7)} < set(courses[:, :, 1].flat)
    # FUNE 2: 13 of the 44 first moves of a game confirm a combination.
    stopped = (courses[:, 0, 1] == NOT_PLAYED).mean()
    assert abs(stopped - 13 / 44) < 0.1


def test_equal_seeds_give_equal_games(fune_tablebase):
    assert (play_optimally(50, seed=8).scores == play_optimally(50, seed=8).scores).all()
    assert (play_at_random(50, seed=8).scores != play_at_random(50, seed=9).scores).any()
