"""Backs up the SQLite file of a server, even while it runs."""

import sqlite3
from contextlib import closing
from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.match.store.connect import FILE
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
