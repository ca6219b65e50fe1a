"""A missing package is named in one line, with the extra that installs it."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("package", "module", "extra"),
    [
        ("gymnasium", "dicehall.envs.seat", "envs"),
        ("gymnasium", "dicehall.envs.vector", "envs"),
        ("numba", "dicehall.envs.seat", "envs"),
        ("pettingzoo", "dicehall.envs.two_seats", "envs"),
        ("pyspiel", "dicehall.envs.spiel", "openspiel"),
    ],
)
def test_missing_parts_are_named(package: str, module: str, extra: str) -> None:
    hide = (
        "import importlib.machinery as m, sys\n"
        "find = m.PathFinder.find_spec\n"
        "hidden = lambda name, *more: None if name == sys.argv[1] else find(name, *more)\n"
        "m.PathFinder.find_spec = hidden\n"
        f"import {module}"
    )
    run = subprocess.run(
        [sys.executable, "-c", hide, package], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    told = f"ModuleNotFoundError: {package} is not installed: pip install 'dicehall[{extra}]'"
    assert run.stderr.splitlines()[-1] == told


def test_the_server_does_not_import_them() -> None:
    script = "import dicehall, sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert not {"gymnasium", "numpy", "dicehall.envs"} & set(run.stdout.split())
