"""The web app manifest: name, colours, icons and shortcuts of the installed app."""

from typing import Any

from litestar import Response, get

from dicehall.game import Entry, games
from dicehall.web.edge.identity import MANIFEST
from dicehall.web.root import root
from dicehall.web.views.render import has_static, static
from dicehall.words.language import _, current

FELT = "#12302b"
FELT_DEEP = "#0d2521"
SIZES = (192, 512)
SHORTCUT_SIZE = 96


@get(MANIFEST, include_in_schema=False, media_type="application/manifest+json")
async def show_manifest() -> Response[dict[str, Any]]:
    """The manifest, in the client's language."""
    return Response(manifest(), media_type="application/manifest+json")


def manifest() -> dict[str, Any]:
    """The manifest as a dict, in the current language."""
    return {
        "id": f"{root()}/",
        "name": _("Dicehall"),
        "short_name": _("Dicehall"),
        "description": _("Dice games. Fair dice, worthy opponents."),
        "lang": current(),
        "start_url": f"{root()}/",
        "scope": f"{root()}/",
        "display": "standalone",
        "background_color": FELT_DEEP,
        "theme_color": FELT,
        "categories": ["games"],
        "icons": [
            {"src": static("icon.svg"), "type": "image/svg+xml", "sizes": "any"},
            *(_icon(f"icon-{size}", size) for size in SIZES),
            *({**_icon(f"maskable-{size}", size), "purpose": "maskable"} for size in SIZES),
        ],
        "shortcuts": [_shortcut(entry) for entry in games().values()],
    }


def _icon(name: str, size: int) -> dict[str, str]:
    return {"src": static(f"icons/{name}.png"), "type": "image/png", "sizes": f"{size}x{size}"}


def _shortcut(entry: Entry) -> dict[str, Any]:
    """A shortcut to a new match; games from other packages have no icon."""
    drawn = has_static(f"icons/{entry.name}.png")
    return {
        "name": _(entry.title),
        "description": _(entry.line) if entry.line else "",
        "url": f"{root()}/new/{entry.name}",
        "icons": [_icon(entry.name, SHORTCUT_SIZE)] if drawn else [],
    }
