"""Transfers a server's data from a file to a database."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.host.lock import lock_exclusively
from dicehall.match.store.connect import FILE, check_database

if TYPE_CHECKING:
    from dicehall.match.store.transfer import Transferred


def transfer_house(folder: Path, url: str) -> "Transferred":
    """Transfer all data in a folder to the database at `url`; the folder is not changed."""
    if not (folder / FILE).is_file():
        raise StoreUnusable(translatable("there are no matches in %(folder)s", folder=str(folder)))
    check_database(url)
    from dicehall.match.store.transfer import transfer

    with lock_exclusively(folder):
        return asyncio.run(transfer(folder / FILE, url))
