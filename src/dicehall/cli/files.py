"""Records as files: read whole, or refused in one line that names file, line, code and reason."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from dicehall.game.messages import outside, translatable
from dicehall.game.records import (
    MOST_CHARACTERS,
    TOO_LARGE,
    BadRecord,
    Record,
    read,
    read_numbered,
)
from dicehall.game.refused import Refused

MOST_BYTES = 4 * MOST_CHARACTERS
"""No character takes more than four bytes."""

LONGEST_REASON = 300


def read_record(file: str) -> tuple[Record, Any]:
    """The record in a file, and the state it ends in."""
    with naming(file):
        return read(_decoded(_content(file)))


def read_records(file: str) -> Iterator[tuple[int, Record, Any]]:
    """All records in a file, one after the other: each with the number of its first line, and the
    state it ends in."""
    with naming(file):
        yield from read_numbered(_lines(file))


@contextmanager
def naming(file: str) -> Iterator[None]:
    """Refuse a bad record with the name of the file it stands in."""
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
    """The lines of a file, none of them longer than a record may be."""
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as opened:
            for number, row in enumerate(iter(lambda: opened.readline(MOST_BYTES + 1), b""), 1):
                if len(row) > MOST_BYTES:
                    raise BadRecord(TOO_LARGE, line=number, code="too-large")
                yield _decoded(row, number)
    except (OSError, ValueError) as error:
        raise _unreadable(error) from None


def _content(file: str) -> bytes:
    """The bytes of a file, never more than a record may have."""
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
    """The text of these bytes, which begin with this line."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = first + content.count(b"\n", 0, error.start)
        raise BadRecord(
            translatable("a record is UTF-8 text"), line=line, code="not-text"
        ) from None
