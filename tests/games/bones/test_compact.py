"""The compact form of a tablebase, and the check of both, on a small grid."""

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from dicehall.cli import main
from dicehall.games.bones import players
from dicehall.games.bones.columns import position_count
from dicehall.games.bones.rules import Bones
from dicehall.games.bones.solver import checking, making
from dicehall.games.bones.solver import tablebase as reading
from dicehall.games.bones.solver.checking import check_tablebase
from dicehall.games.bones.solver.columns import column_arrays
from dicehall.games.bones.solver.compact import STEPS, CompactWorths
from dicehall.games.bones.solver.compacting import write_tablebase
from dicehall.games.bones.solver.solution import solve
from dicehall.games.bones.solver.tablebase import (
    SURE,
    BonesTablebase,
    compact_tablebase,
    open_tablebase,
)
from dicehall.solving.folders import tablebase_path
from dicehall.solving.tablebases import read_array, save_tablebase

pytestmark = pytest.mark.slow  # a tablebase is solved first

SMALL = ("knucklebones", 2, 3)


@pytest.fixture(scope="module")
def exact(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BonesTablebase]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DICEHALL_CACHE", str(tmp_path_factory.mktemp("solved")))
        solve(SMALL[0], height=2, faces=3)
        tablebase = open_tablebase(*SMALL)
        assert tablebase is not None
        yield tablebase


@pytest.fixture
def packed(exact: BonesTablebase, tmp_path: Path) -> Path:
    write_tablebase(exact, tmp_path / "packed")
    return tmp_path / "packed"


def unpacked(path: Path) -> BonesTablebase:
    tablebase = compact_tablebase(column_arrays(*SMALL), read_array(path))
    assert tablebase is not None
    return tablebase


def test_every_worth_comes_back_to_half_a_step(exact: BonesTablebase, packed: Path) -> None:
    numbers = np.arange(position_count(exact.classes.count))
    worths = unpacked(packed).worths[numbers].astype(int)
    assert np.abs(worths - exact.worths[numbers]).max() <= SURE / STEPS / 2 + 1
    sure = np.abs(exact.worths[numbers].astype(int)) == SURE
    assert (worths[sure] == exact.worths[numbers][sure]).all()


def test_the_compact_form_is_much_smaller(exact: BonesTablebase, packed: Path) -> None:
    assert packed.stat().st_size < 2 * position_count(exact.classes.count)


def test_invalid_compact_files_are_refused(packed: Path) -> None:
    assert compact_tablebase(column_arrays("knuckles", 3, 3), read_array(packed)) is None
    packed.write_bytes(packed.read_bytes()[:-1])
    assert read_array(packed) is None


def test_a_solved_tablebase_and_its_compact_form_pass(exact: BonesTablebase, packed: Path) -> None:
    start = exact.before_roll(exact.classes.start)
    for tablebase in (exact, unpacked(packed)):
        found = check_tablebase(tablebase, start)
        assert found.passed
        assert found.finished_right == found.finished > 0
        assert found.positions > 1000


@pytest.mark.parametrize("wrong", ["one in a hundred", "finished", "start"])
def test_a_wrong_tablebase_fails(exact: BonesTablebase, wrong: str) -> None:
    worths, start = np.array(exact.worths), exact.before_roll(exact.classes.start)
    if wrong == "one in a hundred":
        worths[::100] //= 2
    elif wrong == "finished":
        worths[np.abs(worths.astype(int)) == SURE] = 0
    else:
        start += 0.01
    assert not check_tablebase(BonesTablebase(exact.classes, worths), start).passed


@pytest.fixture
def small_tablebase(
    exact: BonesTablebase, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> BonesTablebase:
    """A machine whose Knucklebones is small, with its tablebase."""
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path / "house"))
    for module in (reading, making):
        monkeypatch.setattr(module, "column_arrays", lambda *_: column_arrays(*SMALL))
    start = exact.before_roll(exact.classes.start)
    monkeypatch.setitem(checking.STARTS, "knucklebones", start)
    save_tablebase(reading.tablebase_name(exact.classes), np.array(exact.worths))
    return exact


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(left.value.code or 0)


def test_a_tablebase_is_checked_handed_on_and_taken(
    small_tablebase: BonesTablebase,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = str(tmp_path / "for a friend")
    assert run("solve", "knucklebones", "--check") == 0
    assert "knucklebones: pass\n  form: full" in capsys.readouterr().out
    assert run("solve", "knucklebones", "--compact", file) == 0
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path / "friend"))
    assert run("solve", "knucklebones", "--check") == 2
    assert run("solve", "knucklebones", "--use", file) == 0
    capsys.readouterr()
    assert run("solve", "knucklebones", "--check", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["passed"], answer["form"]) == (True, "compact")


def test_a_damaged_tablebase_fails_its_check(
    small_tablebase: BonesTablebase, capsys: pytest.CaptureFixture[str]
) -> None:
    path = reading.tablebase_path(reading.tablebase_name(small_tablebase.classes))
    damaged = bytearray(path.read_bytes())
    damaged[-9] ^= 64
    path.write_bytes(damaged)
    assert run("solve", "knucklebones", "--check") == 1
    assert "knucklebones: FAIL" in capsys.readouterr().out


def test_invalid_tablebases_are_refused(
    small_tablebase: BonesTablebase, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter").write_text("Dear friend", "utf-8")
    assert run("solve", "knucklebones", "--use", str(tmp_path / "letter")) == 2
    assert "is not a compact tablebase of knucklebones" in capsys.readouterr().err


def test_games_without_a_check_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "fune", "--check") == 2
    assert (
        "a tablebase of fune cannot be checked (knuckles, knucklebones)" in capsys.readouterr().err
    )
    assert run("solve", "fune", "--compact", "file") == 2


def test_the_perfect_player_reads_the_compact_form_when_it_is_all_there_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))

    class Drawn(CompactWorths):
        """Worths of a game in which all positions are even."""

        def __init__(self) -> None:
            pass

        def __getitem__(self, number: int) -> int:
            return 0

    tablebase = BonesTablebase(column_arrays("knucklebones"), Drawn())
    tablebase_path("knucklebones-compact").parent.mkdir(parents=True)
    tablebase_path("knucklebones-compact").touch()
    monkeypatch.setattr(reading, "open_compact", lambda _: tablebase)
    game = Bones("knucklebones")
    found = players.worth(game, game.roll(game.start(), (4,)))
    assert set(found.moves.values()) == {0.0}
    assert not found.exact
    assert not players.is_proven(game)
