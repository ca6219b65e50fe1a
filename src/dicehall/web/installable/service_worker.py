"""The service worker of the current edition, and the page it shows without a connection."""

import base64
import hashlib
import json
from functools import cache

from litestar import Response, get

from dicehall.players.characters import NO_FACE
from dicehall.web.context import WebRequest, preferences
from dicehall.web.edge.identity import OFFLINE, SERVICE_WORKER
from dicehall.web.preferences import Preferences
from dicehall.web.views.render import STATIC, edition, render, static_files
from dicehall.words.language import current, languages, using

SOURCE = "service-worker.js"
CARDS = "cards/"
NOT_KEPT = ("-512.png", SOURCE)
"""Files that only an installation asks for, and the worker itself; `CARDS` are for other sites."""


@get(SERVICE_WORKER, include_in_schema=False)
async def show_service_worker() -> Response[str]:
    """Served at the root, since a service worker controls only the pages below its own address."""
    return Response(service_worker(), media_type="text/javascript; charset=utf-8")


@get(OFFLINE, include_in_schema=False)
async def show_offline(request: WebRequest) -> Response[str]:
    """What is shown when the house cannot be reached; it holds nothing of any guest."""
    liked = Preferences(theme=preferences(request).theme)
    return Response(offline_page(liked), media_type="text/html; charset=utf-8")


@cache
def service_worker() -> str:
    """Its text changes with every file that it keeps, and with the page that it shows: a browser
    then knows that there is a new one."""
    files = {
        f"/static/{edition()}/{name}": _integrity(path.read_bytes())
        for name, path in static_files().items()
        if not name.endswith(NOT_KEPT) and not name.startswith(CARDS)
    }
    pages = hashlib.sha256()
    for language in languages():
        with using(language):
            pages.update(offline_page(Preferences()).encode())
    return (
        f"// The page without a connection: {pages.hexdigest()[:10]}\n"
        f"const EDITION = {json.dumps(edition())};\n"
        f"const FILES = {json.dumps(files, indent=0)};\n\n"
        f"{(STATIC / SOURCE).read_text('utf-8')}"
    )


def offline_page(liked: Preferences) -> str:
    """The page without a connection, in the current language."""
    return render("offline.html", preferences=liked, language=current(), path=OFFLINE, face=NO_FACE)


def _integrity(content: bytes) -> str:
    """A digest as browsers compare it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
