"""The solver of Bones against a plain one that asks the rules, on small grids."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from dicehall.game.refused import NotEnoughRoom
from dicehall.games.bones import rules
from dicehall.games.bones.columns import position_number
from dicehall.games.bones.solver import solution as bones
from dicehall.games.bones.solver import sweep as bones_sweep
from dicehall.games.bones.solver.solution import SweepProgress, solve
from dicehall.games.bones.solver.tablebase import (
    SURE,
    BonesTablebase,
    open_tablebase,
    tablebase_name,
)
from dicehall.solving import resources as room
from dicehall.solving.folders import tablebase_path
from dicehall.solving.tablebases import load_tablebase
from games.bones.naive_bones import solve_naively, state_of

Facing = tuple[rules.Column, rules.Column]


@pytest.fixture(autouse=True)
def _own_tablebases(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))


EMPTY: Facing = ((), ())
SMALL = [
    # The columns at the start, and how far the solver may be off: with two faces nearly every die
    # knocks out another, so that games are long and roundings add up.
    pytest.param("knucklebones", 1, 6, (EMPTY, EMPTY, EMPTY), 3e-5, id="one high, six faces"),
    pytest.param("knuckles", 2, 2, (EMPTY, EMPTY, EMPTY), 5e-4, id="two high, two faces"),
    pytest.param(
        "knucklebones", 2, 3, (((1, 1), (2, 3)), EMPTY, EMPTY), 1e-4, id="two high, three faces"
    ),
    pytest.param(
        "knuckles",
        3,
        3,
        (((1, 1, 1), (3, 3, 3)), ((2, 2, 2), (1, 1, 3)), EMPTY),
        2e-4,
        id="three high, three faces",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("scoring", "height", "faces", "columns", "close"), SMALL)
def test_worths_are_those_of_the_rules(
    scoring: str,
    height: int,
    faces: int,
    columns: tuple[Facing, ...],
    close: float,
) -> None:
    game = rules.Bones(scoring, height, faces)
    solve(scoring, height=height, faces=faces)
    tablebase = open_tablebase(scoring, height, faces)
    assert tablebase is not None
    expected = solve_naively(game, state_of(columns))
    for position, worth in expected.items():
        own, other = zip(*position, strict=True)
        after_move = tablebase.worths[
            position_number(tablebase.classes.classes.position(other, own))
        ]
        assert after_move / SURE == pytest.approx(-worth, abs=close)
        if not any(rules.dice_in(grid) == 3 * height for grid in (own, other)):
            seen_before = tablebase.classes.classes.position(own, other)
            assert tablebase.before_roll(seen_before) == pytest.approx(worth, abs=close)


def test_a_stopped_solve_resumes_and_ends_with_the_same_tablebase() -> None:
    whole: list[SweepProgress] = []
    solve("knuckles", whole.append, height=2, faces=3)
    expected = np.array(small_tablebase().worths)
    tablebase_path(tablebase_name(small_tablebase().classes)).unlink()

    def stop(progress: SweepProgress) -> None:
        if progress.sweep == bones.CHECKPOINT_SWEEPS + 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve("knuckles", stop, height=2, faces=3)
    resumed: list[SweepProgress] = []
    solve("knuckles", resumed.append, height=2, faces=3)
    assert len(resumed) == len(whole) - bones.CHECKPOINT_SWEEPS
    assert (small_tablebase().worths == expected).all()
    assert load_tablebase("knuckles-2-high-3-faces-unfinished") is None


def test_the_tablebase_does_not_depend_on_the_number_of_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tablebases = []
    for threads in (1, 3):
        monkeypatch.setattr(bones, "start_threads", lambda: ThreadPoolExecutor(threads))  # noqa: B023
        monkeypatch.setattr(bones_sweep, "BOXES", threads)
        solve("knuckles", height=2, faces=3)
        tablebases.append(np.array(small_tablebase().worths))
    assert (tablebases[0] == tablebases[1]).all()


def test_progress_ends_whole_and_close() -> None:
    seen: list[SweepProgress] = []
    solution = solve("knucklebones", seen.append, height=2, faces=3)
    assert [progress.sweep for progress in seen] == list(range(1, solution.sweeps + 1))
    assert seen[-1].fraction == pytest.approx(1)
    assert solution.largest_change == seen[-1].largest_change < bones.CLOSE


def test_too_little_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "available_memory", lambda: 2 * 10**9)
    with pytest.raises(NotEnoughRoom, match=r"4\.0 GB of memory needed, but only 2\.0 GB free"):
        solve("knucklebones")


def test_too_little_disk_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "available_memory", lambda: 10**12)
    usage = room.shutil.disk_usage("/")._replace(free=10**9)
    monkeypatch.setattr(room.shutil, "disk_usage", lambda _: usage)
    with pytest.raises(NotEnoughRoom, match=r"7\.8 GB of disk space .* but only 1\.0 GB free"):
        solve("knuckles")


def test_a_tablebase_that_is_not_there_or_cut_short_is_none() -> None:
    assert open_tablebase("knuckles", 2, 3) is None
    solve("knuckles", height=2, faces=3)
    path = tablebase_path("knuckles-2-high-3-faces")
    path.write_bytes(path.read_bytes()[:-2])
    assert open_tablebase("knuckles", 2, 3) is None


def small_tablebase() -> BonesTablebase:
    tablebase = open_tablebase("knuckles", 2, 3)
    assert tablebase is not None
    return tablebase
