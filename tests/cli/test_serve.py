"""The server cannot always open: then it says why, in one line."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dicehall.host.node import DRAIN_SECONDS
from support.commands import dicehall
from support.processes import bound

Refusal = Callable[..., str]

SERVE = [sys.executable, "-m", "dicehall", "serve", "--no-open"]


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> Refusal:
    """Standard error of a server that fails to start."""
    monkeypatch.setattr("dicehall.host.serve.start_logs", lambda *_: None)  # the tests have theirs

    def run(*options: str, command: tuple[str, ...] = ("serve", "--no-open")) -> str:
        done = dicehall(*command, *options)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        return done.stderr

    return run


def test_a_port_that_is_taken(tmp_path: Path, refused: Refusal) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        output = refused("--port", str(port), "--data", str(tmp_path))
    assert output.startswith(f"cannot listen on 127.0.0.1:{port}: Address already in use")
    assert "--port" in output


def test_an_address_that_is_not_ours(tmp_path: Path, refused: Refusal) -> None:
    output = refused("--host", "192.0.2.1", "--data", str(tmp_path))
    assert output.startswith("cannot listen on 192.0.2.1:8000")


@pytest.mark.parametrize(
    "name", ["https://dice.example", "dice.example,other.example", "dice.example:443", "a b", "*"]
)
def test_a_trusted_host_that_is_not_a_host_name(
    tmp_path: Path, refused: Refusal, name: str
) -> None:
    output = refused("--port", "0", "--data", str(tmp_path), "--trusted-host", name)
    assert output.startswith(f"--trusted-host: {name!r} is not a host name")


def test_a_data_folder_that_cannot_be_made(tmp_path: Path, refused: Refusal) -> None:
    taken = tmp_path / "file"
    taken.write_text("not a folder")
    output = refused("--port", "0", "--data", str(taken))
    assert str(taken) in output


def test_a_data_folder_with_a_corrupt_database(tmp_path: Path, refused: Refusal) -> None:
    (tmp_path / "dicehall.db").touch(0o600)
    (tmp_path / "dicehall.db").write_bytes(os.urandom(4096))
    output = refused("--port", "0", "--data", str(tmp_path))
    assert str(tmp_path) in output


def test_a_data_folder_in_which_a_server_is_open(tmp_path: Path, refused: Refusal) -> None:
    command = bound(*SERVE, "--port", "0", "--data", str(tmp_path), "--workers", "2")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        assert server.stdout.readline().startswith("Dicehall is open at ")
        output = refused("--port", "0", "--data", str(tmp_path))
        assert output.startswith(f"another server is using {tmp_path}: stop it, or choose another")
        assert dicehall("admin", "list", "--data", str(tmp_path)).returncode == 0
        server.kill()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as again:
        assert again.stdout
        assert again.stdout.readline().startswith("Dicehall is open at "), "a lock outlived it"
        again.terminate()


def test_it_closes_quietly_on_a_signal(tmp_path: Path) -> None:
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 0)):
        command = [*SERVE, "--port", "0", "--data", str(tmp_path)]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert server.stdout
        assert server.stdout.readline().startswith("Dicehall is open at http://127.0.0.1:")
        server.send_signal(number)
        _, said = server.communicate(timeout=120)
        assert (server.returncode, said) == (code, "")


def test_it_closes_quietly_on_a_second_signal(tmp_path: Path) -> None:
    command = [*SERVE, "--port", "0", "--data", str(tmp_path)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout
    opened = re.search(r"http://127\.0\.0\.1:(\d+)", server.stdout.readline())
    assert opened
    with socket.create_connection(("127.0.0.1", int(opened[1]))) as caller:
        caller.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert caller.recv(1000).startswith(b"HTTP/1.1 200")
        server.terminate()  # it goes on answering for a moment, as somebody is there
        time.sleep(DRAIN_SECONDS / 4)
        server.send_signal(signal.SIGINT)
        _, said = server.communicate(timeout=120)
    assert (server.returncode, said) == (0, "")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--database", "mysql://ann:hidden@db/dicehall"], "use postgresql://"),
        (["--database", "postgresql://ann:hidden@127.0.0.1:1/dicehall"], "127.0.0.1:1/dicehall"),
        (["--bus", "amqp://ann:hidden@bus"], "use redis://"),
        (["--bus", "redis://ann:hidden@127.0.0.1:1"], "redis://ann@127.0.0.1:1"),
        (["--bus", "redis://ann:hidden@127.0.0.1:1", "--workers", "2"], "redis://ann@127.0.0.1:1"),
        (["--proxies", "nonsense"], "'nonsense' is neither an address nor a network"),
        (["--proxies", "10.0.0.1/8"], "'10.0.0.1/8' is neither"),
        (["--proxies", "127.0.0.1,*"], "'*' is neither"),
        (["--workers", "0"], "--workers"),
        (["--log", "poem"], "--log"),
        (["--metrics", "1"], "write HOST:PORT"),
        (["--metrics", "192.0.2.1:9100"], "cannot serve metrics at 192.0.2.1:9100"),
        (["--metrics", "127.0.0.1:99999", "--workers", "2"], "cannot serve metrics"),
    ],
)
def test_settings_with_which_no_server_can_open(
    tmp_path: Path, refused: Refusal, options: list[str], said: str
) -> None:
    refusal = refused("--port", "0", "--data", str(tmp_path), *options)
    assert said in refusal
    assert "hidden" not in refusal


def test_settings_by_environment(
    tmp_path: Path, refused: Refusal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEHALL_DATA", str(tmp_path))
    monkeypatch.setenv("DICEHALL_PORT", "0")
    monkeypatch.setenv("DICEHALL_BUS", "amqp://bus")
    assert "use redis://" in refused()
    monkeypatch.delenv("DICEHALL_BUS")
    monkeypatch.setenv("DICEHALL_KEY", "short")
    assert "at least 32 characters" in refused()


def test_without_a_command_the_environment_counts_too(
    refused: Refusal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DICEHALL_DATABASE", "mysql://db")
    monkeypatch.setenv("DICEHALL_PORT", "0")
    assert "use postgresql://" in refused(command=())


def test_workers_close_quietly_with_their_parent(tmp_path: Path) -> None:
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 0)):
        command = [*SERVE, "--port", "0", "--data", str(tmp_path), "--workers", "2"]
        server = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert server.stdout
        assert server.stdout.readline().startswith("Dicehall is open at http://127.0.0.1:")
        os.killpg(server.pid, number)  # as a terminal does: to all of them
        _, said = server.communicate(timeout=120)
        assert (server.returncode, said) == (code, "")
