"""Each extra of the package works alone: in an environment that has its requirements, and no more.

The environments are made of the distributions that are installed here; nothing is downloaded.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.environment import FreshEnvironment, required

SERVER = {"alembic", "litestar", "sqlalchemy", "textual", "uvicorn"}

FOR_OTHER_EXTRAS = re.compile(r"(envs|bench|solving|games\.\w+\.(solver|vector))\b")
"""Modules that `envs` and `solve` are for: what learns, solves and measures."""

IMPORT_ALL = """
import pkgutil, dicehall
for module in pkgutil.walk_packages(dicehall.__path__, "dicehall."):
    if "migrations" not in module.name and not module.name.endswith("__main__"):
        try:
            __import__(module.name)
        except ModuleNotFoundError:
            print(module.name)
"""

CHOOSE = """
import dicehall
from random import Random
for name in dicehall.games():
    game = dicehall.new_game(name)
    state = game.start()
    while isinstance(turn := game.turn(state), dicehall.Chance):
        state = game.roll(state, tuple(die.faces[0] for die in turn.dice))
    for level in dicehall.levels(game):
        assert dicehall.choose(game, state, level, Random(1)) in turn.moves
    assert set(dicehall.worth(game, state).moves) == set(turn.moves)
"""

CHOOSE_OR_NAME = """
import dicehall
for name in dicehall.games():
    game = dicehall.new_game(name)
    state = game.start()
    while isinstance(turn := game.turn(state), dicehall.Chance):
        state = game.roll(state, tuple(die.faces[0] for die in turn.dice))
    for level in (*dicehall.levels(game)[:3], None):
        try:
            if level:
                dicehall.choose(game, state, level)
            else:
                dicehall.worth(game, state)
        except ModuleNotFoundError as missing:
            print(missing)
"""

GYMNASIUM = """
import gymnasium, dicehall.envs
from dicehall.envs import two_seats
from pettingzoo.test import api_test
for name in dicehall.games():
    env = gymnasium.make(f"dicehall/{name}-v0", render_mode="rgb_array")
    observation, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax())
    assert env.render().ndim == 3
    matches = gymnasium.make_vec(f"dicehall/{name}-v0", num_envs=2, opponent=None)
    observations, infos = matches.reset(seed=1)
    matches.step(infos["action_mask"].argmax(axis=1))
api_test(two_seats.env("knucklebones"), num_cycles=20)
"""

OPENSPIEL = """
import dicehall, dicehall.envs.spiel, pyspiel
from dicehall.envs.spiel import spiel_name
for name in dicehall.games():
    game = pyspiel.load_game(spiel_name(name))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
"""


def alone(folder: Path, extra: str) -> FreshEnvironment:
    """An environment in which `dicehall[extra]` is installed, and nothing else."""
    return FreshEnvironment.at(folder, required(extra))


def test_computer_players_choose_and_weigh(tmp_path: Path) -> None:
    done = alone(tmp_path, "players").python_code(CHOOSE)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_solves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path / "cache"))
    done = alone(tmp_path / "solve", "solve").run("solve", "fune")
    assert done.returncode == 0, done.stderr


def test_gymnasium_and_pettingzoo(tmp_path: Path) -> None:
    done = alone(tmp_path, "envs").python_code(GYMNASIUM)
    assert done.returncode == 0, done.stderr


def test_openspiel(tmp_path: Path) -> None:
    done = alone(tmp_path, "openspiel").python_code(OPENSPIEL)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("extra", ["envs", "openspiel", "players", "solve"])
def test_programs_that_only_compute_need_no_server(extra: str) -> None:
    assert "numpy" in required(extra)
    assert required(extra) & SERVER == set()


@pytest.mark.parametrize("extra", ["players", "play", "cluster"])
def test_playing_needs_no_compiler(extra: str) -> None:
    assert required(extra) & {"llvmlite", "numba"} == set()


@pytest.mark.parametrize("extra", ["play", "cluster"])
def test_every_module_that_plays_or_hosts_is_there(tmp_path: Path, extra: str) -> None:
    done = alone(tmp_path, extra).python_code(IMPORT_ALL)
    assert (done.returncode, done.stderr) == (0, "")
    missing = {name.removeprefix("dicehall.") for name in done.stdout.split()}
    expected = {name for name in missing if FOR_OTHER_EXTRAS.match(name)}
    assert {"envs.seat", "games.fune.solver.kernels", "solving.kernels"} <= expected
    if extra == "play":
        expected |= {f"match.store.{name}" for name in ("postgres", "postgres_writer")}
        expected |= {"match.bus.redis", "match.store.transfer"}
    assert missing == expected


def test_levels_meet_in_the_arena(tmp_path: Path) -> None:
    done = alone(tmp_path, "play").run("arena", "fune", "easy", "easy", "--games", "2", "--json")
    assert done.returncode == 0, done.stderr


def test_without_an_extra_players_play_or_name_it(tmp_path: Path) -> None:
    done = FreshEnvironment.at(tmp_path, ()).python_code(CHOOSE_OR_NAME)
    assert (done.returncode, done.stderr) == (0, "")
    output = set(done.stdout.splitlines())
    assert output
    for line in output:
        assert re.fullmatch(r"\w+ is not installed: pip install 'dicehall\[players\]'", line)


def test_solving_without_its_extra_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))  # nothing is solved here yet
    done = alone(tmp_path, "play").run("solve", "fune")
    assert done.returncode != 0
    assert "pip install 'dicehall[solve]'" in done.stderr


def test_pages_need_neither_numpy_nor_a_compiler() -> None:
    block = "import sys; sys.modules['numpy'] = sys.modules['numba'] = None;"
    program = f"{block} import dicehall.web.app, dicehall.host.serve"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
