"""Opens the store for the host."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.host.lock import lock_shared
from dicehall.match.administration import Administration
from dicehall.match.store.connect import FILE, open_store


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
