"""The data of a server as its host handles it: open, back up, and move to a database."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.host.lock import lock_exclusively, lock_shared
from dicehall.match.administration import Administration
from dicehall.match.store.connect import FILE, check_database, open_store
from dicehall.match.store.private_files import make_private_file


def back_up(folder: Path, copy: Path) -> Path:
    """Copy the matches and the server's key into a new folder; returns the new file.

    The copy is a consistent snapshot, even if matches are played meanwhile.
    """
    source, target = folder / FILE, copy / FILE
    if not source.is_file():
        raise StoreUnusable(translatable("there are no matches in %(folder)s", folder=str(folder)))
    if target.exists():
        raise StoreUnusable(
            translatable(
                "there are matches in %(folder)s already: choose another folder", folder=str(copy)
            )
        )
    try:
        make_private_file(target)
        with (
            closing(sqlite3.connect(source)) as original,
            closing(sqlite3.connect(target)) as backup,
        ):
            original.backup(backup)
    except (OSError, sqlite3.Error) as error:
        target.unlink(missing_ok=True)
        raise StoreUnusable(
            translatable(
                "%(source)s cannot be copied to %(copy)s: %(why)s",
                source=str(source),
                copy=str(copy),
                why=str(error),
            )
        ) from error
    return target


@asynccontextmanager
async def administration(
    database: str, folder: Path, *, create: bool = False
) -> AsyncIterator[Administration]:
    """The host's access to the matches in a database or a folder. A folder without matches is
    refused, unless `create` is set."""
    if not database and not create and not (folder / FILE).is_file():
        raise StoreUnusable(translatable("there are no matches in %(folder)s", folder=str(folder)))
    with nullcontext() if database else lock_shared(folder):
        store = await open_store(database, folder)
        try:
            yield Administration(store)
        finally:
            await store.close()


if TYPE_CHECKING:
    from dicehall.match.store.transfer import Transferred


def copy_to_database(folder: Path, url: str) -> "Transferred":
    """Transfer all data in a folder to the database at `url`; the folder is not changed."""
    if not (folder / FILE).is_file():
        raise StoreUnusable(translatable("there are no matches in %(folder)s", folder=str(folder)))
    check_database(url)
    from dicehall.match.store.transfer import transfer

    with lock_exclusively(folder):
        return asyncio.run(transfer(folder / FILE, url))
