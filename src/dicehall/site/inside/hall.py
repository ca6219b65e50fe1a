"""Opens the application in a browser's worker."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from dicehall.match.background import in_place
from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.match.store.sqlite_child import prepare
from dicehall.match.store.sqlite_committers import CommitHere
from dicehall.site.inside.cookies import CookieJar
from dicehall.site.inside.door import Door
from dicehall.site.inside.journal import Journal, rebuild
from dicehall.site.inside.thinking import Ask, ThinkingElsewhere
from dicehall.web.app import create_app
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.limits import Limits
from dicehall.web.public_address import PublicAddress
from dicehall.web.root import Mounted

DATABASE = Path("/home/dicehall/dicehall.db")
UNLIMITED = 10**9
"""Requests per minute: effectively unlimited, as there is only one guest."""


async def open_hall(
    address: str,
    snapshot: bytes | None,
    batches: Iterable[str],
    cookies: str,
    keep: Callable[[str, str], Awaitable[None]],
    replace: Callable[[bytes], Awaitable[None]],
    think: Ask,
    database: Path = DATABASE,
) -> Door:
    """Open the application in the folder at an address, such as `https://example.org/dice/`, with
    the database that a snapshot and batches of statements describe. `keep` and `replace` keep what
    changes (see `Journal`); cookies are kept beside batches."""
    database.parent.mkdir(parents=True, exist_ok=True)
    kept = list(batches)
    if snapshot is not None or kept:
        rebuild(database, snapshot or b"", kept)
    journal = Journal(database, lambda batch: keep(batch, ""), replace, len(kept))
    store = SqliteStore.at(
        database,
        partial(CommitHere, prepare=partial(_follow, journal)),
        offload=in_place,
        prepare=partial(_follow, journal),
        after_commit=lambda _: journal.settle(),
    )
    await store.writer.start()
    matches = Matches(store, MemoryBus(), thinking=ThinkingElsewhere(think), offload=in_place)
    signer = Signer((await store.key()).encode())
    app = create_app(
        matches,
        signer,
        asyncio.Event(),
        Limits(UNLIMITED),
        public_address=PublicAddress(f"{address}#/"),
        single_guest=True,
    )
    here = urlsplit(address)
    mounted = Mounted(app, f"{here.path}app")
    door = Door(mounted, here.netloc, CookieJar(cookies), journal.settle, partial(keep, ""))
    await door.open()
    await journal.settle()
    return door


def _follow(journal: Journal, connection: sqlite3.Connection) -> None:
    prepare(connection)
    journal.follow(connection)
