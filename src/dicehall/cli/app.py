"""All commands of `dicehall`; used when Typer is installed."""

from collections.abc import Sequence
from typing import Annotated

import typer

import dicehall
from dicehall.cli import arena, bench, play, replay, serve, site, solve, value, verify
from dicehall.cli.arguments import AsJson, GameCommand, RecordFile, translate
from dicehall.cli.hosting import admin, backup, records
from dicehall.game.messages import outside
from dicehall.game.refused import Refused

app = typer.Typer(pretty_exceptions_enable=False)


def run(arguments: Sequence[str]) -> int | None:
    """Run a command and return its exit code."""
    try:
        command = translate(typer.main.get_command(app))
        code: int | None = command(arguments, prog_name="dicehall", standalone_mode=False)
    except typer.TyperException as wrong:
        raise Refused(outside(wrong.format_message())) from None
    return code


@app.callback(invoke_without_command=True)
def choose(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.")
    ] = False,
) -> None:
    """Five dice games. Without a command, start a server and open the browser."""
    if show_version:
        print(f"dicehall {dicehall.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        app(["serve"], prog_name="dicehall", standalone_mode=False)


app.command("serve", context_settings={"auto_envvar_prefix": "DICEHALL"})(serve.serve)
app.command("site")(site.site)
app.command("backup")(backup.backup)
app.command("export")(records.export_matches)
app.command("import")(records.import_matches)
app.command("move-to")(backup.move_to)
app.add_typer(admin.app, name="admin")
app.command("play", cls=GameCommand)(play.play)


@app.command("replay", help=replay.replay.__doc__)
def replay_record(file: RecordFile, as_json: AsJson = False) -> None:
    replay.replay(file, as_json=as_json)


@app.command("verify", help=verify.verify.__doc__)
def verify_record(file: RecordFile, as_json: AsJson = False) -> int:
    return verify.verify(file, as_json=as_json)


app.command("solve", cls=GameCommand)(solve.solve)
app.command("value")(value.value)
app.command("arena", cls=GameCommand)(arena.arena)
app.command("bench")(bench.bench)
