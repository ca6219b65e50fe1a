"""Reading record files; a bad one is refused with its file, line, code and reason."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from dicehall.game.messages import outside, translatable
from dicehall.game.records import MOST_CHARACTERS, TOO_LARGE, BadRecord, Record, read, read_numbered
from dicehall.game.refused import Refused

MOST_BYTES = 4 * MOST_CHARACTERS
"""A UTF-8 character takes at most four bytes."""

LONGEST_REASON = 300


def read_record(file: str) -> tuple[Record, Any]:
    """Read the record in a file; returns it with its final state."""
    with naming(file):
        return read(_decoded(_content(file)))


def read_records(file: str) -> Iterator[tuple[int, Record, Any]]:
    """Read all records in a file, one by one: (number of the first line, record, final state)."""
    with naming(file):
        yield from read_numbered(_lines(file))


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Add the file name to the refusal of a bad record."""
    try:
        yield
    except BadRecord as bad:
        raise Refused(
            translatable(
                "%(file)s: line %(line)d: %(code)s: %(reason).300s",
                file=file,
                line=bad.line,
                code=bad.code,
                reason=bad.message,
            )
        ) from None


def _lines(file: str) -> Iterator[str]:
    """The lines of a file; a line longer than the size limit of a record is refused."""
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as opened:
            for number, row in enumerate(iter(lambda: opened.readline(MOST_BYTES + 1), b""), 1):
                if len(row) > MOST_BYTES:
                    raise BadRecord(TOO_LARGE, line=number, code="too-large")
                yield _decoded(row, number)
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None


def _content(file: str) -> bytes:
    """The bytes of a file; refused if larger than a record may be."""
    try:
        if file == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None
    if len(content) > MOST_BYTES:
        raise BadRecord(TOO_LARGE, code="too-large")
    return content


def _unreadable(error: OSError | ValueError) -> BadRecord:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return BadRecord(outside(reason), code="unreadable")


def _decoded(content: bytes, first: int = 1) -> str:
    """Decode UTF-8; `first` is the line number at which `content` starts."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = first + content.count(b"\n", 0, error.start)
        raise BadRecord(
            translatable("a record must be UTF-8 text"), line=line, code="not-text"
        ) from None
