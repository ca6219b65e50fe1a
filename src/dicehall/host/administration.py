"""The store of a house, opened for its host."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.host.lock import share
from dicehall.match.administration import Administration
from dicehall.match.store.connect import FILE, open_store


@asynccontextmanager
async def administration(
    database: str, folder: Path, *, create: bool = False
) -> AsyncIterator[Administration]:
    """What a host can do with the matches in a database or a folder. Without matches a folder is
    refused, unless it is to be created."""
    if not database and not create and not (folder / FILE).is_file():
        raise StoreUnusable(translatable("there are no matches in %(folder)s", folder=str(folder)))
    with nullcontext() if database else share(folder):
        store = await open_store(database, folder)
        try:
            yield Administration(store)
        finally:
            await store.close()
