"""The example with sb3-contrib, which is tried only where that is installed."""

from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("sb3_contrib")


def test_a_policy_learns_and_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "examples")
    example = import_module("maskable_ppo")
    assert 0 <= example.won(example.learn(steps=4_096), matches=20) <= 1
