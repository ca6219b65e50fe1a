import subprocess
import sys
from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from dicehall.games.sparkle import players as sparkle
from dicehall.games.sparkle.players import choose_perfect, worth
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.players.levels import find_level, levels
from games.sparkle.small_solutions import solved
from support.playouts import play_levels

LEVELS = {level: find_level("sparkle", level) for level in levels("sparkle")}


def play(game: Sparkle, level: str, random: Random) -> int:
    """The score of one game; a move that is not legal would be refused."""
    return game.scores(play_levels(game, [LEVELS[level]], random)[-1])[0]


def after_roll(game: Sparkle, *faces: int) -> SparkleState:
    return game.roll(game.start(), faces)


@pytest.mark.slow
@pytest.mark.parametrize("curve", ["classic", "gentle"])
def test_each_level_scores_clearly_more_than_the_one_below(curve):
    random = Random(7)
    scores = [
        mean(play(Sparkle(curve), level, random) for _ in range(500))
        for level in ("easy", "normal", "hard")
    ]
    assert scores[0] < 0.9 * scores[1]
    assert scores[1] < 0.9 * scores[2]


@pytest.mark.parametrize("curve", ["classic", "gentle"])
def test_every_legal_move_has_a_worth_without_anything_solved_before(curve):
    game = Sparkle(curve)
    state = after_roll(game, 2, 5, 1, 1, 4)
    value = worth(game, state)
    assert tuple(sorted(value.moves)) == tuple(sorted(game.turn(state).moves))
    assert (value.unit, value.exact) == ("points", curve == "classic")
    assert choose_perfect(game, state, Random(1)) == value.best


@pytest.mark.parametrize(("number", "total"), [(8, 6_400), (30, 10**6), (5, 7_000)])
def test_beyond_the_horizon_a_worth_is_an_estimate(number, total):
    game = Sparkle()
    state = replace(after_roll(game, 2, 5, 1, 1, 4), number=number, total=total)
    value = worth(game, state)
    assert tuple(sorted(value.moves)) == tuple(sorted(game.turn(state).moves))
    assert not value.exact


def test_only_a_solution_whose_bounds_meet_is_exact(monkeypatch):
    loose = solved(Horizon("classic", 1, 0, 5, 50, 60, extra=5))
    monkeypatch.setattr(sparkle, "_solution", lambda curve: loose)
    game = Sparkle()
    state = replace(after_roll(game, 1, 2, 3, 4, 6), extra=2)
    assert not worth(game, state).exact, "nothing is known of what lies beyond the horizon"
    tight = replace(loose, at_most=loose.value)
    monkeypatch.setattr(sparkle, "_solution", lambda curve: tight)
    assert worth(game, state).exact
    assert not worth(game, replace(state, number=2, total=100)).exact


def test_players_and_coach_do_without_numba():
    code = (
        "import sys; sys.modules['numba'] = None; from random import Random;"
        "from dicehall.players.levels import find_level, find_weigher, levels;"
        "from dicehall.games.sparkle.rules import Sparkle;"
        "game = Sparkle(); state = game.roll(game.start(), (1, 2, 3, 4, 6));"
        "[find_level('sparkle', level)(game, state, Random(1)) for level in levels('sparkle')];"
        "find_weigher('sparkle')(game, state)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
