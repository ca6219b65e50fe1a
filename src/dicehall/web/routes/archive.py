"""All finished matches of a guest as one file of records, and back. Only where there is a single
guest: on a server, its host does this with `dicehall export` and `dicehall import`."""

import time
from collections.abc import AsyncIterator
from dataclasses import replace

from litestar import MediaType, Response, get, post

from dicehall.game.records import PRIVATE, Record, read_numbered, write
from dicehall.match.archive import as_match, export_records, keep, sort_out
from dicehall.match.store.editing import match_ids
from dicehall.web.context import WebRequest, guest, server
from dicehall.web.edge.reading import read_body
from dicehall.words.language import ngettext

MOST_BYTES = 64 * 1024 * 1024
OWN = f"{PRIVATE}guest-%d"
"""The note of a seat that was the guest's own, so that it is again after an import."""


@get("/archive", include_in_schema=False)
async def export_all(request: WebRequest) -> Response[str]:
    """All finished matches, oldest first."""
    records = [write(record) async for record in _records(request)]
    headers = {"content-disposition": 'attachment; filename="dicehall.dice"'}
    return Response("\n".join(records), media_type=MediaType.TEXT, headers=headers)


async def _records(request: WebRequest) -> AsyncIterator[Record]:
    matches, who = server(request).matches, guest(request)
    which = match_ids(guest=who, running=False)
    async for record in export_records(matches.store, which, unfinished=False, now=matches.now()):
        match = await matches.see(record.notes["match"])
        own = {OWN % seat: "yes" for seat in match.held_by(who)}
        yield replace(record, notes={**record.notes, **own})


@post("/archive", status_code=200, media_type=MediaType.TEXT, include_in_schema=False)
async def import_all(request: WebRequest) -> str:
    """Import the records in the body; matches that are known already are skipped."""
    body = await read_body(request.scope, request.receive, MOST_BYTES)
    now, who, found = round(time.time(), 3), guest(request), []
    for _line, record, state in read_numbered(body.decode("utf-8", "replace").splitlines(True)):
        names = {
            record.notes[f"name-{seat}"]: who
            for seat in range(record.game.seats)
            if OWN % seat in record.notes and f"name-{seat}" in record.notes
        }
        if match := as_match(record, state, now, names):
            found.append(match)
    store = server(request).matches.store
    sorted_out = await sort_out(store, found)
    new = await keep(store, sorted_out.new)
    return ngettext("%(num)d match imported.", "%(num)d matches imported.", new) % {"num": new}
