"""The settings page."""

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect

from dicehall.match.names import LONGEST_NAME
from dicehall.match.store.lists import count_finished, running
from dicehall.players.characters import face_titles
from dicehall.web.context import (
    WebRequest,
    face,
    guest,
    page,
    preferences,
    preferences_cookie,
    server,
)
from dicehall.web.device_links import LINK_SECONDS, DeviceLinks
from dicehall.web.edge.identity import COOKIE, YEAR_SECONDS
from dicehall.web.preferences import CHOICES
from dicehall.web.views.online import clock_words
from dicehall.web.views.pictures import qr_code
from dicehall.words.language import languages

EARLIER = "earlier"
"""The cookie that keeps the device's previous guest, so that their matches are not lost."""


@post("/device", status_code=200, include_in_schema=False)
async def make_link(request: WebRequest) -> Response[str]:
    """A link by which the guest continues on another device."""
    token = _links(request).issue(guest(request), preferences(request).name, face(request))
    others = server(request).public_address
    link = f"{others.base_url(request.base_url)}device/{token}"
    return page(
        request,
        "device_link.html",
        link=link,
        picture=qr_code(link),
        here_only=others.is_loopback(request.base_url),
        time=clock_words(LINK_SECONDS),
    )


@get("/device/{token:str}", include_in_schema=False)
async def confirm_device_link(request: WebRequest, token: str) -> Response[str]:
    """Ask whether to continue here. Opening the page does not use the link up, since link previews
    open it, too."""
    return await _confirmation(request, token)


@post("/device/{token:str}", status_code=200, include_in_schema=False)
async def go_on(request: WebRequest, token: str) -> Response[Any]:
    """Become the guest of the link on this device. A guest who has matches here must first agree to
    leave them."""
    form = await request.form()
    own = guest(request)
    link = _links(request).read(token)
    leaves_matches = own != link.guest and await _own_matches(request) > 0
    if leaves_matches and form.get("leave") != "yes":
        return await _confirmation(request, token)
    await _links(request).redeem(token, server(request).matches.store)
    chosen = replace(preferences(request), name=link.name, face=link.face)
    cookies = [_identity(request, COOKIE, link.guest), preferences_cookie(chosen)]
    if leaves_matches:
        cookies.append(_identity(request, EARLIER, own))
    return Redirect("/", status_code=303, cookies=cookies)


@post("/device/back", include_in_schema=False)
async def go_back(request: WebRequest) -> Redirect:
    """Switch back to the previous guest of this device."""
    before = earlier(request)
    if before is None:
        return Redirect("/settings", status_code=303)
    cookies = [_identity(request, COOKIE, before), _identity(request, EARLIER, guest(request))]
    return Redirect("/", status_code=303, cookies=cookies)


def earlier(request: WebRequest) -> str | None:
    """The previous guest of this device, if there is one."""
    return server(request).signer.read(request.cookies.get(EARLIER, ""))


async def _confirmation(request: WebRequest, token: str) -> Response[str]:
    link = _links(request).read(token)
    return page(
        request,
        "device.html",
        link=link,
        token=token,
        same=link.guest == guest(request),
        own=await _own_matches(request),
    )


async def _own_matches(request: WebRequest) -> int:
    """How many matches the guest of this device has, running and finished."""
    store, who = server(request).matches.store, guest(request)
    unfinished = {line.match_id for line in await store.list(running(who))}
    ((over,),) = await store.ask(count_finished(who))
    return len(unfinished) + int(over)


def _links(request: WebRequest) -> DeviceLinks:
    return DeviceLinks(server(request).signer.key)


def _identity(request: WebRequest, name: str, who: str) -> Cookie:
    """A cookie that proves an identity, like the one that `IdentityMiddleware` sets."""
    return Cookie(
        name,
        value=server(request).signer.sign(who),
        max_age=YEAR_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


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
