"""Who is asking: a guest with a random id, signed by the house.

The id lives in a cookie (pages) or in an `Authorization: Bearer` header (programs). It is never
taken from a form, and one that the house has not signed counts for nothing.
"""

import hmac
import secrets
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.types import Message, Receive, Send

from dicehall.web.guard import App

COOKIE = "dicehall"
YEAR_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs guests' ids with the key of the house."""

    key: bytes

    def new_guest(self) -> str:
        """An id that nobody has yet."""
        return secrets.token_urlsafe(12)

    def sign(self, guest: str) -> str:
        """The token that proves an id."""
        return f"{guest}.{hmac.digest(self.key, guest.encode(), 'sha256').hex()}"

    def read(self, token: str) -> str | None:
        """The id that a token proves; None if it was not signed here."""
        guest, _, _ = token.rpartition(".")
        genuine = guest and hmac.compare_digest(self.sign(guest).encode(), token.encode())
        return guest if genuine else None


class Identify:
    """Middleware: every request has a guest; a new one is given a cookie."""

    def __init__(self, app: App, signer: Signer) -> None:
        self.app = app
        self.signer = signer

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known = self.signer.read(_token(Headers.from_scope(scope)))
        guest = known or self.signer.new_guest()
        scope["guest"] = guest
        secure = "; Secure" if scope["scheme"] == "https" else ""

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and not known:
                headers = MutableScopeHeaders.from_message(message)
                headers.add(
                    "set-cookie",
                    f"{COOKIE}={self.signer.sign(guest)}; Path=/; Max-Age={YEAR_SECONDS};"
                    f" HttpOnly; SameSite=Lax{secure}",
                )
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def _token(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return token
    try:
        cookie = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return cookie.value if cookie else ""
