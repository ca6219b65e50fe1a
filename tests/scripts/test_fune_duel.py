"""The compiled seat that plays to win: against the readable one, and against one for points."""

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from dicehall.games.fune.rules import Fune
from dicehall.games.fune.worths import win_margins_then_points
from games.fune.fune_courses import replay

SCRIPTS = Path(__file__).parents[2] / "scripts"
GAME = Fune(seats=2)


@pytest.fixture
def fune_duel(monkeypatch: pytest.MonkeyPatch, fune_outlook_tablebase: object) -> ModuleType:
    """The script as a module, with both tablebases of FUNE at hand."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return import_module("fune_duel")


def test_compiled_duels_make_the_moves_that_the_readable_seat_makes(fune_duel: ModuleType) -> None:
    duels = fune_duel.play_duels(4, seed=11, courses=4)
    for game, course in enumerate(duels.courses):
        *decisions, (state, _) = replay(GAME, course)
        to_win = game % 2
        for decision, move in decisions:
            if decision.seat == to_win:
                worths = win_margins_then_points(decision)
                assert worths[move] == pytest.approx(max(worths.values()), abs=1e-9)
        scores = GAME.scores(state)
        assert tuple(duels.scores[game]) == (scores[to_win], scores[1 - to_win])


def test_playing_to_win_beats_playing_for_points(fune_duel: ModuleType) -> None:
    mine, theirs = fune_duel.play_duels(6_000, seed=12).scores.T
    assert (mine > theirs).sum() > (mine < theirs).sum()
    assert mine.mean() < theirs.mean() + 1
