"""Security checks: changes must come from the same origin, and responses get strict headers."""

from typing import Any

from litestar.types import Message, Receive, Send

from dicehall.web.edge.asgi import STATIC, App, header, refuse
from dicehall.web.edge.hosts import TrustedHosts, origin_is

LONGEST_QUERY = 1024
"""In bytes. The framework caches the last thousand queries that it parsed, so keep them short."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " font-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}

UNCACHED = {"cache-control": "private, no-store"}
"""Everything except static files is specific to one guest and soon out of date."""

CARDS = "/cards/"
SHOWN_ELSEWHERE = {"cross-origin-resource-policy": "cross-origin"}
"""For the pictures of link cards, which other sites embed."""
DATA = "/api/matches/"
DATA_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
}
"""For JSON responses; the other headers matter only to pages."""

RAW_HEADERS, RAW_STATIC_HEADERS, RAW_DATA_HEADERS, RAW_CARD_HEADERS = (
    [(name.encode(), value.encode()) for name, value in headers.items()]
    for headers in (HEADERS | UNCACHED, HEADERS, DATA_HEADERS | UNCACHED, HEADERS | SHOWN_ELSEWHERE)
)


class GuardMiddleware:
    """Refuses cross-origin changes and untrusted host names, and sets the security headers."""

    def __init__(self, app: App, hosts: TrustedHosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        path = scope["path"]
        strict = kept = RAW_DATA_HEADERS if path.startswith(DATA) else RAW_HEADERS
        if path.startswith(STATIC):
            kept = RAW_CARD_HEADERS if CARDS in path else RAW_STATIC_HEADERS

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                more = kept if message["status"] < 400 else strict
                message["headers"] = [*message["headers"], *more]
            await send(message)

        if refusal := self._refusal(scope):
            await refuse(send_guarded, path, *refusal)
        else:
            await self.app(scope, receive, send_guarded)

    def _refusal(self, scope: Any) -> tuple[int, str, str] | None:
        """The status, code and reason of a refusal; None if the request may pass."""
        if len(scope["query_string"]) > LONGEST_QUERY:
            return 414, "uri-too-long", f"the query is longer than {LONGEST_QUERY} bytes"
        for name, value in scope["headers"]:  # of two `Host` headers, both must pass
            if name == b"host" and (misdirected := self.hosts.refusal(value)):
                return misdirected
        if scope["method"] not in SAFE_METHODS and not same_origin(scope):
            return 403, "cross-origin", "this request comes from another site"
        return None


def same_origin(scope: Any) -> bool:
    """Whether a request comes from our own pages, or from a client that is not a browser."""
    site = header(scope, b"sec-fetch-site")
    if site is not None:
        return site in (b"same-origin", b"none")
    origin = header(scope, b"origin")
    return origin is None or origin_is(origin, header(scope, b"host") or b"")
