"""The wheel is complete, and reading records needs nothing else."""

import json
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable
from email.message import Message
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

import dicehall
from dicehall.cli.app import app
from dicehall.cli.bare import NEED_MORE
from dicehall.game import new_game
from dicehall.game.extras import EXTRAS
from dicehall.game.records import write
from support.contests import ANN, BOB, played_out

ROOT = Path(__file__).parents[1]
SOURCE = Path(dicehall.__file__).parent
RECORDS = ROOT / "tests/game/records"
PIP = [sys.executable, "-m", "pip", "--isolated", "--quiet"]

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is shipped."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run([*PIP, *build], check=True)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def run(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs `dicehall` where nothing else is installed, and nothing else could be."""
    place = tmp_path_factory.mktemp("empty")
    venv.create(place)
    scripts = sysconfig.get_path("scripts", "venv", {"base": str(place)})
    python = shutil.which("python", path=scripts)
    assert python
    subprocess.run([*PIP, "--python", python, "install", "--no-index", str(wheel)], check=True)

    def run_command(*arguments: str, module: bool = False) -> "subprocess.CompletedProcess[str]":
        command = shutil.which("dicehall", path=scripts)
        assert command
        start = [python, "-I", "-m", "dicehall"] if module else [command]
        return subprocess.run([*start, *arguments], capture_output=True, text=True, cwd=place)

    return run_command


def test_every_file_of_the_package_is_shipped(wheel: Path) -> None:
    ours = {
        path.relative_to(SOURCE.parent).as_posix()
        for path in SOURCE.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    shipped = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert shipped == ours
    kinds = {Path(name).suffix for name in shipped}
    assert kinds >= {".css", ".html", ".js", ".mo", ".npz", ".po", ".pot", ".svg", ".woff2"}
    assert "dicehall/py.typed" in shipped
    assert {name.partition("/")[0] for name in shipped} == {"dicehall"}


def test_nothing_is_required_but_by_extras(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        [name] = [name for name in packed.namelist() if name.endswith(".dist-info/METADATA")]
        metadata: Message = Parser().parsestr(packed.read(name).decode())
    required = metadata.get_all("Requires-Dist", [])
    assert required
    assert [line for line in required if "extra ==" not in line] == []
    assert sorted(metadata.get_all("Provides-Extra", [])) == sorted(EXTRAS)


@pytest.mark.parametrize("module", [False, True])
def test_a_record_is_folded_without_anything_else(run: Run, module: bool) -> None:
    done = run("replay", str(RECORDS / "fune-0.dice"), "--json", module=module)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["scores"] == [83]


def test_every_board_is_drawn_without_anything_else(run: Run) -> None:
    for record in sorted(RECORDS.glob("*-3.dice")):
        done = run("replay", str(record))
        assert (done.returncode, done.stderr) == (0, "")
        assert ": rolls " in done.stdout


def test_other_languages_are_spoken_without_anything_else(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja")
    monkeypatch.setenv("PYTHONUTF8", "1")
    done = run("replay", str(RECORDS / "fune-0.dice"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "1の目" in done.stdout


def test_dice_are_verified_without_anything_else(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.dice"
    text = write(played_out(new_game("knucklebones"), 5, (ANN, BOB)).record())
    path.write_text(text, "utf-8")
    done = run("verify", str(path), "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["verified"] is True
    path.write_text(text.replace("match: m\n", "match: n\n"), "utf-8")
    assert run("verify", str(path)).returncode == 1


@pytest.mark.parametrize("arguments", [[], ["serve", "--no-open"], ["play", "fune"], ["value"]])
def test_commands_that_need_more_packages_say_so(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    wanted = arguments[0] if arguments else "serve"
    said = f"dicehall {wanted} needs more packages: pip install 'dicehall[play]'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said)


@pytest.mark.parametrize("arguments", [["dance"], ["replay"], ["replay", "missing"], ["--what"]])
def test_wrong_arguments_are_refused_in_one_line(run: Run, arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_version_and_help_without_anything_else(run: Run) -> None:
    assert run("--version").stdout == f"dicehall {dicehall.__version__}\n"
    assert "pip install 'dicehall[play]'" in run("--help").stdout


def test_every_command_is_known_where_it_needs_more() -> None:
    commands = {command.name for command in app.registered_commands}
    commands |= {group.name for group in app.registered_groups}
    assert commands == {"replay", "verify", *NEED_MORE}
