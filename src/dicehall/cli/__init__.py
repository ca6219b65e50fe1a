"""The command `dicehall`.

A refusal is one line on standard error and exit code 2, wherever it comes from; what the system
does not let us do, such as writing to a full disk, is one line and exit code 1. What is slow to
import is imported inside the command that needs it. Records are read with nothing but Python;
whatever else is not installed is named, with what brings it.
"""

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NoReturn

from dicehall.cli.printing import bind, one_line, open_streams, output_failure
from dicehall.game.extras import advice
from dicehall.game.refused import Refused
from dicehall.words.language import _, preferred, using
from dicehall.words.refusals import explain


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line in the terminal's language, and leave with its exit code."""
    open_streams()
    bind()
    with using(preferred(_languages())):
        _leave_with(arguments)


def _leave_with(arguments: Sequence[str] | None) -> None:
    try:
        try:
            sys.exit(_run(arguments))
        finally:
            sys.stdout.flush()
    except Refused as refused:
        legal = f" ({', '.join(refused.legal)})" if refused.legal else ""
        _refuse(f"{explain(refused)}{legal}")
    except ModuleNotFoundError as missing:
        said = advice(missing)
        if said is None:
            raise
        _refuse(said)
    except OSError as error:
        _give_up(error)
    except KeyboardInterrupt:
        sys.exit(130)


def _run(arguments: Sequence[str] | None) -> int | None:
    if find_spec("typer"):
        from dicehall.cli.app import run
    else:
        from dicehall.cli.bare import run
    return run(sys.argv[1:] if arguments is None else arguments)


def _languages() -> list[str]:
    """What the terminal is set to, as other programs read it."""
    settings = map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, settings), "").split(":")


def _refuse(reason: str) -> NoReturn:
    print(one_line(reason), file=sys.stderr)
    sys.exit(2)


def _give_up(error: OSError) -> NoReturn:
    """Name what the system refused; a reader that has left need not be told."""
    failure = output_failure()
    where = _("standard output") if failure else error.filename
    why = (failure or error).strerror or str(error)
    if not isinstance(failure or error, BrokenPipeError):
        print(one_line(f"{where}: {why}" if where else why), file=sys.stderr)
    sys.exit(1)
