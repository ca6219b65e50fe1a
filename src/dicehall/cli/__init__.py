"""The command `dicehall`.

A refusal is one line on standard error and exit code 2, wherever it comes from. What is slow to
import is imported inside the command that needs it.
"""

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from dicehall.cli import arena, backup, bench, play, replay, serve, solve, value, verify
from dicehall.cli.printing import one_line
from dicehall.game.refused import Refused

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
app.command("serve")(serve.serve)
app.command("backup")(backup.backup)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("verify")(verify.verify)
app.command("solve")(solve.solve)
app.command("value")(value.value)
app.command("arena")(arena.arena)
app.command("bench")(bench.bench)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a sign that cannot be read or shown stops nothing
            stream.reconfigure(errors="replace")
    try:
        sys.exit(app(arguments, prog_name="dicehall", standalone_mode=False))
    except typer.TyperException as wrong:
        _refuse(wrong.format_message())
    except Refused as refused:
        legal = f" ({', '.join(refused.legal)})" if refused.legal else ""
        _refuse(f"{refused}{legal}")
    except KeyboardInterrupt:
        sys.exit(130)


@app.callback(invoke_without_command=True)
def choose(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and leave.")
    ] = False,
) -> None:
    """A house of five dice games. Without a command it opens in the browser."""
    if show_version:
        from importlib.metadata import version

        print(f"dicehall {version('dicehall')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        app(["serve"], prog_name="dicehall", standalone_mode=False)


def _refuse(reason: str) -> None:
    print(one_line(reason), file=sys.stderr)
    sys.exit(2)
