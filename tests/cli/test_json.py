"""`--json` answers what every reader of JSON takes, or nothing at all."""

import asyncio
import json
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
import typer

from dicehall import bench
from dicehall.bench import Measurement
from dicehall.cli import main
from dicehall.cli.app import app
from dicehall.game import new_game
from dicehall.game.records import write
from dicehall.players.worth import Worth
from dicehall.solving.making import SolveReport
from support.contests import ANN, BOB, played_out
from support.places import FilePlace

RECORDS = Path(__file__).parents[1] / "game/records"
ROLL_DUE = "game: knucklebones\n"
TO_DECIDE = "game: knucklebones\n\nroll 3\n"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main([*arguments, "--json"])
    return int(left.value.code or 0)


def strictly(text: str) -> Any:
    """What a text says, as readers understand it that know no Infinity and no NaN."""

    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is no JSON")

    return json.loads(text, parse_constant=refuse)


@pytest.fixture
def to_decide(tmp_path: Path) -> str:
    path = tmp_path / "to-decide.dice"
    path.write_text(TO_DECIDE, "utf-8")
    return str(path)


def test_one_game_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("arena", "fune", "random", "--alone", "--games", "1") == 0
    assert strictly(capsys.readouterr().out)["scores"]["random"]["interval"] is None


@pytest.mark.parametrize("number", [inf, -inf, nan])
def test_nan_and_infinity_become_null_in_json(
    number: float,
    to_decide: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = SolveReport(number, "points", 1.0, {"at_most": number})
    monkeypatch.setattr("dicehall.games.fune.solver.making.make", lambda *_, **__: made)
    worth = Worth({"column 1": number}, "points", exact=False)
    monkeypatch.setattr("dicehall.players.levels.find_weigher", lambda _: lambda *_: worth)
    found = Measurement("luck", number, "times")
    monkeypatch.setattr(bench, "measurements", lambda: iter([found]))
    for command in (["solve", "fune"], ["value", to_decide], ["bench"]):
        assert run(*command) == 0
    solved, weighed, measured = map(strictly, capsys.readouterr().out.splitlines())
    assert solved["value"] is solved["at_most"] is None
    assert weighed["moves"] == {"column 1": None}
    assert measured[0]["value"] is None


def test_before_a_roll_each_outcome_has_a_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.dice"
    path.write_text(ROLL_DUE, "utf-8")
    assert run("value", str(path)) == 0
    answer = strictly(capsys.readouterr().out)
    assert sorted(one["roll"] for one in answer["rolls"]) == [[face] for face in range(1, 7)]
    assert answer["value"] == pytest.approx(sum(one["value"] for one in answer["rolls"]) / 6)


def test_where_nothing_is_to_be_decided_nothing_is_answered(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("value", str(RECORDS / "fune-0.dice")) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "no player is to move" in captured.err


def answering(command: Any, path: str = "") -> set[str]:
    """The commands that take `--json`."""
    under = getattr(command, "commands", {}).items()
    found = {name for key, inner in under for name in answering(inner, f"{path} {key}".strip())}
    return found | ({path} if any("--json" in one.opts for one in command.params) else set())


def test_every_json_command_is_tested_here(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], to_decide: str
) -> None:
    async def make() -> None:
        await (await FilePlace(tmp_path).open()).close()

    asyncio.run(make())
    record = tmp_path / "over.dice"
    record.write_text(write(played_out(new_game("knuckles"), 1, (ANN, BOB)).record()), "utf-8")
    with pytest.raises(SystemExit):
        main(["import", str(record), "--data", str(tmp_path)])
    capsys.readouterr()
    there = ("--data", str(tmp_path))
    tried = {
        "replay": (to_decide,),
        "verify": (str(record),),
        "admin list": there,
        "admin show": ("m", *there),
        "admin guests": there,
    }
    for command, arguments in tried.items():
        assert run(*command.split(), *arguments) == 0
        assert strictly(capsys.readouterr().out)
    above = {"solve", "value", "bench", "arena"}
    assert answering(typer.main.get_command(app)) == above | set(tried)
