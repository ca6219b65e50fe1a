"""Identifies the guest behind each request by a random id, signed by the server.

Pages send the id in a cookie, programs in an `Authorization: Bearer` header. It is never taken from
a form. If the signature is invalid, a browser becomes a new guest and a program is refused.
"""

import hmac
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from litestar.types import Message, Receive, Send

from dicehall.match.networks import GuestNetworks
from dicehall.match.seats import new_guest_id
from dicehall.web.edge.asgi import STATIC, App, header, read_cookies, refuse
from dicehall.web.edge.rate_limit import network_of

COOKIE = "dicehall"
NEW_GUEST = "/api/guests"
MANIFEST, SERVICE_WORKER, OFFLINE = "/manifest.webmanifest", "/service-worker.js", "/offline"
FOR_EVERYBODY = (NEW_GUEST, MANIFEST, SERVICE_WORKER, OFFLINE)
CHALLENGE = (b"www-authenticate", b'Bearer error="invalid_token"')
YEAR_SECONDS = 365 * 24 * 3600
LONGEST_TOKEN = 200
MOST_REMEMBERED = 10_000
"""Size of the cache of tokens whose signature has been checked."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs guest ids with the server's key."""

    key: bytes

    def sign(self, guest: str) -> str:
        """The token that proves a guest id."""
        return f"{guest}.{hmac.digest(self.key, guest.encode(), 'sha256').hex()}"

    def read(self, token: str) -> str | None:
        """The guest id that a token proves; None if the signature is invalid."""
        guest, _, _ = token.rpartition(".")
        genuine = guest and hmac.compare_digest(self.sign(guest).encode(), token.encode())
        return guest if genuine else None


class IdentityMiddleware:
    """Gives every request a guest. A new guest gets a cookie, and every page renews it, so that it
    lasts for a year after the last visit."""

    def __init__(self, app: App, signer: Signer, networks: GuestNetworks) -> None:
        self.app = app
        self.signer = signer
        self.networks = networks
        self._read = lru_cache(MOST_REMEMBERED)(signer.read)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        token = _bearer(scope)
        kept = (
            read_cookies(header(scope, b"cookie") or b"").get(COOKIE, "") if token is None else ""
        )
        known = self._guest(kept if token is None else token)
        shared = _needs_no_cookie(scope["path"])
        if token is not None and not known and not shared:
            reason = "this server did not issue this token: get one from POST /api/guests"
            await refuse(send, scope["path"], 401, "bad-token", reason, CHALLENGE)
            return
        guest = known or new_guest_id()
        scope["guest"] = guest
        if scope["client"] and (known or not shared):
            self.networks.note(guest, network_of(scope["client"][0]))
        if (known and not (kept and _asks_for_page(scope))) or shared:
            await self.app(scope, receive, send)
            return
        secure = "; Secure" if scope["scheme"] == "https" else ""
        cookie = (
            f"{COOKIE}={kept if known else self.signer.sign(guest)}; Path=/;"
            f" Max-Age={YEAR_SECONDS}; HttpOnly; SameSite=Lax{secure}"
        )

        async def send_with_cookie(message: Message) -> None:
            # A response that switches to another guest already sets that guest's cookie.
            if message["type"] == "http.response.start" and not _gives_cookie(message):
                message["headers"] = [*message["headers"], (b"set-cookie", cookie.encode())]
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    def _guest(self, token: str) -> str | None:
        return self._read(token) if len(token) <= LONGEST_TOKEN else None


def _gives_cookie(message: Any) -> bool:
    given = f"{COOKIE}=".encode()
    return any(
        name == b"set-cookie" and value.startswith(given) for name, value in message["headers"]
    )


def _bearer(scope: Any) -> str | None:
    """The token in the `Authorization` header, if there is one."""
    scheme, _, token = (header(scope, b"authorization") or b"").partition(b" ")
    return token.decode("latin-1") if scheme.lower() == b"bearer" else None


def _asks_for_page(scope: Any) -> bool:
    return scope["method"] == "GET" and b"text/html" in (header(scope, b"accept") or b"")


def _needs_no_cookie(path: str) -> bool:
    """Whether a path serves everybody the same, or issues an identity itself (/api/guests)."""
    return path.startswith(STATIC) or path in FOR_EVERYBODY
