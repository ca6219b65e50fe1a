"""What deploy/ hands to systemd and to Docker can be read by them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from dicehall.cli.app import app
from dicehall.host.settings import Settings
from nodes.node import missing

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = (DEPLOY / "dicehall.service").read_text()
SERVE: Any = vars(typer.main.get_command(app))["commands"]["serve"]
VARIABLES = {
    option.envvar or f"{SERVE.context_settings['auto_envvar_prefix']}_{option.name.upper()}"
    for option in SERVE.params
} | {"DICEHALL_KEY"}
"""What sets up `dicehall serve`; the key has no option."""


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        missing("systemd-analyze")
    here = re.sub(r"ExecStart=\S+", f"ExecStart={sys.executable}", UNIT)
    unit = tmp_path / "dicehall.service"
    unit.write_text(re.sub(r"\nUser=\S+", "", here))
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in found.stderr.splitlines() if "dicehall" in line] == []


def test_the_unit_sets_only_what_the_server_reads() -> None:
    for name in re.findall(r"Environment=(\w+)=", UNIT):
        assert name in {*VARIABLES, "DICEHALL_CACHE"}


def test_the_table_of_settings_is_complete() -> None:
    told = (DEPLOY / "README.md").read_text()
    for name in VARIABLES:
        assert f"`{name}`" in told, f"{name} is not told"
    options = re.findall(r"^\| `(--[\w-]+)`", told, re.MULTILINE)
    assert sorted(options) == sorted(set(options))


def test_compose_passes_settings_and_waits_for_ready_nodes() -> None:
    compose = (DEPLOY / "compose.yaml").read_text()
    for name in ("DICEHALL_URL", "DICEHALL_TRUSTED_HOST", "DICEHALL_LIMIT"):
        assert f"{name}: ${{{name}:-" in compose
    assert "one: { condition: service_healthy }" in compose
    assert "/ready" in (DEPLOY / "Dockerfile").read_text()


def test_settings_that_compose_leaves_empty_are_the_defaults(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[Settings] = []
    monkeypatch.setattr("dicehall.host.serve.serve", started.append)
    for name in ("DICEHALL_URL", "DICEHALL_TRUSTED_HOST"):
        monkeypatch.setenv(name, "")
    assert CliRunner().invoke(app, ["serve"]).exit_code == 0
    assert (started[0].url, started[0].trusted_hosts) == ("", ())
