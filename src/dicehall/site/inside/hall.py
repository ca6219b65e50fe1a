"""Opens the application in a browser's worker."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

EMPTY = Path(__file__).with_name("empty.db")
PLACE = Path("/tmp/dicehall.db")
PACE = 0.4


async def open_hall(root, snapshot, batches, cookies, keep, replace, think):
    import os, sqlite3
    os.geteuid = lambda: 0
    from dicehall.match.bus.connect import open_bus
    from dicehall.match.service import Matches
    from dicehall.match.store import sqlite_child
    from dicehall.match.store.sqlite import SqliteStore
    from dicehall.site.inside.cookies import CookieJar
    from dicehall.site.inside.door import Door
    from dicehall.site.inside.journal import Journal, rebuild
    from dicehall.web.app import create_app
    from dicehall.web.edge.identity import Signer
    from dicehall.web.edge.limits import Limits
    import dicehall.match.store.sqlite as sq

    if snapshot is not None or len(batches):
        rebuild(PLACE, bytes(snapshot.to_py()) if snapshot else b"", list(batches))
    journal = Journal(PLACE, lambda b: keep(b, ""), replace, len(batches))

    old = sqlite_child.prepare
    def prepare(connection):
        old(connection)
        connection.set_trace_callback(None)
        journal.follow(connection)
    sq.prepare = prepare
    class W:
        waiting = 0
        def __init__(self, path):
            self.c = sqlite3.connect(path, isolation_level=None)
            prepare(self.c)
        async def keep(self, rows):
            f = sqlite_child.commit(self.c, [rows])[0]
            if f:
                raise Exception(f)
        async def close(self): pass
    store = SqliteStore.at(PLACE)
    store.writer = W(PLACE)
    bus = await open_bus("")
    matches = Matches(store, bus, PACE)
    from dicehall.match.thinking import pool
    from dicehall.site.inside.thinking import run_elsewhere
    from dicehall.players.levels import worth_of_start
    class T:
        waiting = 0
        async def choose(self, game, state, level, party=None):
            return await run_elsewhere(think, pool.choose, game, state, level)
        async def weigh(self, game, state, urgency=None, party=None):
            return await run_elsewhere(think, pool.weigh, game, state)
        async def weigh_start(self, game, party=None):
            return await run_elsewhere(think, worth_of_start, game)
        def close(self): pass
    matches.thinking = matches.coach.thinking = T()
    app = create_app(matches, Signer((await store.key()).encode()), asyncio.Event(), Limits(1000000))
    from dicehall.web.root import Mounted
    app = Mounted(app, root)
    jar = CookieJar(cookies)
    door = Door(app, jar, journal.settle, lambda c: keep("", c))
    recv, sent = asyncio.Queue(), asyncio.Queue()
    door.life = asyncio.ensure_future(app({"type": "lifespan", "state": {}, "asgi": {"version": "3.0"}}, recv.get, sent.put))
    await recv.put({"type": "lifespan.startup"})
    print(await sent.get())
    await journal.settle()
    return door
