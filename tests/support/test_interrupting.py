"""An interrupted run leaves no server, browser or other child behind."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

WAITING = Path(__file__).with_name("waits_forever.py")
PATIENCE_SECONDS = 120


def started(folder: Path) -> subprocess.Popen[bytes]:
    """A pytest run whose only test never ends; returns once the test is waiting."""
    command = [sys.executable, "-m", "pytest", "-n", "1", "-p", "no:cacheprovider"]
    log = (folder / "log").open("wb")
    run = subprocess.Popen(
        [*command, f"--rootdir={folder}", str(WAITING)],
        stdout=log,
        stderr=log,
        start_new_session=True,
    )
    until = time.monotonic() + PATIENCE_SECONDS
    while not (folder / "ready").exists():
        assert run.poll() is None, (folder / "log").read_text()
        assert time.monotonic() < until, (folder / "log").read_text()
        time.sleep(0.05)
    return run


def name_of(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return " ".join(process.cmdline())
    return ""


def survives(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    return False


@pytest.mark.slow
@pytest.mark.parametrize("how", ["Ctrl-C", "SIGTERM"])
def test_nothing_survives(tmp_path: Path, how: str) -> None:
    run = started(tmp_path)
    descendants = psutil.Process(run.pid).children(recursive=True)
    try:
        names = " ".join(map(name_of, descendants))
        assert all(name in names for name in ("dicehall serve", "redis", "node_child", "chrom"))
        if how == "Ctrl-C":
            os.killpg(run.pid, signal.SIGINT)  # as a terminal does
        else:
            run.terminate()
        run.wait(timeout=PATIENCE_SECONDS)
        _, alive = psutil.wait_procs(descendants, timeout=PATIENCE_SECONDS)
        assert [name_of(one) for one in alive if survives(one)] == []
    finally:
        run.kill()
        for one in descendants:
            with suppress(psutil.Error):
                one.kill()
