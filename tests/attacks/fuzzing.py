"""Valid requests to every route of a server, and what chance makes of them."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec

from dicehall.game import games
from dicehall.web import api, routes

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
BOUNDARY = "dice"
MULTIPART = f"multipart/form-data; boundary={BOUNDARY}"

BODIES: dict[str, Any] = {
    "game": "knuckles",
    "name": "Mallory",
    "opponent": "people",
    "other": "Bob",
    "begins": "first",
    "clock": 0,
    "move": "column 1",
    "version": 4,
    "seat": 0,
    "reaction": "luck",
    "coach": "on",
    "theme": "dark",
    "back": "/",
    "words": "abc",
}
"""Fields of all forms and bodies."""

NASTY = [
    b"\x00", b"%00", b"\xff\xfe", b"%ff", b"%ed%a0%80", b"\xed\xa0\x80", b"%", b"%%", b"%zz",
    b"\r", b"\n", b"\r\n", b"\r\n\r\n", b"\x7f", b"../", b"..%2f", b"//", b"\\", b"'", b'"', b"<x>",
    b"{", b"}", b"[" * 3000, b'{"a":' * 3000, b"null", b"true", b"-1", b"9" * 400, b"1e999", b"NaN",
    b"A" * 300, b"A" * 5000, b"&" * 500, b";" * 500, b"=" * 50, b"http://[", b"http://[::1",
    b"@", b":", b":99999999", b"[", b"]", b"\xf0\x9f\x8e\xb2", b"%F0%9F%8E%B2", b"\\ud800",
    b"\\u0000", b"chunked", b"close", b"100-continue", b"HTTP/9.9", b" ", b"\t",
    b"PRI * HTTP/2.0\r\n\r\n",
]  # fmt: skip

METHODS = [b"GET", b"POST", b"HEAD", b"OPTIONS", b"PUT", b"DELETE", b"PROPFIND", b"CONNECT", b"X"]

HEADERS = [
    b"Cookie: dicehall=x.y; preferences=theme%3Ddark; tables=sparkle%3Dcurve.gentle",
    b"Cookie: ;;==;\xff=\xfe; dicehall=\x80.",
    b"Authorization: Bearer a.b",
    b"Authorization: Bearer",
    b"Origin: http://[",
    b"Origin: null",
    b"Origin: http://dicehall:99999999",
    b"Sec-Fetch-Site: cross-site",
    b"X-Part: table",
    b"X-Part: worth",
    b"X-Page: \xff\xfe",
    b"X-Moment: 99999999999999999999",
    b"Last-Event-ID: -1",
    b"X-Forwarded-For: \xff, 1.2.3.4, [::1, ]",
    b"X-Forwarded-Proto: \xff",
    b"Accept-Language: \xff;q=9,de;q=1.9999,,;",
    b"Accept: text/html",
    b"Accept: \xff/\xfe;q=x",
    b"If-None-Match: \xff",
    b"If-Modified-Since: the 32nd of May",
    b"Range: bytes=9-1,--",
    b"Expect: 100-continue",
    b"Upgrade: websocket\r\nConnection: upgrade",
    b"Upgrade: h2c\r\nConnection: upgrade",
    b"Transfer-Encoding: chunked",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Content-Type: application/json; charset=nothing",
    b"Content-Type: multipart/form-data",
    b"Content-Type: \xff",
    b"Host: [",
    b"Host: a\xffb",
    b"Host:",
]


def all_routes() -> list[tuple[str, str]]:
    """The method and path of every route of the application."""
    handlers = [*routes.EVERYWHERE, *routes.AMONG_GUESTS, *_handlers(api.ROUTER)]
    found = [
        (method, path)
        for handler in handlers
        for path in handler.paths
        for method in sorted(handler.http_methods)
    ]
    static = [("GET", "/static/icon.svg"), ("GET", "/static/0123456789/dicehall.css")]
    status = [("GET", path) for path in ("/health", "/ready", "/metrics", "/api/openapi.json")]
    return [*found, *static, *status, ("GET", "/api/docs"), ("GET", "/no/such/page")]


def _handlers(router: Any) -> Iterator[Any]:
    for route in router.routes:
        yield from route.route_handlers


def valid_requests(match_id: str, code: str, cookie: str) -> list[bytes]:
    """A request to each route, as a browser or a program would send it, in every form it has."""
    values = {"match_id": match_id, "code": code, "game": next(iter(games()))}
    made = []
    for method, pattern in all_routes():
        path = re.sub(r"\{(\w+)(:\w+)?\}", lambda found: values.get(found[1], "1"), pattern)
        # A stream has no end: only what is wrong with it is of interest here.
        path = path.replace("/stream", "/stream?version=x") if "stream" in path else path
        if method != "POST":
            made.append(request(method, path, cookie))
            continue
        fields = urlencode(BODIES).encode()
        made.append(request("POST", path, cookie, fields, FORM))
        made.append(request("POST", path, cookie, msgspec.json.encode(BODIES), JSON))
        made.append(request("POST", path, cookie, _multipart(), MULTIPART))
    return made


def request(method: str, path: str, cookie: str, body: bytes = b"", kind: str = "") -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: dicehall", "Connection: close"]
    lines += [f"Cookie: dicehall={cookie}; preferences=theme%3Ddark"]
    if body:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


def _multipart() -> bytes:
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
        f"Content-Type: text/plain; charset=utf-8\r\n\r\n{value}\r\n"
        for name, value in BODIES.items()
    ]
    return "".join([*parts, f"--{BOUNDARY}--\r\n"]).encode()


def mutate(valid: bytes, chance: Random) -> bytes:
    """A request with some bytes changed; Content-Length is the old or the new length."""
    mutated = valid
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        mutated = chance.choice(MUTATIONS)(mutated, chance)
    if chance.random() < 0.7:  # so that it is read to its end
        head, _, body = mutated.partition(b"\r\n\r\n")
        head = re.sub(rb"Content-Length: \d+", b"Content-Length: %d" % len(body), head, count=1)
        mutated = head + b"\r\n\r\n" + body
    return mutated


def _put_nasty(request: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(request) + 1)
    return request[:at] + chance.choice(NASTY) + request[at:]


def _put_nasty_into_path(request: bytes, chance: Random) -> bytes:
    end = max(request.find(b" HTTP/"), 0)
    start = request.find(b"/")
    at = chance.randrange(start, end + 1) if 0 <= start <= end else 0
    between = chance.choice((b"", b"?x=", b"?version=", b"/", b"%2f"))
    return request[:at] + between + chance.choice(NASTY) + request[at:]


def _put_nasty_into_value(request: bytes, chance: Random) -> bytes:
    """Instead of a value of a form, a JSON object, a cookie or a header."""
    values = list(re.finditer(rb"(?<=[=:])\s*[^&;,\r\n]+", request))
    if not values:
        return request
    value = chance.choice(values)
    return request[: value.start()] + chance.choice(NASTY) + request[value.end() :]


def _put_header(request: bytes, chance: Random) -> bytes:
    return request.replace(b"\r\n", b"\r\n" + chance.choice(HEADERS) + b"\r\n", 1)


def _change_method(request: bytes, chance: Random) -> bytes:
    return chance.choice(METHODS) + b" " + request.partition(b" ")[2]


def _change_byte(request: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(request))
    return request[:at] + bytes([chance.randrange(256)]) + request[at + 1 :]


def _cut(request: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(request))
    return request[:start] + request[start + chance.randrange(20) :]


def _repeat(request: bytes, chance: Random) -> bytes:
    start = chance.randrange(len(request))
    part = request[start : start + chance.randrange(1, 60)]
    return request[:start] + part * chance.randrange(2, 50) + request[start:]


MUTATIONS = [
    _put_nasty,
    _put_nasty_into_path,
    _put_nasty_into_value,
    _put_nasty_into_value,
    _put_header,
    _put_header,
    _change_method,
    _change_byte,
    _cut,
    _repeat,
]
