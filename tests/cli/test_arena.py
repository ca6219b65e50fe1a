"""`dicehall arena` with players from outside."""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import dicehall
from dicehall.cli import main
from dicehall.game import Entry, catalogue
from dicehall.games.bones import players as bones
from dicehall.games.bones.rules import Bones
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
    assert found["forfeits"] == {}
    level = found["contests"][2]
    assert (level["wins"], level["draws"]) == (level["losses"], 4 - 2 * level["wins"])
    with open("all.dice", encoding="utf-8") as file:
        records = [record for record, _ in dicehall.read_many(file)]
    assert len(records) == 12
    assert [record.notes["x-player-0"] for record in records[:2]] == names[:2]
    assert {record.notes["x-player-1"] for record in records[4:8]} == {"random", bot}


def test_a_forfeit_is_reported_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = command(tmp_path, "sys.exit(5)")
    assert run("knuckles", "random", "--command", bad, "--games", "2", "--jobs", "1") == 0
    captured = capsys.readouterr()
    assert f"random against {bad}: 2 wins, 0 draws, 0 losses" in captured.out
    assert f"{bad} forfeited 2 games; first: game 0: it exited with code 5" in captured.out
    assert f"{bad} forfeits game 0: it exited with code 5\n" in captured.err
    assert run("knuckles", "random", "--command", bad, "--games", "1", "--jobs", "1") == 0
    captured = capsys.readouterr()
    assert f"random against {bad}: 1 win, 0 draws, 0 losses" in captured.out
    assert f"{bad} forfeited 1 game; first: game 0" in captured.out


def test_a_bot_that_crashes_is_reported_in_one_line_without_a_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    crash = "def play(game, state, random):\n    raise ValueError('of function')\n"
    (tmp_path / "crash.py").write_text(crash, "utf-8")
    bad = command(tmp_path, "raise ValueError('of command')")
    for player in (["--player", "crash:play"], ["--command", bad]):
        options = [*player, "--games", "2", "--jobs", "1"]
        assert run("knuckles", "random", *options) == 0
        captured = capfd.readouterr()
        assert "Traceback" not in captured.err
        assert "ValueError: of " in captured.out
        [told] = [line for line in captured.err.splitlines() if "forfeits game 0" in line]
        assert "ValueError: of " in told
        assert run("knuckles", "random", *options, "--debug") == 0
        assert "Traceback" in capfd.readouterr().err


def test_json_has_the_same_fields_for_any_number_of_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = []
    for arguments in (["random"] * 2, ["random"] * 3, ["random", "--alone"]):
        assert run("fune", *arguments, "--games", "2", "--jobs", "1", "--json") == 0
        found.append(json.loads(capsys.readouterr().out))
    shape = {"game", "games", "seed", "contests", "ratings", "scores", "forfeits", "notes"}
    assert all(shape <= one.keys() for one in found)
    assert [len(one["contests"]) for one in found] == [1, 3, 0]
    assert [len(one["scores"]) for one in found] == [0, 0, 1]
    [contest] = found[0]["contests"]
    assert contest.items() <= found[0].items()  # as before, where two meet


def test_certainty_is_not_claimed_after_ten_wins(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--player", "support.bots:leave_late", "--games", "10", "--jobs", "1"]
    assert run("knuckles", "random", *options) == 0
    assert "100.00% (72.25% to 100.00%) of the points" in capsys.readouterr().out


def test_a_level_without_its_tablebase_is_called_nearly_perfect(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bones, "_tablebase", lambda game: None)
    assert run("knuckles", "perfect", "random", "--games", "1", "--jobs", "1") == 0
    assert "perfect: Looks five rolls ahead: close to perfect.\n" in capsys.readouterr().out


@dataclass(frozen=True)
class BothWays(Bones):
    """A game whose default are two seats; one seat would do."""

    scoring: str = "knuckles"
    seats: int = 2  # type: ignore[assignment]

    @property
    def name(self) -> str:
        return "both-ways"


def test_a_game_for_two_or_one_is_played_by_two(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    entry = Entry("both-ways", "Both ways", BothWays, seats=(2, 1))
    monkeypatch.setattr(catalogue, "_brought", lambda: {"both-ways": entry})
    monkeypatch.setattr("dicehall.players.arena.in_children", in_this_process)
    assert run("both-ways", "random", "random", "--games", "2", "--json") == 0
    assert len(json.loads(capsys.readouterr().out)["contests"]) == 1


def in_this_process(
    work: Callable[..., Any], parts: list[tuple[Any, ...]], jobs: int
) -> Iterator[Any]:
    for part in parts:
        yield work(*part)


def test_a_file_is_replaced_only_by_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    kept = tmp_path / "all.dice"
    kept.write_text("mine", "utf-8")
    saving = ["knuckles", "random", "random", "--games", "1", "--jobs", "1", "--save"]
    for file, reason in (
        ("all.dice", "all.dice exists: use --force"),
        ("-", "--save needs a file"),
    ):
        assert run(*saving, file) == 2
        captured = capsys.readouterr()
        assert (captured.out, captured.err.count("\n")) == ("", 1)
        assert reason in captured.err
    assert [path.name for path in tmp_path.iterdir()] == ["all.dice"]
    assert kept.read_text("utf-8") == "mine"
    assert run(*saving, "all.dice", "--force") == 0
    assert kept.read_text("utf-8").startswith("game: knuckles")
    assert run(*saving, os.devnull) == 0
    monkeypatch.setattr("dicehall.cli.arena.check_save", lambda file, force: None)
    kept.write_text("made after the check", "utf-8")
    assert run(*saving, "all.dice") != 0
    assert kept.read_text("utf-8") == "made after the check"


def test_a_player_entered_twice_is_numbered(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("knuckles", "random", "random", "random", "--games", "2", "--json") == 0
    rated = json.loads(capsys.readouterr().out)["ratings"]
    assert list(rated) == ["random", "random (2)", "random (3)"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["easy"], "knuckles needs at least two players"),
        (["easy", "--player", "nowhere:play"], "No module named 'nowhere'"),
        (["easy", "--command", "/no/such/bot"], "/no/such/bot: it cannot be started: No such file"),
        (["easy", "nobody"], "knuckles has no level 'nobody'"),
        (["easy", "hard", "--jobs", "-1"], "--jobs"),
    ],
)
def test_invalid_players_are_refused_in_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("knuckles", *arguments) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert reason in captured.err


def test_an_unwritable_file_is_refused_before_the_first_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("knuckles", "random", "random", "--save", "/no/such/folder/all.dice") == 1
    assert capsys.readouterr().err == "/no/such/folder/all.dice: No such file or directory\n"
