"""The command `dicehall`.

A refusal prints one line to standard error and exits with code 2; an operating system error, such
as a full disk, prints one line and exits with code 1. Slow imports happen inside the command that
needs them. Reading records needs only Python; a missing package is reported with the command that
installs it.
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
    """Run the command line in the terminal's language and exit with its code."""
    open_streams()
    bind()
    with using(preferred(_languages())):
        _run_and_exit(arguments)


def _run_and_exit(arguments: Sequence[str] | None) -> None:
    try:
        try:
            sys.exit(_run(arguments))
        finally:
            sys.stdout.flush()
    except Refused as refused:
        legal = f" ({', '.join(refused.legal)})" if refused.legal else ""
        _refuse(f"{explain(refused)}{legal}")
    except ModuleNotFoundError as missing:
        how_to_install = advice(missing)
        if how_to_install is None:
            raise
        _refuse(how_to_install)
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
    """The terminal's languages, from the usual environment variables."""
    settings = map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, settings), "").split(":")


def _refuse(reason: str) -> NoReturn:
    print(one_line(reason), file=sys.stderr)
    sys.exit(2)


def _give_up(error: OSError) -> NoReturn:
    """Report an operating system error; stay quiet if the reader of a pipe has gone."""
    failure = output_failure()
    where = _("standard output") if failure else error.filename
    why = (failure or error).strerror or str(error)
    if not isinstance(failure or error, BrokenPipeError):
        print(one_line(f"{where}: {why}" if where else why), file=sys.stderr)
    sys.exit(1)
