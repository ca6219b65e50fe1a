"""The manual of the command line: made from the commands, and complete."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from dicehall.cli.app import app

MANUAL = Path(__file__).parents[2] / "scripts/manual.py"


@pytest.fixture(scope="module")
def manual() -> str:
    done = subprocess.run([sys.executable, MANUAL], capture_output=True, timeout=120, check=True)
    return done.stdout.decode("utf-8")


def test_the_manual_page_has_every_command_and_option(manual: str) -> None:
    plain = manual.replace("\\-", "-")

    def check(command: object, name: str) -> int:
        found = 0
        for one in getattr(command, "params", []):
            for spelled in one.opts if one.param_type_name == "option" else []:
                assert re.search(rf"\\fB(--[\w-]+, )*{spelled}\b", plain), f"{name} {spelled}"
                found += 1
        for under, inner in getattr(command, "commands", {}).items():
            if not hasattr(inner, "commands"):
                assert re.search(rf"^\.SS {name} {under}\b", plain, re.M)
            found += check(inner, f"{name} {under}")
        return found

    assert check(typer.main.get_command(app), "dicehall") > 50


@pytest.mark.skipif(not shutil.which("groff"), reason="skipped: groff is not installed")
def test_man_reports_no_warnings(manual: str) -> None:
    command = ["groff", "-man", "-ww", "-Kutf8", "-Tutf8"]
    done = subprocess.run(command, input=manual.encode(), capture_output=True, check=True)
    assert done.stderr == b""
