"""Records as files: read whole, or refused in one line that names file, line, code and reason."""

import sys
from pathlib import Path
from typing import Any

from dicehall.game.messages import outside, said
from dicehall.game.records import MOST_CHARACTERS, TOO_LARGE, BadRecord, Record, read
from dicehall.game.refused import Refused

MOST_BYTES = 4 * MOST_CHARACTERS
"""No character takes more than four bytes."""

LONGEST_REASON = 300


def read_record(file: str) -> tuple[Record, Any]:
    """The record in a file, and the state it ends in."""
    try:
        return read(_decoded(_content(file)))
    except BadRecord as bad:
        raise Refused(
            said(
                "%(file)s: line %(line)d: %(code)s: %(reason).300s",
                file=file,
                line=bad.line,
                code=bad.code,
                reason=bad.message,
            )
        ) from None


def _content(file: str) -> bytes:
    """The bytes of a file, never more than a record may have."""
    try:
        if file == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(file).open("rb") as opened:
                content = opened.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise BadRecord(outside(reason), code="unreadable") from None
    if len(content) > MOST_BYTES:
        raise BadRecord(TOO_LARGE, code="too-large")
    return content


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise BadRecord(said("a record is UTF-8 text"), line=line, code="not-text") from None
