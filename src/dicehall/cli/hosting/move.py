"""`dicehall move-to`: from a file to PostgreSQL."""

from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder
from dicehall.cli.printing import counted


def move_to(
    database: Annotated[
        str, typer.Argument(metavar="postgresql://…", help="A database without a house.")
    ],
    data: DataFolder = None,
) -> None:
    """Move a closed house from its folder to a database, all of it or nothing."""
    from dicehall.host.settings import Settings
    from dicehall.host.transfer import transfer_house

    folder = Settings(data=data).folder
    rows = transfer_house(folder, database).rows
    matches = counted(rows.get("matches", 0), "match", "matches")
    events = counted(rows.get("events", 0), "event", "events")
    moved = f"moved and compared: {matches} with {events}"
    print(f"{moved}. Open the house with --database; {folder} is as it was")
