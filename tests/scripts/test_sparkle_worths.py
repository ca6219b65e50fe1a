"""`scripts/sparkle_worths.py` sees whether worths agree, and whether they do not."""

from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from dicehall.games.sparkle import players
from dicehall.games.sparkle.rules import Sparkle
from dicehall.games.sparkle.solver.horizon import Horizon
from games.sparkle.small_solutions import solved

SCRIPTS = Path(__file__).parents[2] / "scripts"
FIRST_TURN = Horizon("classic", 1, 0, 5, 50, 120, 0, extra=6, kept_extra=6)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    monkeypatch.setattr(players, "_loaded", {})
    return import_module("sparkle_worths")


def differences(script: ModuleType, matches: int) -> list[float]:
    """How far the worths are apart before throws of at most two dice."""
    found = [script.looks(Sparkle(), Random(seed), large=False) for seed in range(matches)]
    return [apart for match in found for look in match for _dice, apart in look]


def test_by_a_table_worths_agree(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_loaded", {"classic": solved(FIRST_TURN)})
    apart = differences(script, 3)
    assert len(apart) > 10
    assert max(apart) < 1e-9


def test_by_estimates_they_do_not(script: ModuleType) -> None:
    assert max(differences(script, 3)) > 1
