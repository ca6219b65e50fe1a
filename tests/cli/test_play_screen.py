"""`dicehall play` before a real terminal: a screen, unless lines are asked for."""

import fcntl
import os
import pty
import re
import select
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

PATIENCE_S = 120
ESCAPES = re.compile(rb"\x1b(\[[0-?]*[ -/]*[@-~]|[PX^_\]].*?(\x1b\\|\x07)|[@-Z\\-_])", re.DOTALL)
ENTERS, LEAVES = b"\x1b[?1049h", b"\x1b[?1049l"
"""How a program takes the whole screen, and gives it back."""


class Terminal:
    """A program before a terminal of 80 columns and 24 rows."""

    def __init__(self, child: int, end: int) -> None:
        self.child, self.end, self.seen, self.read_to = child, end, b"", 0

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def wait_for(self, words: str) -> None:
        """Read on until some words are shown, after those that were waited for before."""
        deadline = monotonic() + PATIENCE_S
        while True:
            shown = ESCAPES.sub(b"", self.seen).decode(errors="replace")
            place = shown.find(words, self.read_to)
            if place >= 0:
                self.read_to = place + len(words)
                return
            assert monotonic() < deadline, f"no {words!r} in {shown[self.read_to :]!r}"
            assert self._read(), f"it ended without {words!r}: {shown[self.read_to :]!r}"

    def wait_for_end(self) -> int:
        """Its exit code."""
        while self._read():
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1])

    def _read(self) -> bool:
        ready, _, _ = select.select([self.end], [], [], PATIENCE_S)
        assert ready, "it says nothing any more"
        try:
            some = os.read(self.end, 65536)
        except OSError:  # on Linux the end of a terminal is an error
            return False
        self.seen += some
        return some != b""


@contextmanager
def running(*arguments: str, data: Path, term: str = "xterm-256color") -> Iterator[Terminal]:
    child, end = pty.fork()
    if child == 0:
        os.environ.update(TERM=term, DICEHALL_DATA=str(data), COLUMNS="80", LINES="24")
        os.execv(sys.executable, [sys.executable, "-m", "dicehall", "play", *arguments])
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    try:
        yield Terminal(child, end)
    finally:
        os.close(end)


def test_a_terminal_shows_a_screen_on_which_a_computer_answers(tmp_path: Path) -> None:
    (tmp_path / "terminal.json").write_text('{"motion": false}')
    with running("knucklebones", "--level", "easy", "--seed", "3", data=tmp_path) as terminal:
        terminal.wait_for("into a column")
        assert ENTERS in terminal.seen
        terminal.type("1")
        terminal.wait_for("Pip put the")
        terminal.wait_for("into a column")
        terminal.type("q")
        terminal.wait_for("Resume: Knucklebones")
        terminal.type("q")
        assert terminal.wait_for_end() == 0
    assert LEAVES in terminal.seen
    (kept,) = (tmp_path / "terminal").iterdir()
    assert "0 column 1" in kept.read_text() or "1 column 1" in kept.read_text()


@pytest.mark.parametrize(("options", "term"), [(["--plain"], "xterm"), ([], "dumb")])
def test_plain_lines_if_requested_or_without_a_terminal(
    tmp_path: Path, options: list[str], term: str
) -> None:
    with running("fune", "--seed", "1", *options, data=tmp_path, term=term) as terminal:
        terminal.wait_for("Type help")
        terminal.wait_for("> ")
        terminal.type("keep 1 3\x7f\x7f\n")  # the line can be edited
        terminal.wait_for("You kept")
        terminal.wait_for("> ")
        terminal.type("quit\n")
        terminal.wait_for("Goodbye")
        assert terminal.wait_for_end() == 0
    assert ENTERS not in terminal.seen
    assert list(tmp_path.iterdir()) == []
