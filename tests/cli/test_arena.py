"""`dicehall arena` with players from outside."""

import json
from pathlib import Path

import pytest

import dicehall
from dicehall.cli import main
from support.bots import command


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["arena", *arguments])
    return int(left.value.code or 0)


def test_levels_functions_and_commands_meet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.py").write_text("from support.bots import play_last as play\n", "utf-8")
    bot = command(tmp_path)
    options = ["--games", "4", "--jobs", "1", "--save", "all.dice", "--json"]
    assert run("knuckles", "RANDOM", "--player", "here:play", "--command", bot, *options) == 0
    found = json.loads(capsys.readouterr().out)
    names = ["random", "here:play", bot]
    assert list(found["ratings"]) == names
    assert all(rated["interval"] > 0 for rated in found["ratings"].values())
    assert [one["levels"] for one in found["contests"]] == [names[:2], [names[0], bot], names[1:]]
    assert "forfeits" not in found
    level = found["contests"][2]
    assert (level["wins"], level["draws"]) == (level["losses"], 4 - 2 * level["wins"])
    with open("all.dice", encoding="utf-8") as file:
        records = [record for record, _ in dicehall.read_many(file)]
    assert len(records) == 12
    assert [record.notes["x-player-0"] for record in records[:2]] == names[:2]
    assert {record.notes["x-player-1"] for record in records[4:8]} == {"random", bot}


def test_who_forfeits_is_named_with_the_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = command(tmp_path, "sys.exit(5)")
    assert run("knuckles", "random", "--command", bad, "--games", "2", "--jobs", "1") == 0
    said = capsys.readouterr()
    assert f"random against {bad}: 2 wins, 0 draws, 0 losses" in said.out
    assert f"{bad} has forfeited 2 games; the first: game 0: it ended with code 5" in said.out
    assert f"{bad} forfeits game 0: it ended with code 5\n" in said.err
    assert run("knuckles", "random", "--command", bad, "--games", "1", "--jobs", "1") == 0
    said = capsys.readouterr()
    assert f"random against {bad}: 1 win, 0 draws, 0 losses" in said.out
    assert f"{bad} has forfeited 1 game; the first: game 0" in said.out


def test_who_plays_twice_is_numbered(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("knuckles", "random", "random", "random", "--games", "2", "--json") == 0
    rated = json.loads(capsys.readouterr().out)["ratings"]
    assert list(rated) == ["random", "random (2)", "random (3)"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["easy"], "at least two play knuckles"),
        (["easy", "--player", "nowhere:play"], "No module named 'nowhere'"),
        (["easy", "--command", "/no/such/bot"], "/no/such/bot: it cannot be started: No such file"),
        (["easy", "nobody"], "knuckles has no level 'nobody'"),
        (["easy", "hard", "--jobs", "-1"], "--jobs"),
    ],
)
def test_what_cannot_play_is_refused_in_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("knuckles", *arguments) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert reason in said.err


def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("knuckles", "random", "random", "--save", "/no/such/folder/all.dice") == 1
    assert capsys.readouterr().err == "/no/such/folder/all.dice: No such file or directory\n"
