"""The compiled seat that plays to win: against the readable one, and against one for points."""

import pytest

from dicehall.games.fune.rules import Fune
from dicehall.games.fune.worths import win_margins_then_points
from games.fune.fune_courses import replay
from research.fune.duel import play_duels

GAME = Fune(seats=2)
pytestmark = pytest.mark.usefixtures("fune_outlook_tablebase")


def test_compiled_duels_make_the_moves_that_the_readable_seat_makes() -> None:
    duels = play_duels(4, seed=11, courses=4)
    for game, course in enumerate(duels.courses):
        *decisions, (state, _) = replay(GAME, course)
        to_win = game % 2
        for decision, move in decisions:
            if decision.seat == to_win:
                worths = win_margins_then_points(decision)
                assert worths[move] == pytest.approx(max(worths.values()), abs=1e-9)
        scores = GAME.scores(state)
        assert tuple(duels.scores[game]) == (scores[to_win], scores[1 - to_win])


def test_playing_to_win_beats_playing_for_points() -> None:
    mine, theirs = play_duels(6_000, seed=12).scores.T
    assert (mine > theirs).sum() > (mine < theirs).sum()
    assert mine.mean() < theirs.mean() + 1
