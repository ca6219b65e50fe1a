"""Which store and which bus an address means."""

from pathlib import Path
from urllib.parse import urlsplit

from dicehall.game.messages import said
from dicehall.game.refused import BusUnusable, StoreUnusable
from dicehall.match.bus.protocol import Bus, MemoryBus
from dicehall.match.store.protocol import Store

FILE = "dicehall.db"


async def open_store(database: str, folder: Path) -> Store:
    """The store at an address; without one, in a file of this folder."""
    if not database:
        from dicehall.match.store.sqlite import SqliteStore

        store = SqliteStore.at(folder / FILE)
        await store.writer.start()
        return store
    check_database(database)
    from dicehall.match.store.postgres import PostgresStore

    return await PostgresStore.at(database)


def check_database(address: str) -> None:
    """Refuse what is no address of a database."""
    if _scheme(address) not in ("postgresql", "postgres"):
        raise StoreUnusable(
            said(
                "matches cannot be kept in %(scheme)s:…: the address of a database begins"
                " with postgresql://, and without one matches are kept in a file",
                scheme=_scheme(address),
            )
        )


async def open_bus(address: str) -> Bus:
    """The bus at an address; without one, a bus that stays in this process."""
    if not address:
        return MemoryBus()
    if _scheme(address) not in ("redis", "rediss", "unix"):
        raise BusUnusable(
            said(
                "news cannot be sent by way of %(scheme)s:…: the address of a bus begins"
                " with redis://, rediss:// or unix://",
                scheme=_scheme(address),
            )
        )
    from dicehall.match.bus.redis import RedisBus

    return await RedisBus.at(address)


def without_password(address: str) -> str:
    """An address as it may be shown.

    >>> without_password("postgresql://ann:secret@db.example:5432/dicehall")
    'postgresql://ann@db.example:5432/dicehall'
    """
    before, at, after = address.rpartition("@")
    scheme, slashes, user = before.partition("//")
    return f"{scheme}{slashes}{user.partition(':')[0]}{at}{after}"


def _scheme(address: str) -> str:
    try:
        return urlsplit(address).scheme
    except ValueError:
        return ""
