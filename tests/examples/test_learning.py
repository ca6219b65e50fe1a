"""The examples of docs/environments.md, at a small size."""

from importlib import import_module
from pathlib import Path

import pyspiel
import pytest

from dicehall.envs.spiel import spiel_name
from dicehall.games.bones.solver.solution import solve

pytestmark = pytest.mark.usefixtures("_examples")


@pytest.fixture
def _examples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples")
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))


def test_value_iteration_over_openspiel_agrees_with_our_solver() -> None:
    example = import_module("value_iteration")
    game = pyspiel.load_game(spiel_name("knucklebones"), {"height": 1, "faces": 2})
    worths, follow = example.explore(game)
    example.iterate(worths, follow)
    ours = solve("knucklebones", height=1, faces=2).value
    assert worths[str(game.new_initial_state())] == pytest.approx(ours, abs=1e-4)
    assert abs(ours) > 0.01, "a value that says something"


def test_the_learner_learns_from_a_million_moves() -> None:
    example = import_module("learn_knucklebones")
    learner = example.train(moves=1_000_000)
    wins, draws, losses = example.match(learner, "easy", 150)
    new_wins, *_ = example.match(example.Learner(), "easy", 150)
    assert wins + draws + losses == 150
    assert wins > new_wins, "one that has learned nothing always takes the first column"
    assert wins > losses
