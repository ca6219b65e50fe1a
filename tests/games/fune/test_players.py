"""FUNE's levels: each plays, is stronger than the one below, and says what moves are worth."""

import subprocess
import sys
from collections import Counter
from random import Random

import pytest

from dicehall.game.turns import Decide
from dicehall.games.fune.players import natural_keeps, worth
from dicehall.games.fune.rules import BOXES, Fune, FuneState
from dicehall.games.fune.worths import win_margins
from dicehall.players.levels import find_level, levels
from support.playouts import play_levels

LEVELS = {level: find_level("fune", level) for level in levels("fune")}


def play(game: Fune, levels: list[str], seed: int) -> tuple[int, ...]:
    """The final scores of a match between levels."""
    players = [LEVELS[level] for level in levels]
    return game.scores(play_levels(game, players, Random(seed))[-1])


def mean_score(level: str, games: int) -> float:
    return sum(play(Fune(), [level], seed)[0] for seed in range(games)) / games


@pytest.mark.slow
def test_each_level_scores_about_as_published():
    """The published means, four standard errors of 40 games either way."""
    for level, published in {"easy": 191, "normal": 213, "hard": 234, "perfect": 255}.items():
        assert mean_score(level, 40) == pytest.approx(published, abs=4 * 40 / 40**0.5), level


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_plays_a_match_of_two_seats(level):
    assert len(play(Fune(seats=2), [level, "easy"], seed=2)) == 2


def test_players_and_coach_need_nothing_but_python(tmp_path):
    """In a process that cannot import NumPy, and without a tablebase."""
    code = (
        "import sys; sys.modules['numpy'] = None; from random import Random;"
        "from dicehall.players.levels import find_level, find_weigher, levels;"
        "from dicehall.games.fune.rules import Fune;"
        "states = [(game, game.roll(game.start(), (1, 2, 3, 4, 6))) for game in (Fune(), Fune(2))];"
        "[find_level('fune', level)(*state, Random(1)) for state in states"
        " for level in levels('fune')];"
        "print(*(len(find_weigher('fune')(*state).moves) for state in states))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path), "DICEHALL_CACHE": str(tmp_path)},
    )
    assert done.stdout.split() == ["44", "44"]
    assert list(tmp_path.iterdir()) == []


def chosen(level: str, state: FuneState) -> Counter[str]:
    """How often a level makes each move out of 300."""
    random = Random(1)
    return Counter(LEVELS[level](Fune(), state, random) for _ in range(300))


def after_first_roll(*dice: int) -> FuneState:
    return Fune().roll(Fune().start(), dice)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_every_level_takes_an_obvious_move(level):
    assert chosen(level, after_first_roll(5, 5, 5, 5, 5))["score fune"] > 250
    four_sixes = chosen(level, after_first_roll(6, 6, 6, 6, 2))
    assert four_sixes["keep 1 2 3 4"] == max(four_sixes.values())


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_long_straight_is_taken(level):
    assert chosen(level, after_first_roll(4, 2, 5, 3, 1))["score long-straight"] > 200


def test_no_level_but_the_perfect_keeps_dice_that_mean_nothing_together():
    state = after_first_roll(1, 1, 3, 4, 6)
    meant = natural_keeps(state.dice)
    assert meant == {"keep", "keep 1 2", "keep 3", "keep 4", "keep 5"}
    for level in ("easy", "normal", "hard"):
        assert {move for move in chosen(level, state) if move.startswith("keep")} <= meant


def test_two_pairs_and_a_run_mean_something():
    assert "keep 1 2 4 5" in natural_keeps((2, 2, 3, 6, 6))
    assert "keep 1 2 4" in natural_keeps((2, 3, 3, 4, 6))


def test_alone_moves_are_worth_points_exactly():
    game = Fune()
    state = game.roll(game.start(), (6, 6, 6, 6, 2))
    worths = worth(game, state)
    assert (worths.unit, worths.exact) == ("points", True)
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    assert tuple(worths.moves) == turn.moves
    assert LEVELS["perfect"](game, state, Random(1)) == "keep 1 2 3 4"
    assert max(worths.moves, key=worths.moves.__getitem__) == "keep 1 2 3 4"


def test_at_two_seats_moves_are_worth_chances_that_become_exact():
    game = Fune(seats=2)
    opened = worth(game, game.roll(game.start(), (6, 6, 6, 6, 2)))
    assert (opened.unit, opened.exact) == ("win-minus-loss", False)
    done = (10,) * len(BOXES)
    last = (*done[:-1], None)
    state = FuneState((done, last), 1, (1, 1, 2, 2, 3), 3)
    worths = worth(game, state)
    assert worths == type(worths)({"score choice": -1.0}, "win-minus-loss", exact=True)


def test_the_perfect_level_takes_the_sure_win_and_not_the_points():
    """Seat 1 needs 11 points in Choice, and just 11 lie on the table with a re-roll left."""
    game = Fune(seats=2)
    done = (10,) * len(BOXES)
    last = (*done[:-1], None)
    state = FuneState((done, last), 1, (3, 2, 2, 2, 2), 2)
    margins = win_margins(state)
    assert LEVELS["perfect"](game, state, Random(1)) == "score choice"
    assert margins["score choice"] == 1
    assert max(margin for move, margin in margins.items() if move != "score choice") < 1
