"""Compiled kernels match the current sources, whichever file has changed."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import numba
import pytest

from dicehall.solving import kernels

INNER = """
from dicehall.solving.kernels import kernel

@kernel()
def inner():
    return {number}
"""
OUTER = """
from dicehall.games.probe_inner import inner
from dicehall.solving.kernels import kernel

@kernel()
def outer():
    return inner()
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of this package with two more kernels, one of which calls the other."""
    skipped = ignore_patterns("static", "templates", "locale", "*.npz", "__pycache__")
    copy = copytree(kernels.PACKAGE, tmp_path / "dicehall", ignore=skipped)
    (copy / "games/probe_inner.py").write_text(INNER.format(number=1))
    (copy / "games/probe_outer.py").write_text(OUTER)
    return copy


def outer(package: Path, cache: Path) -> str:
    """The result of the copy's kernel in a separate process, and how often it was cached."""
    program = "from dicehall.games.probe_outer import outer; print(outer(), outer.stats.cache_hits)"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(package.parent), "NUMBA_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return answer.stdout.strip()


def test_a_kernel_follows_a_change_in_another_file(package: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert outer(package, cache) == "1 Counter()"
    assert outer(package, cache) == "1 Counter({(): 1})", "it was kept"
    (package / "games/probe_inner.py").write_text(INNER.format(number=22))
    assert outer(package, cache) == "22 Counter()"


def test_unused_kernels_are_removed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = (
        kernels.PREFIX + "now",
        kernels.PREFIX + "lately",
        kernels.PREFIX + "long-ago",
        "other",
    )
    now, lately, long_ago, other = (tmp_path / name for name in names)
    monkeypatch.setattr("numba.config.CACHE_DIR", "")
    for folder in (lately, long_ago, other):
        (folder / "solver").mkdir(parents=True)
    for folder in (long_ago, other):
        os.utime(folder, (0, 0))
    kernels.use_folder(now)
    assert sorted(tmp_path.iterdir()) == sorted([now, lately, other])
    assert str(now) == numba.config.CACHE_DIR  # type: ignore[attr-defined]


def test_where_nothing_can_be_written_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("numba.config.CACHE_DIR", "")
    (tmp_path / "file").touch()
    kernels.use_folder(tmp_path / "file" / "kernels")
