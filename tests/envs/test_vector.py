"""Vector engines against the same matches through the rules, number by number."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from dicehall.envs.registration import env_id
from dicehall.envs.seat import SeatEnv
from dicehall.envs.vector import CompiledVectorEnv, make_vector
from dicehall.game import AnyGame, new_game
from dicehall.games.bones.rules import Bones
from support.playouts import GAMES

MATCHES = 8
STEPS = {"sparkle": 300, "pocket-hexes": 300, "knuckles": 300, "knucklebones": 300, "fune": 300}


def through_the_rules(game: AnyGame) -> SyncVectorEnv:
    make = [lambda: SeatEnv(game)] * MATCHES
    return SyncVectorEnv(make, autoreset_mode=AutoresetMode.SAME_STEP)


def some_moves(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """A legal move for each match; now and then any other, too."""
    legal = (random.random(masks.shape) * masks).argmax(axis=1)
    anything = random.integers(-1, masks.shape[1] + 1, len(masks))
    return np.where(random.random(len(masks)) < 0.1, anything, legal)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_engines_are_in_lockstep_with_the_rules(game: AnyGame) -> None:
    engine, rules = make_vector(MATCHES, game), through_the_rules(game)
    assert isinstance(engine, CompiledVectorEnv)
    assert engine.observation_space == rules.observation_space
    assert engine.action_space == rules.action_space
    seen, info = engine.reset(seed=11)
    expected, told = rules.reset(seed=11)
    random = np.random.default_rng(5)
    ended = 0
    for _ in range(STEPS[game.name]):
        assert (seen == expected).all()
        assert (info["action_mask"] == told["action_mask"]).all()
        assert (info["seat"] == told["seat"]).all()
        moves = some_moves(info["action_mask"], random)
        seen, *others, info = engine.step(moves)
        expected, *expectations, told = rules.step(moves)
        for other, expectation in zip(others, expectations, strict=True):
            assert (other == expectation).all()
        assert (info.get("refused", np.zeros(MATCHES)) != 0).tolist() == refusals(told)
        done = others[1] | others[2]
        ended += done.sum()
        for row in np.flatnonzero(done):
            assert (info["final_obs"][row] == told["final_obs"][row]).all()
    assert ended > 0


def refusals(told: dict) -> list[bool]:
    """The matches in which the rules refused a move, in the running or in the ended match."""
    now = told.get("refused", np.array([None] * MATCHES))
    last = told.get("final_info", {}).get("refused", np.array([None] * MATCHES))
    return [bool(one) or bool(other) for one, other in zip(now, last, strict=True)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_matches_are_truncated_in_lockstep_too(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With so low a bound that nearly every match is truncated."""
    engine, rules = make_vector(MATCHES, game), through_the_rules(game)
    monkeypatch.setattr(engine, "_most_moves", 5)
    for env in rules.envs:
        numbering = env.match.numbering  # type: ignore[attr-defined]
        short = type(numbering)(
            numbering.moves, numbering.features, numbering.observe, 5, numbering.scores
        )
        env.match.numbering = short  # type: ignore[attr-defined]
    (_, info), _ = engine.reset(seed=2), rules.reset(seed=2)
    random = np.random.default_rng(3)
    truncations = 0
    for _ in range(40):
        moves = some_moves(info["action_mask"], random)
        seen, _, terminated, truncated, info = engine.step(moves)
        expected, _, _, expected_truncated, told = rules.step(moves)
        assert (seen == expected).all()
        assert (truncated == expected_truncated).all()
        truncations += truncated.sum()
        for row in np.flatnonzero(terminated | truncated):
            assert (info["final_obs"][row] == told["final_obs"][row]).all()
    assert truncations > 10


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_seeds_reproduce(game: AnyGame) -> None:
    def some_steps(env: VectorEnv) -> list[bytes]:
        seen, info = env.reset(seed=3)
        random = np.random.default_rng(1)
        found = [seen.tobytes()]
        for _ in range(30):
            seen, *_, info = env.step(some_moves(info["action_mask"], random))
            found.append(seen.tobytes())
        return found

    env = make_vector(8, game)
    first = some_steps(env)
    assert some_steps(env) == first == some_steps(make_vector(8, game))
    seen, _ = env.reset()
    assert seen.tobytes() != first[0], "without a seed the dice go on"


def test_gymnasium_makes_them() -> None:
    env = gymnasium.make_vec(env_id("knucklebones"), num_envs=3, opponent=None)
    assert isinstance(env, CompiledVectorEnv)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    _, info = wrapped.reset(seed=1)
    random = np.random.default_rng(2)
    episodes = []
    for _ in range(100):
        moves = (random.random((3, 3)) * info["action_mask"]).argmax(axis=1)
        *_, info = wrapped.step(moves)
        if "episode" in info:
            episodes += info["episode"]["l"][info["_episode"]].tolist()
    assert len(episodes) > 3
    assert min(episodes) >= 17, "one grid is full, and the other may lack one die"


def test_games_without_an_engine_use_the_rules() -> None:
    small = make_vector(2, Bones("knucklebones", height=1))
    against = gymnasium.make_vec(env_id("knuckles"), num_envs=2)
    for env in (small, against):
        assert isinstance(env, SyncVectorEnv)
        assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
        _, info = env.reset(seed=1)
        assert info["action_mask"].shape == (2, 3)
    assert new_game("knuckles").seats == 2


@pytest.mark.parametrize("opponent", [None, "easy"])
def test_action_masks_have_a_row_for_each_match(opponent: str | None) -> None:
    env: Any = make_vector(3, "knucklebones", opponent=opponent)
    _, info = env.reset(seed=1)
    compiled = isinstance(env, CompiledVectorEnv)
    masks = env.action_masks() if compiled else np.stack(env.call("action_masks"))
    assert masks.dtype == np.bool_
    assert (masks == info["action_mask"]).all()
