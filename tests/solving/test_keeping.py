"""Where computed things are kept, and what happens where they cannot be."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from dicehall.game.refused import NotEnoughRoom
from dicehall.solving.resources import check_room
from dicehall.solving.tablebases import load_tablebase, save_tablebase

KERNEL_FOLDER = "import dicehall.solving.kernels as k; print(k.numba.config.CACHE_DIR)"
COMPILED = """
from dicehall.solving import kernels
kernels.numba.njit = lambda cache=False, **_: _refuse if cache else lambda function: "compiled"
def _refuse(function):
    raise RuntimeError("cannot cache function: no locator available")
print(kernels.kernel()(lambda: None))
"""


def run(script: str, **variables: str) -> str:
    command = [sys.executable, "-c", script]
    place = {**os.environ, **variables}
    done = subprocess.run(command, capture_output=True, text=True, env=place, check=True)
    return done.stdout.strip()


@pytest.fixture
def no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder that cannot be created, even by root, because a file has its name."""
    (tmp_path / "file").write_text("")
    folder = tmp_path / "file" / "cache"
    monkeypatch.setenv("DICEHALL_CACHE", str(folder))
    return folder


def test_an_unwritable_cache_is_logged_once(
    no_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    save_tablebase("one", np.arange(3))
    save_tablebase("two", np.arange(3))
    assert caplog.messages == [f"cannot store tables in {no_folder / 'tables'}: Not a directory"]
    assert load_tablebase("one") is None


def test_a_long_solve_is_refused_before_it_begins(no_folder: Path) -> None:
    with pytest.raises(NotEnoughRoom, match=r"cannot write to .*: Not a directory"):
        check_room(no_folder, memory=0, disk=0)


def test_nothing_half_written_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    monkeypatch.setattr("dicehall.solving.tablebases.os.fsync", full)
    save_tablebase("one", np.arange(3))
    assert list((tmp_path / "tables").iterdir()) == []


def test_kernels_lie_in_the_folder_that_numba_was_given(tmp_path: Path) -> None:
    assert Path(run(KERNEL_FOLDER, NUMBA_CACHE_DIR=str(tmp_path))).parent == tmp_path


def test_kernels_lie_in_our_folder_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    found = Path(run(KERNEL_FOLDER, DICEHALL_CACHE=str(tmp_path)))
    assert found.parent == tmp_path / "kernels"


def test_a_kernel_that_cannot_be_kept_is_compiled() -> None:
    assert run(COMPILED) == "compiled"
