"""Tablebases are made with progress, kept, and only checked the next time."""

from dataclasses import replace
from pathlib import Path

import pytest

from dicehall.game import games
from dicehall.game.refused import BadOption, UnknownGame
from dicehall.games.bones.solver import making as bones_making
from dicehall.games.bones.solver.solution import BonesSolution, SweepProgress
from dicehall.games.sparkle.solver import horizon as sparkle_horizon
from dicehall.games.sparkle.solver import making as sparkle_making
from dicehall.games.sparkle.solver import solution as sparkle_solution
from dicehall.games.sparkle.solver.horizon import Horizon
from dicehall.games.sparkle.solver.solution import read_shipped
from dicehall.solving.making import PART, find_task
from dicehall.solving.tablebases import save_tablebase

SMALL = Horizon("classic", 2, near=0, fine=5, highest=300, points=70, extra=5)


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))


def test_every_game_with_a_tablebase_has_a_maker() -> None:
    with_tablebase = [name for name, entry in games().items() if entry.part(PART)]
    assert with_tablebase == ["sparkle", "knuckles", "knucklebones", "fune"]
    for name in with_tablebase:
        assert callable(find_task(name, "make"))
    with pytest.raises(BadOption, match="no tablebase to compute"):
        find_task("pocket-hexes", "make")
    with pytest.raises(UnknownGame):
        find_task("chess", "make")


def test_sparkle_is_solved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for curve in ("classic", "gentle"):
        monkeypatch.setitem(sparkle_horizon.HORIZONS, curve, replace(SMALL, curve=curve))
    reports: list[tuple[str, float]] = []
    made = sparkle_making.make("sparkle", lambda doing, share: reports.append((doing, share)))
    assert made.value == made.details["classic_at_least"]
    assert made.value < made.details["gentle_at_least"]
    assert ("Classic curve", 1.0) in reports
    assert ("Gentle curve", 1.0) in reports
    reports.clear()
    again = sparkle_making.make("sparkle", lambda doing, share: reports.append((doing, share)))
    assert (again.value, again.details, reports) == (made.value, made.details, [])


def test_a_solution_of_sparkle_made_here_has_the_bound_that_ships() -> None:
    for curve, horizon in sparkle_horizon.HORIZONS.items():
        starts, at_most = read_shipped(horizon)
        assert sparkle_solution.load_solved(curve) is None
        save_tablebase(horizon.name, starts)
        solved = sparkle_solution.load_solved(curve)
        assert solved is not None
        assert solved.value < solved.at_most == at_most


def test_a_solve_of_bones_tells_its_sweeps(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(scoring: str, progress) -> BonesSolution:  # type: ignore[no-untyped-def]
        progress(SweepProgress(1, 0.5, 0.25))
        return BonesSolution(0.125, 1, 0.5, 2.0)

    monkeypatch.setattr(bones_making, "solve", solve)
    received: list[tuple[str, float]] = []
    made = bones_making.make("knuckles", lambda doing, share: received.append((doing, share)))
    assert (made.value, made.seconds, made.details["sweeps"]) == (0.125, 2.0, 1)
    assert received[-1] == ("Sweep 1, largest change 0.50000", 0.25)
