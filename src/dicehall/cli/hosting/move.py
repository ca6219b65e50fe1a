"""`dicehall move-to`: move from SQLite to PostgreSQL."""

from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder
from dicehall.cli.printing import counted


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
    from dicehall.host.settings import Settings
    from dicehall.host.transfer import transfer_house

    folder = Settings(data=data).folder
    rows = transfer_house(folder, database).rows
    matches = counted(rows.get("matches", 0), "match", "matches")
    events = counted(rows.get("events", 0), "event", "events")
    copied = f"copied and compared: {matches} with {events}"
    print(f"{copied}. Start the server with --database; {folder} is unchanged")
