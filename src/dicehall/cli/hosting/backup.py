"""`dicehall backup`: copy the data folder."""

from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder
from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable


def backup(
    folder: Annotated[Path, typer.Argument(help="The folder for the copy; created if missing.")],
    data: DataFolder = None,
    database: Annotated[
        str,
        typer.Option(
            help="Not supported: back up a database with its own tools.",
            envvar="DICEHALL_DATABASE",
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
