"""Commands of `dicehall` without a process of their own, which would take a second to begin."""

import os
import sys
from io import BytesIO, TextIOWrapper
from subprocess import CompletedProcess
from unittest.mock import patch

from dicehall.cli import main


def dicehall(*arguments: str, typed: str = "") -> CompletedProcess[str]:
    """Run a command; whoever shares the standard streams must be silent meanwhile."""
    streams = [TextIOWrapper(BytesIO(text.encode()), "utf-8") for text in (typed, "", "")]
    stdin, stdout, stderr = streams
    code: str | int | None = None
    standard = patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr)
    with patch.dict(os.environ), standard:
        try:
            main(arguments)
        except SystemExit as left:
            code = left.code
    said = []
    for stream in (stdout, stderr):
        stream.seek(0)
        said.append(stream.read())
    return CompletedProcess(arguments, int(code or 0), *said)
