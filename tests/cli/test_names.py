"""Games and levels by name: in any case, in the help, and completed by the shell."""

import io
import json
import os
import subprocess
import sys

import pytest

from dicehall.cli import main
from dicehall.game import games
from dicehall.players.levels import levels


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return int(left.value.code or 0)


def test_names_are_taken_in_any_case(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("arena", "Knucklebones", "RANDOM", "Random", "--games", "2", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["game"], answer["levels"]) == ("knucklebones", ["random", "random (2)"])
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run("play", "FUNE", "--level", "Easy") == 0
    assert "Goodbye" in capsys.readouterr().out
    assert run("solve", "Pocket-Hexes") == 2
    assert capsys.readouterr().err.startswith("pocket-hexes has no table")


@pytest.mark.parametrize("command", ["play", "arena", "solve"])
def test_help_lists_games_and_levels(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "--help") == 0
    output = " ".join(capsys.readouterr().out.split())
    for name in games():
        assert f"{name}: {', '.join(levels(name))}" in output


def test_a_shell_completes_games() -> None:
    place = {
        **os.environ,
        "_DICEHALL_COMPLETE": "complete_bash",
        "COMP_WORDS": "dicehall play kn",
        "COMP_CWORD": "2",
    }
    command = [sys.executable, "-m", "dicehall"]
    done = subprocess.run(command, capture_output=True, text=True, env=place)
    assert (done.stdout.split(), done.stderr) == (["knuckles", "knucklebones"], "")
