"""A command as a player: one JSON object on a line in, one on a line out, as docs/bots.md says.

A command that dies, is late, or answers what is no legal move is ended together with all that it
has started; for the next game it is started anew. No bot outlives the process that has asked it.
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
"""The version of what is said; more fields may be added to it, none is taken away."""
USUAL_SECONDS = 10.0
"""How long a command may think about one answer."""
LONGEST_ANSWER = 65_536
"""Bytes of a line."""
LONGEST_LAST_LINE = 200
"""Characters of what a bot wrote last before it ended."""
GRACE_SECONDS = 0.5
"""How long a command has to leave by itself once its input has ended."""

_running: set["subprocess.Popen[bytes]"] = set()
_starting = Lock()


class CommandBot:
    """A command that plays one kind of game, match after match; it is started at the first
    question."""

    def __init__(
        self, command: str, game: AnyGame, seconds: float = USUAL_SECONDS, *, debug: bool = False
    ) -> None:
        self.command = command
        self.game = game
        self.seconds = seconds
        self.debug = debug
        """Whether its standard error is shown; else only the last line of it is kept."""
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: LastLine | None = None

    def __call__(self, question: Question, random: Random) -> str:
        """The move that it answers, or `BotFailed`."""
        asked = {
            "type": "move",
            "seat": question.turn.seat,
            "moves": question.turn.moves,
            "scores": self.game.scores(question.state),
            "record": question.record,
            "random": random.getrandbits(53),
        }
        try:
            self.greet()
            answer = self._ask(asked)
            return check_answer(question, answer.get("move", answer))
        except BotFailed:
            self.end()
            raise

    def greet(self) -> None:
        """Start it, unless it runs: it says which version it speaks."""
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
        """End it at once."""
        if process := self._process:
            self._process = None
            _kill(process)
            for pipe in filter(None, (process.stdin, process.stdout)):
                with suppress(OSError):  # what it has not read is lost
                    pipe.close()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        process = self._process
        assert process
        assert process.stdin
        assert process.stdout
        late: list[bool] = []

        def stop() -> None:
            late.append(True)
            _kill(process)  # then the line below ends

        timer = Timer(self.seconds, stop)
        timer.start()
        try:
            with suppress(OSError):  # it has closed its input: perhaps it still answers
                process.stdin.write(json.dumps(question).encode() + b"\n")
                process.stdin.flush()
            line = process.stdout.readline(LONGEST_ANSWER)
        finally:
            timer.cancel()
        if late:
            seconds = f"{self.seconds:g}"
            raise BotFailed(translatable("it gave no answer within %(seconds)s s", seconds=seconds))
        if not line.endswith(b"\n"):
            raise self._silence(process, line)
        return _read(line)

    def _silence(self, process: "subprocess.Popen[bytes]", line: bytes) -> BotFailed:
        """Why a line did not come to its end."""
        if len(line) == LONGEST_ANSWER:
            return BotFailed(
                translatable("it answered more than %(most)d bytes", most=LONGEST_ANSWER)
            )
        with suppress(subprocess.TimeoutExpired):
            code = process.wait(GRACE_SECONDS)
            if last := self._errors.read() if self._errors else "":
                return BotFailed(
                    translatable("it ended with code %(code)d: %(last)s", code=code, last=last)
                )
            return BotFailed(translatable("it ended with code %(code)d", code=code))
        return BotFailed(translatable("it closed its output"))


class LastLine:
    """Reads all that a command writes to its standard error, and keeps the last line of it."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._end = b""
        self._thread = Thread(target=self._drain, daemon=True)
        self._thread.start()

    def read(self) -> str:
        """The last line once the command has ended, on one line; empty if it wrote nothing."""
        self._thread.join(GRACE_SECONDS)  # what it has started may still hold the pipe
        lines = self._end.decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return " ".join(last.split())[:LONGEST_LAST_LINE]

    def _drain(self) -> None:
        with suppress(OSError, ValueError), self._pipe:
            while chunk := os.read(self._pipe.fileno(), LONGEST_ANSWER):
                self._end = (self._end + chunk)[-LONGEST_ANSWER:]


def end_bots() -> None:
    """End all commands that this process has started; no other can be started any more."""
    _starting.acquire()
    for process in tuple(_running):
        _kill(process)


def _dismiss_bots() -> None:
    """Let all commands leave by themselves, and end those that do not."""
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
                # In a group of its own: Ctrl-C is not meant for it, and its children end with it.
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
            translatable("it answered %(answer)s, which is no JSON object", answer=text)
        )
    return answer
