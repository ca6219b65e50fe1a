"""Every command in CONTRIBUTING.md works: the cheap ones run, the others are looked up."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import check_command

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")

COMMANDS = re.findall(r"^ {4}(\S.*?)(?: +#.*)?$", PAGE, re.M)


def matching(program: str) -> list[str]:
    """The commands that start with a program, without its name."""
    found = [re.match(rf"(?:\S*/)?{program}\b ?(.*)", line) for line in COMMANDS]
    return [one[1] for one in found if one]


def test_every_command_is_checked() -> None:
    assert len(COMMANDS) > 10
    known = re.compile(r"(\.venv/bin/)?(make|dicehall|pytest)\b|git clone |cd ")
    assert [line for line in COMMANDS if not known.match(line)] == []


@pytest.mark.parametrize("line", matching("make"))
def test_make_knows_the_target(line: str) -> None:
    dry = ["make", "--dry-run", "--no-print-directory", *shlex.split(line)]
    run = subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("line", matching("dicehall"))
def test_dicehall_knows_the_command(line: str) -> None:
    check_command(line)
    if line.startswith("--"):  # it only says something
        subprocess.run([sys.executable, "-m", "dicehall", *shlex.split(line)], check=True)


@pytest.mark.parametrize("line", matching("pytest"))
def test_the_tests_that_are_named_exist(line: str) -> None:
    paths = [word for word in shlex.split(line) if not word.startswith("-")]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_places_to_look_in_exist() -> None:
    table = PAGE.partition("| to change |")[2].partition("\n## ")[0]
    places = re.findall(r"`((?:src|tests)/[^`<]*)`", table)
    assert len(places) > 8
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_the_hooks_call_the_tools_of_the_project() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"repo: (.*)", hooks) == ["local"]
    assert set(re.findall(r"entry: (\S+)", hooks)) == {".venv/bin/ruff", ".venv/bin/mypy"}


def test_ci_runs_the_script_of_the_project() -> None:
    assert "run: .ci/run" in (ROOT / ".github/workflows/ci.yml").read_text("utf-8")
    assert (ROOT / ".ci/run").stat().st_mode & 0o100
