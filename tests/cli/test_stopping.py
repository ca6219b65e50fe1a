"""Ctrl-C and SIGTERM while something is computed."""

import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest

from support.bots import GOOD, command

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals")

COMMAND = [sys.executable, "-m", "dicehall"]
LONG_ARENA = [*COMMAND, "arena", "knucklebones", "random", "random", "--games", "20000"]
BUSY_IN_C = """
import ctypes, sys
from dicehall.cli.stopping import stopping_at_once

@stopping_at_once()
def compute():
    print("begun", file=sys.stderr, flush=True)
    lock = ctypes.create_string_buffer(64)  # a mutex: no signal cuts short who waits for it
    ctypes.CDLL(None).pthread_mutex_lock(lock)
    ctypes.CDLL(None).pthread_mutex_lock(lock)

compute()
"""
PATIENCE = 60
"""Seconds after which what should have ended never will."""

both_signals = pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])


@contextmanager
def begun(command: list[str], **variables: str) -> Iterator[subprocess.Popen[str]]:
    """A command that has printed its first line of progress."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    place = {**os.environ, **variables}
    with subprocess.Popen(command, text=True, env=place, start_new_session=True, **pipes) as made:
        try:
            assert made.stderr.readline()
            yield made
        finally:
            with suppress(ProcessLookupError):
                os.killpg(made.pid, signal.SIGKILL)


@both_signals
@pytest.mark.parametrize("send", [os.kill, os.killpg], ids=["process", "group"])
def test_no_child_of_an_arena_outlives_it(number: int, send) -> None:
    with begun(LONG_ARENA) as arena:
        children = psutil.Process(arena.pid).children()
        assert children
        send(arena.pid, number)
        # The children hold the pipes too: these end with the last of them.
        said, errors = arena.communicate(timeout=PATIENCE)
    assert (arena.returncode, said) == (128 + number, "")
    assert "Traceback" not in errors


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_no_bot_of_an_arena_outlives_it(number: int, tmp_path: Path) -> None:
    """Not even a bot that ignores signals and has child processes."""
    deaf = "import signal, time; [signal.signal(n, signal.SIG_IGN) for n in (1, 2, 15)]; "
    output = "print('asked', file=sys.stderr, flush=True); "
    bot = command(tmp_path, f"{deaf}{output}time.sleep(300)")
    line = f"sh -c {shlex.quote(f'sleep 300 & {bot}; true')}"
    options = ["--command", line, "--seconds", "300", "--jobs", "1", "--debug"]
    with begun([*COMMAND, "arena", "knucklebones", "random", *options]) as arena:
        bots = psutil.Process(arena.pid).children(recursive=True)
        assert sum("sleep" in bot.cmdline() for bot in bots) == 1
        arena.send_signal(number)
        arena.communicate(timeout=PATIENCE)  # the bots hold the pipes, too
        gone, alive = psutil.wait_procs(bots, timeout=120)
    assert alive == []
    assert len(gone) >= 4
    assert arena.returncode == (-number if number == signal.SIGKILL else 128 + number)


def test_a_bot_that_does_not_exit_is_killed(tmp_path: Path) -> None:
    """Its input has ended but it does not exit, so pipes that it holds would stay open."""
    bot = command(tmp_path, source=GOOD + "import time; time.sleep(300)")
    options = ["--command", bot, "--games", "2", "--jobs", "1"]
    run = [*COMMAND, "arena", "knucklebones", "random", *options]
    done = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr


def test_no_child_of_an_arena_that_was_killed_outlives_it() -> None:
    with begun(LONG_ARENA) as arena:
        arena.kill()
        arena.communicate(timeout=PATIENCE)
    assert arena.returncode == -signal.SIGKILL


@both_signals
def test_a_solve_ends_while_it_compiles(number: int, tmp_path: Path) -> None:
    with begun([*COMMAND, "solve", "fune"], DICEHALL_CACHE=str(tmp_path)) as solve:
        solve.send_signal(number)
        said, errors = solve.communicate(timeout=PATIENCE)
    assert (solve.returncode, said) == (128 + number, "")
    assert "Traceback" not in errors


@both_signals
def test_a_game_that_waits_for_its_player_ends(number: int) -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, "play", "fune", "--seed", "1"], text=True, **pipes) as game:
        assert game.stdout.readline()
        game.send_signal(number)
        _, errors = game.communicate(timeout=PATIENCE)
    assert (game.returncode, errors) == (128 + number, "")


@both_signals
def test_a_server_that_is_open_closes(number: int, tmp_path: Path) -> None:
    command = [*COMMAND, "serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as server:
        while "http://" not in (line := server.stdout.readline()):
            assert line, server.stderr.read()
        server.send_signal(number)
        _, errors = server.communicate(timeout=PATIENCE)
    assert server.returncode in (0, 128 + number)
    assert "Traceback" not in errors


def test_an_uninterruptible_call_is_abandoned() -> None:
    with begun([sys.executable, "-c", BUSY_IN_C]) as busy:
        busy.send_signal(signal.SIGTERM)
        _, errors = busy.communicate(timeout=PATIENCE)
    assert (busy.returncode, errors) == (128 + signal.SIGTERM, "")
