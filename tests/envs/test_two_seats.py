"""Both seats as a PettingZoo environment; PettingZoo's own tests are the first witness."""

import warnings
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, collect_render_results, seed_test

from dicehall.envs import two_seats
from dicehall.envs.seat import SeatEnv
from dicehall.game import find_numbering, games, new_game
from dicehall.game.refused import BadOption

FOR_TWO = [name for name, entry in games().items() if 2 in entry.seats]

every_game = pytest.mark.parametrize("game", FOR_TWO)


def test_all_games_for_two_are_here() -> None:
    assert FOR_TWO == ["knuckles", "knucklebones", "fune"]


@every_game
def test_pettingzoo_plays_it(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        known = ("Observation is not a NumPy array", "Observation space for each agent probably")
        for message in (*known, "Action mask numpy array is all zeros"):
            warnings.filterwarnings("ignore", message)
        api_test(two_seats.env(game), num_cycles=50)


@every_game
def test_pettingzoo_finds_seeds_respected(game: str) -> None:
    seed_test(partial(two_seats.env, game), num_cycles=100)


@every_game
def test_it_is_shown_as_text_and_as_a_picture(game: str) -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        shown = collect_render_results(two_seats.env(game, render_mode=mode))
        assert {type(result) for result in shown} == {kind}


@every_game
def test_it_is_the_match_that_gymnasium_steps(game: str) -> None:
    """The same seed and moves: each seat sees the same, and the rewards are the result."""
    table, single = two_seats.TwoSeatsEnv(game), SeatEnv(game, seats=2)
    table.reset(seed=9)
    seen, info = single.reset(seed=9)
    random = np.random.default_rng(4)
    for agent in table.agent_iter():
        told, reward, terminated, truncated, _ = table.last()
        if terminated:
            assert reward == table.match.result(table.possible_agents.index(agent))
            table.step(None)
            continue
        assert not truncated
        assert agent == f"seat_{info['seat']}"
        assert (told["observation"] == seen).all()
        assert (told["action_mask"] == info["action_mask"]).all()
        action = random.choice(np.flatnonzero(info["action_mask"]))
        table.step(int(action))
        seen, *_, info = single.step(action)
    assert single.match.over
    assert sum(map(table.match.result, (0, 1))) == 0


def test_an_illegal_move_loses() -> None:
    table = two_seats.env("fune")
    table.reset(seed=1)
    ones = find_numbering(new_game("fune", 2)).number("score ones")
    for _ in range(3):
        table.step(ones)
    assert table.terminations == {"seat_0": True, "seat_1": True}
    assert table.rewards == {"seat_0": -1, "seat_1": 0}


def test_a_table_for_one_has_no_opponent() -> None:
    with pytest.raises(BadOption):
        two_seats.env("sparkle")
