"""`dicehall solve`, `value` and `arena`."""

import json
from pathlib import Path

import pytest

from dicehall.cli import main
from dicehall.solving.making import MakingReport, SolveReport

RECORDS = Path(__file__).parents[1] / "game/records"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(left.value.code or 0)


def test_solving_fune_gives_its_value(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    assert run("solve", "fune", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["game"] == "fune"
    assert answer["value"] == pytest.approx(255.2197576634, abs=1e-9)
    assert answer["exact"] is True
    table = tmp_path / "tables" / "fune.table"
    kept = table.stat().st_mtime_ns
    assert run("solve", "fune") == 0
    assert table.stat().st_mtime_ns == kept, "what is there is not computed again"
    assert "255.2197577 points" in capsys.readouterr().out
    assert run("solve", "fune", "--again") == 0
    assert table.stat().st_mtime_ns != kept


def test_a_damaged_tablebase_is_made_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    assert run("solve", "fune") == 0
    table = tmp_path / "tables" / "fune.table"
    damaged = bytearray(table.read_bytes())
    damaged[-9] ^= 1
    table.write_bytes(damaged)
    capsys.readouterr()
    assert run("solve", "fune", "--json") == 0
    assert json.loads(capsys.readouterr().out)["value"] == pytest.approx(255.2197576634, abs=1e-9)
    assert table.read_bytes() != bytes(damaged)


def test_progress_goes_to_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def make(game: str, report: MakingReport, *, again: bool = False) -> SolveReport:
        for sweep in range(101):
            report(f"Sweep {sweep}", sweep / 100)
        return SolveReport(0.5, "win-minus-loss", 1.25, {"sweeps": 101})

    monkeypatch.setattr("dicehall.games.bones.solver.making.make", make)
    assert run("solve", "knuckles", "--json") == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {
        "game": "knuckles",
        "value": 0.5,
        "unit": "win-minus-loss",
        "seconds": 1.25,
        "sweeps": 101,
    }
    assert captured.err.splitlines()[0] == "Sweep 0 … 0%"
    assert len(captured.err.splitlines()) == 11


@pytest.mark.parametrize("both", ["--again --check", "--compact a --use b", "--check --use b"])
def test_only_one_thing_is_done_with_a_tablebase(
    both: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("solve", "knuckles", *both.split()) == 2
    assert "use only one of" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["pocket-hexes", "chess"])
def test_games_without_a_tablebase_are_refused(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("solve", game) == 2
    assert "knucklebones" in capsys.readouterr().err


def test_contest_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "knucklebones", "normal", "random", "--games", "40", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["wins"] + answer["draws"] + answer["losses"] == answer["games"] == 40
    assert 0.5 < answer["share"]["mean"] <= 1
    assert run("arena", "knucklebones", "normal", "random", "--games", "40") == 0
    output = capsys.readouterr().out
    assert f"{answer['wins']} wins" in output
    assert f"{answer['ratings']['normal']['rating']:.0f} ±" in output


def test_more_than_two_players_meet_each_other_and_are_rated(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("arena", "knucklebones", "random", "easy", "normal", "--games", "6", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    pairs = [one["levels"] for one in found["contests"]]
    assert pairs == [["random", "easy"], ["random", "normal"], ["easy", "normal"]]
    assert list(found["ratings"]) == ["random", "easy", "normal"]


def test_players_of_a_solitaire_are_measured_beside_each_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("arena", "sparkle", "easy", "random", "--games", "10", "--json") == 0
    found = json.loads(capsys.readouterr().out)["scores"]
    assert found["easy"]["mean"] > found["random"]["mean"]
    assert run("arena", "fune", "easy", "--alone", "--games", "4") == 0
    assert "easy" in capsys.readouterr().out


def test_a_wrong_contest_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "knucklebones", "normal", "divine") == 2
    assert run("arena", "knucklebones", "normal") == 2
    assert run("arena", "fune", "--games", "0", "easy") == 2
