"""`dicehall backup` and `dicehall move-to`: copy the data folder, here or to PostgreSQL."""

from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder
from dicehall.cli.printing import counted
from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable


def backup(
    folder: Annotated[Path, typer.Argument(help="The folder for the copy; created if missing.")],
    data: DataFolder = None,
    database: Annotated[
        str,
        typer.Option(
            help="Not supported: back up a database with its own tools.", envvar="DICEHALL_DATABASE"
        ),
    ] = "",
) -> None:
    """Copy all matches and the signing key; works while the server runs."""
    from dicehall.host.backup import back_up
    from dicehall.host.settings import Settings

    if database:
        raise StoreUnusable(
            translatable("back up a database with its own tools: see deploy/README.md")
        )
    print(f"copied to {back_up(Settings(data=data).folder, folder)}")


def move_to(
    database: Annotated[
        str,
        typer.Argument(
            metavar="postgresql://…", help="The target database; must not hold matches yet."
        ),
    ],
    data: DataFolder = None,
) -> None:
    """Copy all data of a stopped server from its folder to a database, in one transaction."""
    from dicehall.host.backup import copy_to_database
    from dicehall.host.settings import Settings

    folder = Settings(data=data).folder
    rows = copy_to_database(folder, database).rows
    matches = counted(rows.get("matches", 0), "match", "matches")
    events = counted(rows.get("events", 0), "event", "events")
    copied = f"copied and compared: {matches} with {events}"
    print(f"{copied}. Start the server with --database; {folder} is unchanged")
