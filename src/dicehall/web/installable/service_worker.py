"""The service worker of the current build, and the page that it shows offline."""

import base64
import hashlib
import json
from functools import cache

from litestar import Response, get

from dicehall.players.characters import NO_FACE
from dicehall.web.context import WebRequest, preferences
from dicehall.web.edge.identity import OFFLINE, SERVICE_WORKER
from dicehall.web.preferences import Preferences
from dicehall.web.root import root
from dicehall.web.views.render import STATIC, build, render, static, static_files
from dicehall.words.language import current, languages, using

SOURCE = "service-worker.js"
CARDS = "cards/"
NOT_KEPT = ("-512.png", SOURCE)
"""Not cached: icons that only the installer needs, and the worker itself. Neither are `CARDS`,
which only other sites show."""


@get(SERVICE_WORKER, include_in_schema=False)
async def show_service_worker() -> Response[str]:
    """Not a static file, because a service worker controls only the pages below its own path."""
    return Response(service_worker(root()), media_type="text/javascript; charset=utf-8")


@get(OFFLINE, include_in_schema=False)
async def show_offline(request: WebRequest) -> Response[str]:
    """The page for when the server cannot be reached. Apart from the theme, it is the same for all
    guests."""
    theme_only = Preferences(theme=preferences(request).theme)
    return Response(offline_page(theme_only), media_type="text/html; charset=utf-8")


@cache
def service_worker(root: str) -> str:
    """The script of the service worker. It changes with every file that it caches and with the
    offline page, so that browsers notice an update."""
    files = {
        static(name): _integrity(path.read_bytes())
        for name, path in static_files().items()
        if not name.endswith(NOT_KEPT) and not name.startswith(CARDS)
    }
    pages = hashlib.sha256()
    for language in languages():
        with using(language):
            pages.update(offline_page(Preferences()).encode())
    return (
        f"// Offline page: {pages.hexdigest()[:10]}\n"
        f"const ROOT = {json.dumps(root)};\n"
        f"const EDITION = {json.dumps(build())};\n"
        f"const FILES = {json.dumps(files, indent=0)};\n\n"
        f"{(STATIC / SOURCE).read_text('utf-8')}"
    )


def offline_page(chosen: Preferences) -> str:
    """The offline page, in the current language."""
    return render(
        "offline.html", preferences=chosen, language=current(), path=OFFLINE, face=NO_FACE
    )


def _integrity(content: bytes) -> str:
    """A digest in the format of the `integrity` attribute."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
