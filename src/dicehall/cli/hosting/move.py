"""`dicehall move-to`: from a file to PostgreSQL."""

from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder


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
    counted = f"{rows.get('matches', 0)} matches with {rows.get('events', 0)} events"
    print(f"moved and compared: {counted}. Open the house with --database; {folder} is as it was")
