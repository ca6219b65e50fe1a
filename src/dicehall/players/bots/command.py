"""Runs a command as a player: it reads and writes one JSON object per line, see docs/bots.md.

A command that crashes, times out or answers with an illegal move is killed together with its
children, and restarted for the next game. No bot outlives the process that started it.
"""

import atexit
import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from random import Random
from threading import Lock, Thread, Timer
from typing import IO, Any

from dicehall.game import AnyGame
from dicehall.game.messages import translatable
from dicehall.game.refused import BotFailed
from dicehall.players.bots.question import Question, check_answer, shown

PROTOCOL = 1
"""The protocol version. Fields may be added, but none removed."""
USUAL_SECONDS = 10.0
"""The default time limit for one answer."""
LONGEST_ANSWER = 65_536
"""In bytes per line."""
LONGEST_LAST_LINE = 200
"""How many characters of a failed bot's last line of output to quote."""
GRACE_SECONDS = 0.5
"""How long a command may take to exit after its input is closed."""

_running: set["subprocess.Popen[bytes]"] = set()
_starting = Lock()


class CommandBot:
    """A command that plays one game, match after match; started on the first question."""

    def __init__(
        self, command: str, game: AnyGame, seconds: float = USUAL_SECONDS, *, debug: bool = False
    ) -> None:
        self.command = command
        self.game = game
        self.seconds = seconds
        self.debug = debug
        """Whether to show its standard error; otherwise only its last line is kept."""
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: LastLine | None = None

    def __call__(self, question: Question, random: Random) -> str:
        """The bot's move; raises `BotFailed`."""
        request = {
            "type": "move",
            "seat": question.turn.seat,
            "moves": question.turn.moves,
            "scores": self.game.scores(question.state),
            "record": question.record,
            "random": random.getrandbits(53),
        }
        try:
            self.greet()
            answer = self._ask(request)
            return check_answer(question, answer.get("move", answer))
        except BotFailed:
            self.end()
            raise

    def greet(self) -> None:
        """Start the command unless it is running, and check the protocol version it reports."""
        if self._process:
            return
        self._process = _start(self.command, debug=self.debug)
        self._errors = LastLine(self._process.stderr) if self._process.stderr else None
        game = {"game": self.game.name, "seats": self.game.seats, "options": self.game.options}
        hello = {"type": "hello", "protocol": PROTOCOL, **game, "seconds": self.seconds}
        spoken = self._ask(hello).get("protocol")
        if spoken != PROTOCOL:
            raise BotFailed(
                translatable(
                    "it speaks protocol %(spoken)s, not %(protocol)d",
                    spoken=shown(spoken),
                    protocol=PROTOCOL,
                )
            )

    def end(self) -> None:
        """Kill the command."""
        if process := self._process:
            self._process = None
            _kill(process)
            for pipe in filter(None, (process.stdin, process.stdout)):
                with suppress(OSError):  # it may have unread input
                    pipe.close()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        assert process
        assert process.stdin
        assert process.stdout
        late: list[bool] = []

        def stop() -> None:
            late.append(True)
            _kill(process)  # that ends the line below

        timer = Timer(self.seconds, stop)
        timer.start()
        try:
            with suppress(OSError):  # it closed its input, but may still answer
                process.stdin.write(json.dumps(question).encode() + b"\n")
                process.stdin.flush()
            line = process.stdout.readline(LONGEST_ANSWER)
        finally:
            timer.cancel()
        if late:
            seconds = f"{self.seconds:g}"
            raise BotFailed(translatable("no answer within %(seconds)s s", seconds=seconds))
        if not line.endswith(b"\n"):
            raise self._silence(process, line)
        return _read(line)

    def _silence(self, process: "subprocess.Popen[bytes]", line: bytes) -> BotFailed:
        """Why a line is incomplete."""
        if len(line) == LONGEST_ANSWER:
            return BotFailed(
                translatable("its answer is longer than %(most)d bytes", most=LONGEST_ANSWER)
            )
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(GRACE_SECONDS)
            if last := self._errors.read() if self._errors else "":
                return BotFailed(
                    translatable("it exited with code %(code)d: %(last)s", code=code, last=last)
                )
            return BotFailed(translatable("it exited with code %(code)d", code=code))
        return BotFailed(translatable("it closed its output"))


class LastLine:
    """Reads a command's standard error and keeps the last line."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._end = b""
        self._thread = Thread(target=self._drain, daemon=True)
        self._thread.start()

    def read(self) -> str:
        """The last line once the command has ended; empty if it wrote nothing."""
        self._thread.join(GRACE_SECONDS)  # its children may still hold the pipe
        lines = self._end.decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return " ".join(last.split())[:LONGEST_LAST_LINE]

    def _drain(self) -> None:
        with suppress(OSError, ValueError), self._pipe:
            while chunk := os.read(self._pipe.fileno(), LONGEST_ANSWER):
                self._end = (self._end + chunk)[-LONGEST_ANSWER:]


def end_bots() -> None:
    """Kill all commands that this process started; no more can be started."""
    _starting.acquire()
    for process in tuple(_running):
        _kill(process)


def _dismiss_bots() -> None:
    """Let all commands exit by themselves, and kill those that do not."""
    for process in tuple(_running):
        with suppress(OSError, subprocess.TimeoutExpired):
            assert process.stdin
            process.stdin.close()
            process.wait(GRACE_SECONDS)
    end_bots()


atexit.register(_dismiss_bots)


def _start(command: str, *, debug: bool) -> "subprocess.Popen[bytes]":
    try:
        with _starting:
            process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if debug else subprocess.PIPE,
                # A process group of its own: Ctrl-C does not reach it, and its children end with
                # it.
                process_group=None if sys.platform == "win32" else 0,
            )
            _running.add(process)
            return process
    except (OSError, ValueError, IndexError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BotFailed(translatable("it cannot be started: %(why)s", why=why)) from error


def _kill(process: "subprocess.Popen[bytes]") -> None:
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    _running.discard(process)


def _read(line: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        text = shown(line.decode(errors="replace").strip())
        raise BotFailed(
            translatable("it answered %(answer)s, which is not a JSON object", answer=text)
        )
    return answer
