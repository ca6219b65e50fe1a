"""One seat as a Gymnasium environment; Gymnasium's own checker is the first witness."""

import warnings
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from dicehall.envs.numbered_match import Dice
from dicehall.envs.registration import env_id, register_all
from dicehall.envs.seat import SeatEnv
from dicehall.envs.vector import make_vector
from dicehall.game import catalogue, find_numbering, games, new_game
from dicehall.game.refused import BadOption, NoNumbering
from dicehall.solving.random_numbers import draw, random_source
from dicehall_pig import PIG, Pig

every_game = pytest.mark.parametrize("game", games())


def play_out(env: SeatEnv, seed: int) -> tuple[list[float], bool]:
    """The rewards of a match of random legal moves, and whether it was truncated."""
    observation, info = env.reset(seed=seed)
    random = np.random.default_rng(seed)
    rewards = []
    while True:
        assert env.observation_space.contains(observation)
        action = random.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        rewards.append(reward)
        if terminated or truncated:
            return rewards, truncated


@pytest.mark.parametrize(
    ("game", "opponent"),
    [*((game, None) for game in games()), ("knuckles", "easy"), ("knucklebones", "easy")],
)
def test_gymnasium_checks_it(game: str, opponent: str | None) -> None:
    env = gymnasium.make(env_id(game), opponent=opponent)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@every_game
def test_a_seed_gives_the_same_match_again(game: str) -> None:
    env = SeatEnv(game)
    assert play_out(env, 3) == play_out(env, 3)
    assert play_out(env, 3) == play_out(SeatEnv(game), 3)
    assert any(play_out(env, 3) != play_out(env, seed) for seed in range(4, 8))


def test_dice_are_those_of_the_kernels() -> None:
    dice, source = Dice(7), random_source(7)
    bounds = [2, 4, 6, 10, 12, 20] * 50
    assert [dice.draw(bound) for bound in bounds] == [draw(source, bound) for bound in bounds]


@pytest.mark.parametrize("game", ["sparkle", "pocket-hexes", "fune"])
def test_alone_the_rewards_are_the_score(game: str) -> None:
    env = SeatEnv(game)
    for seed in range(3):
        rewards, truncated = play_out(env, seed)
        assert not truncated
        assert (sum(rewards),) == env.match.game.scores(env.match.state)


def test_against_a_level_the_end_is_won_or_lost_from_either_seat() -> None:
    for seat in (0, 1):
        env = SeatEnv("knucklebones", opponent="easy", seat=seat)
        results = set()
        for seed in range(8):
            rewards, _ = play_out(env, seed)
            assert not any(rewards[:-1])
            assert rewards[-1] == env.match.result(seat)
            results.add(rewards[-1])
        assert {1.0, -1.0} <= results


def test_without_a_choice_both_seats_are_drawn() -> None:
    env = SeatEnv("knuckles", opponent="easy")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(10)} == {0, 1}


def test_without_an_opponent_both_seats_take_turns() -> None:
    env = SeatEnv("fune", seats=2)
    _, info = env.reset(seed=1)
    score = find_numbering(env.match.game).number
    seats = [info["seat"]]
    for box in ("score ones", "score ones", "score choice"):
        *_, info = env.step(score(box))
        seats.append(info["seat"])
    assert seats == [0, 1, 0, 1]


def test_an_illegal_move_changes_nothing_and_is_explained() -> None:
    env = SeatEnv("sparkle")
    observation, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (illegal, 94, -1):
        again, reward, terminated, truncated, told = env.step(action)
        assert (again == observation).all()
        assert (reward, terminated, truncated) == (0.0, False, False)
        assert told["refused"]
        assert (told["action_mask"] == info["action_mask"]).all()


def test_a_match_without_end_is_truncated() -> None:
    env = SeatEnv("knucklebones")
    env.reset(seed=1)
    for _ in range(999):
        *_, terminated, truncated, _ = env.step(7)
        assert not terminated
        assert not truncated
    *_, terminated, truncated, info = env.step(7)
    assert truncated
    assert not terminated
    assert not info["action_mask"].any()


def test_a_table_for_one_has_no_opponent() -> None:
    with pytest.raises(BadOption, match="there is no opponent"):
        SeatEnv("sparkle", opponent="easy")


@every_game
def test_it_is_shown_as_text_and_as_a_picture(game: str) -> None:
    texts, pictures = set(), set()
    text, picture = SeatEnv(game, render_mode="ansi"), SeatEnv(game, render_mode="rgb_array")
    for seed in range(2):
        text.reset(seed=seed)
        picture.reset(seed=seed)
        drawn, painted = text.render(), picture.render()
        assert isinstance(drawn, str)
        assert isinstance(painted, np.ndarray)
        assert painted.dtype == np.uint8
        assert painted.shape[2] == 3
        assert len(np.unique(painted.reshape(-1, 3), axis=0)) == 2, "paper and ink"
        texts.add(drawn)
        pictures.add(painted.tobytes())
    assert len(texts) == len(pictures) == 2
    assert SeatEnv(game).render() is None


def test_gymnasium_imports_it_by_name() -> None:
    assert isinstance(gymnasium.make("dicehall.envs:dicehall/fune-v0").unwrapped, SeatEnv)


def test_a_game_of_another_package_is_an_environment_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogue, "_brought", lambda: {"pig": PIG})
    catalogue._numbering.cache_clear()
    env = SeatEnv("pig", opponent="easy")
    rewards, truncated = play_out(env, 1)
    assert rewards[-1] in (1.0, -1.0)
    assert not truncated
    matches = make_vector(3, "pig")
    observations, info = matches.reset(seed=1)
    assert observations.shape == (3, 6)
    assert info["action_mask"].tolist() == [[1, 0]] * 3, "there is nothing to hold yet"


def test_a_game_for_two_without_levels_is_registered_for_both_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "_brought", lambda: {"pig": replace(PIG, levels=())})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # all others are registered again
        register_all()
    try:
        assert gymnasium.spec(env_id("pig")).kwargs == {"game": "pig", "opponent": None}
    finally:
        gymnasium.registry.pop(env_id("pig"))


def test_a_game_without_numbers_is_refused_with_the_module_it_needs() -> None:
    catalogue._numbering.cache_clear()
    with pytest.raises(NoNumbering, match="pig has no module numbers"):
        SeatEnv(Pig())


@pytest.mark.parametrize(
    ("choices", "why"),
    [
        ({"opponent": "easy", "seat": 2}, "there is no seat 2"),
        ({"seat": 1}, "without an opponent you play every seat"),
        ({"seats": 2}, "already has its seats"),
        ({"options": {"curve": "gentle"}}, "already has its seats"),
    ],
)
def test_pointless_options_are_refused(choices: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOption, match=why):
        SeatEnv(new_game("knuckles"), **choices)
    with pytest.raises(BadOption, match=why):
        make_vector(2, new_game("knuckles"), **choices)


def test_action_masks_are_what_maskable_ppo_asks_for() -> None:
    """As sb3-contrib does: a method without arguments, also behind the wrappers of `make`."""
    env: Any = gymnasium.make("dicehall/sparkle-v0")
    _, info = env.reset(seed=1)
    for _ in range(20):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.shape == (env.action_space.n,)
        assert (masks == info["action_mask"]).all()
        _, _, terminated, truncated, info = env.step(masks.argmax())
        if terminated or truncated:
            _, info = env.reset()
