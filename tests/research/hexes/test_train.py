"""Training the Pocket Hexes network, from command line to file, on a small scale."""

import sys
from pathlib import Path

import numpy as np
import pytest

from dicehall.games.hexes.network import TrainedNetwork, load_network, shipped
from research.hexes import train


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few games a batch, few steps, and few games to measure the errors."""
    for name, few in {"BATCH": 8, "STEPS": 4, "ERROR_POSITIONS": 1, "ERROR_GAMES": 2}.items():
        monkeypatch.setattr(train, name, few)
    monkeypatch.setattr(train, "LEARNING_WIDTH", 1)


def trained(monkeypatch: pytest.MonkeyPatch, path: Path, *options: str) -> TrainedNetwork:
    """Run the command and read the file that it wrote."""
    arguments = ["train", "--calibrating", "8", "--width", "1", "--to", str(path), *options]
    monkeypatch.setattr(sys, "argv", arguments)
    train.main()
    return load_network(path)


def test_training_from_scratch_is_reproducible(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    options = ("--afresh", "--batches", "2")
    once = trained(monkeypatch, tmp_path / "once.npz", *options)
    again = trained(monkeypatch, tmp_path / "again.npz", *options)
    other = trained(monkeypatch, tmp_path / "other.npz", *options, "--seed", "2")
    assert np.array_equal(once.network.rows, again.network.rows)
    assert not np.array_equal(once.network.rows, other.network.rows)
    assert once.network.rows.shape == shipped().network.rows.shape
    assert (once.network.rows != 0).any(axis=1).mean() > 0.01, "patterns begin at zero"
    assert np.all(np.isfinite(once.errors))
    assert np.all(once.errors >= 0)


def test_without_batches_the_shipped_network_is_only_recalibrated(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    anew = trained(monkeypatch, tmp_path / "anew.npz", "--batches", "0")
    assert np.allclose(anew.network.rows, shipped().network.rows)


def test_training_continues_from_another_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = tmp_path / "first.npz"
    begun = trained(monkeypatch, first, "--afresh", "--batches", "1", "--calibrating", "0")
    options = ("--from", str(first), "--calibrating", "0")
    same = trained(monkeypatch, tmp_path / "same.npz", *options, "--batches", "0")
    further = trained(monkeypatch, tmp_path / "more.npz", *options, "--batches", "1")
    for name, layer in begun.network._asdict().items():
        assert np.array_equal(layer, getattr(same.network, name))
    assert not np.array_equal(begun.network.rows, further.network.rows)
    assert not begun.errors.any(), "nothing was measured"
