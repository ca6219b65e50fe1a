"""Every game in OpenSpiel; OpenSpiel's own tests are the first witness."""

import pickle
import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from dicehall.envs import spiel
from dicehall.envs.numbered_match import Dice
from dicehall.envs.seat import SeatEnv
from dicehall.envs.spiel import SpielGame, spiel_name
from dicehall.game import Entry, catalogue, find_numbering, games
from dicehall.game.refused import BadOption
from dicehall.games.bones.rules import Bones

NAMES = (
    *map(spiel_name, games()),
    "dicehall_fune(seats=2)",
    "dicehall_sparkle(curve=gentle)",
    "dicehall_knuckles(height=2,faces=3)",
)

every_game = pytest.mark.parametrize("name", NAMES)


@every_game
def test_openspiel_plays_it(name: str) -> None:
    """With clones, serialisation round trips, and checks of legal actions and returns."""
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@every_game
def test_openspiel_pickles_and_clones_it(name: str) -> None:
    from open_spiel.python.tests.games_sim_test import GamesSimTest  # with all of SciPy

    np.random.seed(1)
    game = pyspiel.load_game(name)
    GamesSimTest().sim_game(game)
    again = pickle.loads(pickle.dumps(game))
    assert str(again.new_initial_state()) == str(game.new_initial_state())


@every_game
def test_openspiel_observes_it(name: str) -> None:
    game = pyspiel.load_game(name)
    observer = make_observation(game)
    state = game.new_initial_state()
    for _ in range(40):
        for seat in range(game.num_players()):
            observer.set_from(state, seat)
            assert ((observer.tensor >= 0) & (observer.tensor <= 1)).all()
            assert observer.string_from(state, seat) == state.observation_string(seat)
            assert observer.tensor.tolist() == pytest.approx(state.observation_tensor(seat))
        if state.is_terminal():
            break
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize("name", games())
def test_it_is_the_match_that_gymnasium_steps(name: str) -> None:
    """With the same dice and moves: die by die here, roll by roll there."""
    env = SeatEnv(name)
    seen, info = env.reset(seed=5)
    game = pyspiel.load_game(spiel_name(name))
    assert isinstance(game, SpielGame)
    state, dice = game.new_initial_state(), Dice(5)
    random = np.random.default_rng(2)
    over = False
    while not over:
        while state.is_chance_node():
            state.apply_action(dice.draw(len(state.chance_outcomes())))
        assert state.current_player() == info["seat"]
        assert state.legal_actions() == np.flatnonzero(info["action_mask"]).tolist()
        expected = " ".join(map(str, seen))
        assert state.observation_string(info["seat"]) == expected
        action = int(random.choice(state.legal_actions()))
        assert state.action_to_string(action) == game.numbering.moves[action]
        mover = info["seat"]
        state.apply_action(action)
        seen, reward, over, _, info = env.step(action)
    while state.is_chance_node():
        state.apply_action(dice.draw(len(state.chance_outcomes())))
    assert state.is_terminal()
    if game.num_players() == 1:
        assert state.returns() == [env.match.game.scores(env.match.state)[0]]
    else:
        assert state.returns()[mover] == reward


def test_a_die_falls_alone() -> None:
    state = pyspiel.load_game("dicehall_pocket_hexes").new_initial_state()
    faces = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        faces.append(len(outcomes))
        state.apply_action(0)
    assert faces == [4, 6, 8, 10, 12, 20]
    assert pyspiel.load_game("dicehall_sparkle").new_initial_state().action_to_string(5) == (
        "spark shows *"
    )


def test_a_match_without_end_is_truncated() -> None:
    game = pyspiel.load_game("dicehall_knucklebones(height=1,faces=2)")
    state = game.new_initial_state()
    state.moves = find_numbering(state.rules).most_moves - 1
    state.apply_action(0)
    state.apply_action(0)
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]
    assert state.legal_actions() == []


def test_unknown_parameters_are_refused() -> None:
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("dicehall_sparkle(height=1)")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("dicehall_sparkle(curve=foo)", "curve must be classic or gentle, not 'foo'"),
        ("dicehall_fune(seats=3)", "fune is for 1 or 2 seats, not 3"),
        ("dicehall_knucklebones(height=9)", "height must be 1 or 2 or 3, not 9"),
        ("dicehall_knucklebones(height=0)", "height must be 1 or 2 or 3, not 0"),
        ("dicehall_knuckles(faces=1)", "faces must be 2 or 3 or 4 or 5 or 6, not 1"),
    ],
)
def test_a_bad_value_is_refused_as_elsewhere(name: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        pyspiel.load_game(name)


@dataclass(frozen=True)
class Race(Bones):
    """A small game with options that are whole numbers, fractions and words."""

    scoring: str = "knuckles"
    height: int = 1
    faces: int = 2
    target: str = "100"
    share: str = "0.5"
    mood: str = "calm"

    @property
    def name(self) -> str:
        return "race"


OPTIONS = {"target": ("100", "50"), "share": ("0.5", "1.5"), "mood": ("calm", "wild")}
RACE = Entry("race", "Race", Race, seats=(2,), options=OPTIONS)


def test_options_of_other_packages_load_and_serialise_also_if_they_are_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(catalogue, "_brought", lambda: {"race": RACE})
    spiel._register(RACE)
    plain = pyspiel.load_game("dicehall_race")
    assert plain.game == Race()
    game = pyspiel.load_game("dicehall_race(target=50,share=1.5,mood=wild)")
    assert game.game == Race(target="50", share="1.5", mood="wild")
    for one in (plain, game):
        assert pyspiel.load_game(str(one)).game == one.game
        pyspiel.random_sim_test(one, num_sims=1, serialize=True, verbose=False)
    with pytest.raises(BadOption, match="target must be 100 or 50, not '70'"):
        pyspiel.load_game("dicehall_race(target=70)")


def test_python_exits_cleanly() -> None:
    """OpenSpiel releases registered games after Python has ended."""
    script = "import dicehall.envs.spiel, pyspiel; pyspiel.load_game('dicehall_fune')"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
