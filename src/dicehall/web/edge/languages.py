"""Chooses the language of each response: the guest's choice, or what the browser prefers."""

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
"""Size of the cache of parsed headers; few different ones occur."""
CHOSEN = b"language"
"""Part of the preferences cookie only if the guest has chosen a language, which few do."""

_TAG = re.compile(rb"\s*([A-Za-z0-9-]+)\s*(?:;\s*q=([01](?:\.\d{0,3})?)\s*)?")


class LanguageMiddleware:
    """Runs each request in the client's language."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._preferred = lru_cache(MOST_REMEMBERED)(lambda accepted: preferred(tags(accepted)))

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        accepted = header(scope, b"accept-language") or b""
        language = _chosen(scope) or self._preferred(accepted[:LONGEST_HEADER])
        with using(language) if language != current() else nullcontext():
            await self.app(scope, receive, send)


def _chosen(scope: Any) -> str:
    """The language that a guest has chosen; empty if they have not chosen one."""
    cookies = header(scope, b"cookie") or b""
    if CHOSEN not in cookies:
        return ""
    return Preferences.read(read_cookies(cookies).get(COOKIE, "")).language


def tags(accepted: bytes) -> list[str]:
    """The languages of an `Accept-Language` header, most preferred first.

    >>> tags(b"en;q=0.5, de-AT, fr;q=0, de;q=0.9")
    ['de-AT', 'de', 'en']
    """
    found = filter(None, map(_TAG.fullmatch, accepted.split(b",")))
    weighed = [(float(match[2] or 1), match[1].decode()) for match in found]
    weighed.sort(key=lambda entry: -entry[0])
    return [tag for weight, tag in weighed if weight]
