"""Commands whose standard streams are closed, full, or left by their reader."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RECORD = str(Path(__file__).parents[1] / "game/records/fune-3.dice")
COMMAND = (sys.executable, "-m", "dicehall")
WITHOUT_TYPER = (
    sys.executable,
    "-c",
    "from dicehall import cli; cli.find_spec = lambda name: None; cli.main()",
)
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}

posix = pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes streams")
either_way = pytest.mark.parametrize("command", [COMMAND, WITHOUT_TYPER], ids=["typer", "bare"])


def run(
    command: tuple[str, ...], *arguments: str, streams: str
) -> subprocess.CompletedProcess[str]:
    """The output of a command whose streams are redirected by the shell."""
    shell = ["sh", "-c", f'"$@" {streams}', "sh", *command, *arguments]
    return subprocess.run(shell, capture_output=True, text=True, env=BUFFERED)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@either_way
@pytest.mark.parametrize(
    "arguments", [["replay", RECORD], ["replay", RECORD, "--json"], ["--help"]]
)
def test_a_full_disk_is_reported_in_one_line(
    command: tuple[str, ...], arguments: list[str]
) -> None:
    done = run(command, *arguments, streams=">/dev/full")
    assert done.returncode == 1
    assert done.stderr == "standard output: No space left on device\n"


@posix
@either_way
def test_an_answer_to_a_closed_output_is_not_taken_for_given(command: tuple[str, ...]) -> None:
    done = run(command, "replay", RECORD, streams=">&-")
    assert done.returncode == 1
    assert done.stderr == "standard output: Bad file descriptor\n"


@posix
@either_way
def test_a_closed_input_holds_no_record(command: tuple[str, ...]) -> None:
    done = run(command, "replay", "-", streams="<&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "-: line 1: bad-line: the header does not name a game\n"


@posix
def test_a_game_without_input_says_goodbye() -> None:
    done = run(COMMAND, "play", "fune", streams="<&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("Goodbye.\n")


@posix
def test_a_refusal_that_cannot_be_printed() -> None:
    done = run(COMMAND, "dance", streams="2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@posix
@either_way
def test_a_closed_pipe_is_not_reported(command: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*command, "replay", RECORD], stdout=writing, stderr=subprocess.PIPE, env=BUFFERED
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, b"")
