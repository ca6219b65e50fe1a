"""Whole games through the command, typed by a script that only knows `moves`."""

import io
import subprocess
import sys
from random import Random

import pytest

from dicehall.cli import main

GAMES = (
    "sparkle",
    "sparkle --option curve=gentle",
    "pocket-hexes",
    "knuckles --people --names Ada,Bob",
    "knucklebones",
    "fune",
    "fune --level easy",
    "fune --people",
)


class Typist(io.StringIO):
    """A standard input that asks for the legal moves and types one of them, and then again."""

    def __init__(self, output: io.StringIO, random: Random) -> None:
        super().__init__()
        self.output = output
        self.random = random
        self.typed: list[str] = []
        self.seen = 0

    def readline(self, size: int | None = -1) -> str:
        if self.typed and self.typed[-1] == "moves":
            answer = self.output.getvalue()[self.seen :]
            listed = self.random.choice(answer.strip().replace(",\n", ", ").split(", "))
            line = listed.rpartition(") ")[2]
        else:
            line = "moves"
        self.seen = len(self.output.getvalue())
        self.typed.append(line)
        return f"{line}\n"


def play_to_the_end(command: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], str]:
    """The typed lines and all output."""
    output = io.StringIO()
    typist = Typist(output, Random(8))
    monkeypatch.setattr(sys, "stdin", typist)
    monkeypatch.setattr(sys, "stdout", output)
    with pytest.raises(SystemExit) as left:
        main(["play", *command.split(), "--seed", "8"])
    assert not left.value.code
    return typist.typed, output.getvalue()


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dicehall", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )


@pytest.mark.parametrize("command", GAMES)
def test_a_whole_game_ends_with_its_result(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, said = play_to_the_end(command, monkeypatch)
    assert "Not possible" not in said
    last = said.strip().split("\n")[-1]
    assert " wins, " in last or last.startswith(("You win, ", "A draw, ", "The game is over: "))
    assert all(line.isprintable() for line in said.split("\n"))


@pytest.mark.parametrize("command", ["sparkle", "knucklebones", "fune --level normal"])
def test_a_seed_repeats_the_game_through_a_real_pipe(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed, said = play_to_the_end(command, monkeypatch)
    done = run("play", *command.split(), "--seed", "8", typed="\n".join(typed))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == said


def test_another_seed_is_another_game(capsys: pytest.CaptureFixture[str]) -> None:
    received = []
    for seed in ("1", "2", "1"):
        with pytest.raises(SystemExit):
            main(["play", "pocket-hexes", "--seed", seed])
        received.append(capsys.readouterr().out)
    assert received[0] == received[2] != received[1]


def test_an_option_of_any_game_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    received = []
    for chosen in (["--option", "curve=gentle"], ["--option", " curve = gentle "], []):
        with pytest.raises(SystemExit):
            main(["play", "sparkle", "--seed", "1", *chosen])
        received.append(capsys.readouterr().out)
    assert received[0] == received[1] != received[2]


@pytest.fixture(autouse=True)
def _nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("chess", "no game is called 'chess' (sparkle, pocket-hexes, "),
        ("fune --level godlike", "fune has no level 'godlike' ("),
        ("sparkle --people", "sparkle is played alone, for points"),
        ("sparkle --level easy", "sparkle is played alone, for points"),
        ("fune --option curve=gentle", "fune has no option 'curve'"),
        ("sparkle --option curve=steep", "curve must be classic or gentle, not 'steep'"),
        ("sparkle --option gentle", "'gentle' is not of the form NAME=VALUE"),
        ("knuckles --server dice.example --option curve=gentle", "--server can only be combined"),
        ("--code 7AK9XY", "--code needs the address of a server: add --server"),
        ("knuckles --server dice.example --code 7AK9XY", "give either --code"),
        (
            "knuckles --server dice.example --level easy",
            "--server can only be combined with --code",
        ),
        ("sparkle --house dice.example", "sparkle is not for two players"),
        ("knuckles --server dice.example", "--server needs a full-screen terminal"),
        ("fune --level easy --people", "use either --level or --people"),
        ("knuckles --people --names Ada", "--names: expected 2, got 1"),
        ("knuckles --people --names Ada,ADA", "the names must be different"),
        ("knuckles --people --names Ada,", "enter a name"),
        ("knuckles --names MARROW", "the names must be different"),
        ("knuckles --names aaaaaaaaaaaaaaaaaaaaaaa", "a name has at most 20 characters"),
        ("knuckles --seed x", "Invalid value for '--seed'"),
        ("knuckles --dance", "No such option: --dance"),
        ("knuckles again", "Got unexpected extra argument"),
    ],
)
def test_a_refusal_is_one_line_and_exit_code_2(
    command: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["play", *command.split()])
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(reason)
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("line", ["2", "pocket-hexes", " Pocket  HEXES "])
def test_without_a_game_there_is_a_menu(
    line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"9\n{line}\n"))
    with pytest.raises(SystemExit) as left:
        main(["play"])
    assert not left.value.code
    output = capsys.readouterr().out
    assert output.startswith("1  Sparkle\n2  Pocket Hexes\n")
    assert "Type a number from 1 to 5." in output
    assert "Round 1, score 0" in output


@pytest.mark.parametrize("typed", ["", "quit\n1\n"])
def test_the_menu_can_be_quit(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    with pytest.raises(SystemExit) as left:
        main(["play"])
    assert not left.value.code
    assert capsys.readouterr().out.endswith("or quit.\n")
