"""Everything that a guest has as one file of records, and back. A server only writes such files:
reading one there is up to its host, with `dicehall import`."""

import time
from collections.abc import AsyncIterator
from dataclasses import replace

from litestar import MediaType, Response, get, post

from dicehall.game.records import Record, read_numbered, write
from dicehall.match.archive import (
    GUESTS,
    LEVELS,
    as_match,
    export_records,
    keep,
    own_names,
    split_known,
)
from dicehall.match.belongings import read_belongings, take_over, write_belongings
from dicehall.match.store.editing import match_ids
from dicehall.web import last_tables, preferences
from dicehall.web.context import (
    WebRequest,
    guest,
    preferences_cookie,
    server,
    tables_cookie,
)
from dicehall.web.edge.reading import read_body
from dicehall.web.last_tables import read_tables
from dicehall.web.preferences import Preferences
from dicehall.words.language import ngettext

MOST_BYTES = 64 * 1024 * 1024
SETTINGS = (preferences.COOKIE, last_tables.COOKIE)


@get("/archive", include_in_schema=False, cost=20)
async def export_all(request: WebRequest) -> Response[str]:
    """All finished matches, oldest first, and whatever else the guest has."""
    records = [write(record) async for record in _records(request)]
    store, alone = server(request).matches.store, server(request).single_guest
    settings = {name: request.cookies.get(name, "") for name in SETTINGS}
    records.append(await write_belongings(store, guest(request), settings, running=alone))
    headers = {"content-disposition": 'attachment; filename="dicehall.dice"'}
    return Response("\n".join(records), media_type=MediaType.TEXT, headers=headers)


async def _records(request: WebRequest) -> AsyncIterator[Record]:
    matches, who = server(request).matches, guest(request)
    which = match_ids(guest=who, running=False)
    async for record in export_records(matches.store, which, unfinished=False, now=matches.now()):
        match = await matches.see(record.notes["match"])
        own = {GUESTS % seat: "yes" for seat in match.held_by(who)}
        levels = {
            LEVELS % n: seat.level for n, seat in enumerate(match.seats) if seat and seat.level
        }
        yield replace(record, notes={**record.notes, **own, **levels})


@post("/archive", status_code=200, media_type=MediaType.TEXT, include_in_schema=False)
async def import_all(request: WebRequest) -> Response[str]:
    """Import such a file, skipping known matches. Running matches continue; finished ones
    are marked as imported."""
    body = await read_body(request.scope, request.receive, MOST_BYTES)
    now, who = round(time.time(), 3), guest(request)
    rows, more = read_belongings(body.decode("utf-8", "replace").splitlines(True), who)
    read = [
        as_match(record, state, now, dict.fromkeys(own_names(record), who))
        for _line, record, state in read_numbered(rows)
    ]
    store = server(request).matches.store
    split = await split_known(store, [match for match in read if match])
    new = await keep(store, split.new) + await take_over(store, who, more)
    message = ngettext("%(num)d match imported.", "%(num)d matches imported.", new) % {"num": new}
    cookies = []
    if kept := more.settings:
        cookies.append(preferences_cookie(Preferences.read(kept[preferences.COOKIE])))
        cookies.append(tables_cookie(read_tables(kept[last_tables.COOKIE])))
    return Response(message, cookies=cookies)
