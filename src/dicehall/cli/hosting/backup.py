"""`dicehall backup`: a copy of the house."""

from pathlib import Path
from typing import Annotated

import typer

from dicehall.cli.arguments import DataFolder
from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable


def backup(
    folder: Annotated[Path, typer.Argument(help="A folder for the copy; made if need be.")],
    data: DataFolder = None,
    database: Annotated[
        str, typer.Option(help="A database is not copied here.", envvar="DICEHALL_DATABASE")
    ] = "",
) -> None:
    """Copy all matches and the key of the house, also while it is open."""
    from dicehall.host.backup import back_up
    from dicehall.host.settings import Settings

    if database:
        raise StoreUnusable(
            translatable("a database is copied with its own tools: see deploy/README.md")
        )
    print(f"copied to {back_up(Settings(data=data).folder, folder)}")
