import os
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import dicehall
from dicehall.cli import main

RECORD = Path(__file__).parents[1] / "game/records/fune-3.dice"
HEXES = RECORD.with_name("pocket-hexes-1.dice")
COMMAND = [sys.executable, "-m", "dicehall"]


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert not left.value.code
    assert capsys.readouterr().out == f"dicehall {version('dicehall')}\n"
    assert dicehall.__version__ == version("dicehall")


def test_an_unknown_command_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["dance\x1b"])
    assert left.value.code == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert "\x1b" not in captured.err


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_an_interrupt_ends_without_a_traceback() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, "play", "fune", "--seed", "1"], text=True, **pipes) as game:
        for line in game.stdout:
            if line.startswith("Lock the dice"):
                break
        game.send_signal(signal.SIGINT)
        _, errors = game.communicate()
    assert (game.returncode, errors) == (130, "")


def test_a_terminal_that_cannot_show_a_sign_shows_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    typed = "\u2713\n" + "column 1\ncolumn 2\ncolumn 3\n" * 20
    command = [*COMMAND, "play", "knuckles", "--people", "--names", "Ada,Bjørn", "--seed", "1"]
    done = subprocess.run(command, input=typed.encode(), capture_output=True)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"knocked out a " in done.stdout
    assert b"Bj?rn" in done.stdout


def test_a_reader_that_leaves_early_gets_no_traceback() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, "play", "knuckles"], **pipes) as game:
        game.stdout.readline()
        game.stdout.close()
        game.stdin.write(b"moves\n" * 1000)
        game.stdin.close()
        errors = game.stderr.read()
    assert b"Traceback" not in errors


def test_nothing_heavy_is_imported_to_start() -> None:
    script = "import dicehall.cli, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    heavy = {"litestar", "numba", "numpy", "sqlalchemy", "uvicorn", "jinja2", "babel"}
    assert not heavy & set(done.stdout.split())


@pytest.mark.parametrize(
    ("package", "extra", "arguments"),
    [
        ("litestar", "play", ["serve"]),
        ("numba", "solve", ["solve", "fune"]),
        ("numpy", "players", ["value", str(HEXES)]),
        ("asyncpg", "cluster", ["serve", "--database", "postgresql://nowhere/dicehall"]),
        ("redis", "cluster", ["serve", "--workers", "2", "--bus", "redis://nowhere"]),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    package: str, extra: str, arguments: list[str], tmp_path: Path
) -> None:
    script = f"import sys; sys.modules[{package!r}] = None; from dicehall.cli import main; main()"
    command = [sys.executable, "-c", script, *arguments]
    settings = {"DICEHALL_PORT": "0", "DICEHALL_NO_OPEN": "1"}
    folders = {"DICEHALL_DATA": str(tmp_path), "DICEHALL_CACHE": str(tmp_path)}
    place = {**os.environ, **settings, **folders}
    done = subprocess.run(command, capture_output=True, text=True, env=place)
    assert (done.returncode, done.stdout) == (2, "")
    said = f"{package} is not installed: pip install 'dicehall[{extra}]'"
    assert done.stderr.splitlines()[-1] == said
    assert "Traceback" not in done.stderr
