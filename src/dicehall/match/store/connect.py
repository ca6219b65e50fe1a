"""Open the store at an address."""

from pathlib import Path

from dicehall.game.messages import translatable
from dicehall.game.refused import StoreUnusable
from dicehall.match.addresses import scheme_of
from dicehall.match.store.protocol import Store

FILE = "dicehall.db"


async def open_store(database: str, folder: Path) -> Store:
    """Open the database at an address; without one, the file in this folder."""
    if not database:
        from dicehall.match.store.sqlite import SqliteStore

        store = SqliteStore.at(folder / FILE)
        await store.writer.start()
        return store
    check_database(database)
    from dicehall.match.store.postgres import PostgresStore

    return await PostgresStore.at(database)


def check_database(address: str) -> None:
    """Refuse an address that is not a PostgreSQL URL."""
    if scheme_of(address) not in ("postgresql", "postgres"):
        raise StoreUnusable(
            translatable(
                "%(scheme)s:… is not the address of a database: use postgresql://, or leave it "
                "out to store matches in a file",
                scheme=scheme_of(address),
            )
        )
