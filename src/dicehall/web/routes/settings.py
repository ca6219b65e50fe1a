"""The settings page."""

import re
from dataclasses import replace
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.match.names import LONGEST_NAME
from dicehall.players.characters import face_titles
from dicehall.web.context import WebRequest, page, preferences, preferences_cookie
from dicehall.web.preferences import CHOICES
from dicehall.web.routes.devices import earlier
from dicehall.words.language import languages

OWN_PATH = re.compile(r"(/[\w.-]+)+(\?[\w.%&=+-]*)?", re.ASCII)


@get("/settings", include_in_schema=False)
async def show_settings(request: WebRequest, back: str = "", saved: bool = False) -> Response[str]:
    """The guest's settings; `back` is the page that they came from."""
    return page(
        request,
        "settings.html",
        choices=CHOICES,
        face_titles=face_titles(),
        back=_own_path(back),
        saved=saved,
        earlier=earlier(request) is not None,
    )


@post("/language", include_in_schema=False)
async def change_language(request: WebRequest) -> Redirect:
    """Change the language, then return to the page that the guest was on."""
    form = await request.form()
    chosen = replace(preferences(request), language=_known_language(form.get("language")))
    there = _own_path(str(form.get("back", ""))) or "/"
    return Redirect(there, status_code=303, cookies=[preferences_cookie(chosen)])


@post("/settings", include_in_schema=False)
async def change_settings(request: WebRequest) -> Redirect:
    """Save the guest's settings."""
    form = await request.form()
    chosen = {key: form[key] for key, values in CHOICES.items() if form.get(key) in values}
    if "name" in form:
        chosen["name"] = " ".join(str(form["name"]).split())[:LONGEST_NAME]
    if "language" in form:
        chosen["language"] = _known_language(form["language"])
    updated = replace(preferences(request), **chosen)
    query = urlencode({"saved": "true", "back": _own_path(str(form.get("back", "")))})
    cookies = [preferences_cookie(updated)]
    return Redirect(f"/settings?{query}", status_code=303, cookies=cookies)


def _known_language(language: object) -> str:
    """The chosen language; empty, for the browser's language, if we do not have it."""
    return str(language) if language in languages() else ""


def _own_path(back: str) -> str:
    """A path on this server; empty if `back` is anything else.

    >>> _own_path("/matches/0a?at=3"), _own_path("//elsewhere.example"), _own_path("https://x")
    ('/matches/0a?at=3', '', '')
    """
    return back if OWN_PATH.fullmatch(back) else ""
