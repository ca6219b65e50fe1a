"""Going on on another device: the link to it, and the question that is asked there."""

from dataclasses import replace
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect

from dicehall.match.store.lists import count_finished, running
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
from dicehall.web.views.online import clock_words
from dicehall.web.views.qr_code import qr_code

EARLIER = "earlier"
"""The cookie of the guest that a device had before; its matches are not lost."""


@post("/device", status_code=200, include_in_schema=False)
async def make_link(request: WebRequest) -> Response[str]:
    """A link with which the guest goes on elsewhere."""
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
async def ask_to_go_on(request: WebRequest, token: str) -> Response[str]:
    """Ask whether to go on here. Looking does not use the link up: previews look at links, too."""
    return await _question(request, token)


@post("/device/{token:str}", status_code=200, include_in_schema=False)
async def go_on(request: WebRequest, token: str) -> Response[Any]:
    """Be the guest of the link, from now on, on this device. A guest who has matches here must have
    agreed to leave them."""
    form = await request.form()
    own = guest(request)
    link = _links(request).read(token)
    left = own != link.guest and await _own_matches(request) > 0
    if left and form.get("leave") != "yes":
        return await _question(request, token)
    await _links(request).redeem(token, server(request).matches.store)
    liked = replace(preferences(request), name=link.name, face=link.face)
    cookies = [_identity(request, COOKIE, link.guest), preferences_cookie(liked)]
    if left:
        cookies.append(_identity(request, EARLIER, own))
    return Redirect("/", status_code=303, cookies=cookies)


@post("/device/back", include_in_schema=False)
async def go_back(request: WebRequest) -> Redirect:
    """Be again who one was on this device before."""
    before = earlier(request)
    if before is None:
        return Redirect("/settings", status_code=303)
    cookies = [_identity(request, COOKIE, before), _identity(request, EARLIER, guest(request))]
    return Redirect("/", status_code=303, cookies=cookies)


def earlier(request: WebRequest) -> str | None:
    """The guest that this device had before it went on as another one."""
    return server(request).signer.read(request.cookies.get(EARLIER, ""))


async def _question(request: WebRequest, token: str) -> Response[str]:
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
    """How many matches the guest of this device has, those that go on and those that are over."""
    store, who = server(request).matches.store, guest(request)
    going_on = {line.match_id for line in await store.list(running(who))}
    ((over,),) = await store.ask(count_finished(who))
    return len(going_on) + int(over)


def _links(request: WebRequest) -> DeviceLinks:
    return DeviceLinks(server(request).signer.key)


def _identity(request: WebRequest, name: str, who: str) -> Cookie:
    """A cookie that proves an identity, as the edge gives it to a new guest."""
    return Cookie(
        name,
        value=server(request).signer.sign(who),
        max_age=YEAR_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
