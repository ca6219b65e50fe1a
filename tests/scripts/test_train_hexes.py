"""The script that teaches the network of Pocket Hexes, whole but small."""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from dicehall.games.hexes.network import Learned, load_learned, shipped

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def train_hexes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, with few games a batch, few steps, and few games to measure by."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    module = import_module("train_hexes")
    for name, few in {"BATCH": 8, "STEPS": 4, "ERROR_POSITIONS": 1, "ERROR_GAMES": 2}.items():
        monkeypatch.setattr(module, name, few)
    monkeypatch.setattr(module, "LEARNING_WIDTH", 1)
    return module


def taught(
    train_hexes: ModuleType, monkeypatch: pytest.MonkeyPatch, path: Path, *options: str
) -> Learned:
    words = ["train_hexes.py", "--calibrating", "8", "--width", "1", "--to", str(path), *options]
    monkeypatch.setattr(sys, "argv", words)
    train_hexes.main()
    return load_learned(path)


def test_a_network_taught_afresh_can_be_made_again(
    train_hexes: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    options = ("--afresh", "--batches", "2")
    once = taught(train_hexes, monkeypatch, tmp_path / "once.npz", *options)
    again = taught(train_hexes, monkeypatch, tmp_path / "again.npz", *options)
    other = taught(train_hexes, monkeypatch, tmp_path / "other.npz", *options, "--seed", "2")
    assert np.array_equal(once.network.rows, again.network.rows)
    assert not np.array_equal(once.network.rows, other.network.rows)
    assert once.network.rows.shape == shipped().network.rows.shape
    assert (once.network.rows != 0).any(axis=1).mean() > 0.01, "patterns begin at zero"
    assert np.all(np.isfinite(once.errors))
    assert np.all(once.errors >= 0)


def test_without_batches_the_shipped_network_is_only_calibrated_anew(
    train_hexes: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    anew = taught(train_hexes, monkeypatch, tmp_path / "anew.npz", "--batches", "0")
    assert np.allclose(anew.network.rows, shipped().network.rows)


def test_teaching_goes_on_from_another_network(
    train_hexes: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = tmp_path / "first.npz"
    begun = taught(
        train_hexes, monkeypatch, first, "--afresh", "--batches", "1", "--calibrating", "0"
    )
    options = ("--from", str(first), "--calibrating", "0")
    same = taught(train_hexes, monkeypatch, tmp_path / "same.npz", *options, "--batches", "0")
    further = taught(train_hexes, monkeypatch, tmp_path / "more.npz", *options, "--batches", "1")
    for name, layer in begun.network._asdict().items():
        assert np.array_equal(layer, getattr(same.network, name))
    assert not np.array_equal(begun.network.rows, further.network.rows)
    assert not begun.errors.any(), "nothing was measured"
