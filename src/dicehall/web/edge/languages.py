"""The language that a request is answered in: the one that the guest has chosen, else what the
browser asks for."""

import re
from contextlib import nullcontext
from functools import lru_cache
from typing import Any

from litestar.types import Receive, Send

from dicehall.web.edge.asgi import App, header, read_cookies
from dicehall.web.preferences import COOKIE, Preferences
from dicehall.words.language import current, preferred, using

LONGEST_HEADER = 200
MOST_REMEMBERED = 1000
"""How many headers are remembered once they are read: there are few different ones."""
CHOSEN = b"language"
"""Stands in the preferences of a guest who has chosen a language; few have."""

_TAG = re.compile(rb"\s*([A-Za-z0-9-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")


class LanguageMiddleware:
    """Pages and programs are answered in the language that they ask for."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._preferred = lru_cache(MOST_REMEMBERED)(lambda accepted: preferred(tags(accepted)))

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        accepted = header(scope, b"accept-language") or b""
        language = _chosen(scope) or self._preferred(accepted[:LONGEST_HEADER])
        with using(language) if language != current() else nullcontext():
            await self.app(scope, receive, send)


def _chosen(scope: Any) -> str:
    """The language that a guest has chosen; empty if the browser is to say it."""
    cookies = header(scope, b"cookie") or b""
    if CHOSEN not in cookies:
        return ""
    said = read_cookies(cookies).get(COOKIE, "")
    return Preferences.read(said).language


def tags(accepted: bytes) -> list[str]:
    """The languages of an `Accept-Language` header, the most wanted first.

    >>> tags(b"en;q=0.5, de-AT, fr;q=0, de;q=0.9")
    ['de-AT', 'de', 'en']
    """
    found = filter(None, map(_TAG.fullmatch, accepted.split(b",")))
    weighed = [(float(match[2] or 1), match[1].decode()) for match in found]
    weighed.sort(key=lambda entry: -entry[0])
    return [tag for weight, tag in weighed if weight]
