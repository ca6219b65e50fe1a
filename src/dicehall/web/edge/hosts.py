"""Reads `Host` and `Origin` headers and compares names as browsers do: case, a trailing dot and the
default port make no difference.

A client may send anything as its `Host`; anything that is not a valid name is refused.
"""

import re
from collections.abc import Collection
from functools import lru_cache
from ipaddress import IPv6Address

PORTS = {"http": "80", "https": "443"}
MOST_REMEMBERED = 1000
LONGEST = 300
LARGEST_PORT = 65535

Misdirected = tuple[int, str, str]
"""The status, code and reason of a refusal."""
INVALID_NAME: Misdirected = (400, "bad-host", "the Host header is not a valid name")
UNTRUSTED_NAME: Misdirected = (
    421,
    "misdirected-request",
    "this server does not answer to this host name",
)

_HOST = re.compile(r"([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?")
_ORIGIN = re.compile(r"(https?)://([^/?#@\s]+)")


def read_host(host: bytes, scheme: str = "") -> tuple[str, str] | None:
    """The name and port of a `Host` header; None if it is invalid. The port is empty if it is the
    scheme's default.

    >>> read_host(b"Dice.Example:8000"), read_host(b"dice.example.:443", "https")
    (('dice.example', '8000'), ('dice.example', ''))
    >>> read_host(b"[::1]:8000"), read_host(b"[::1"), read_host(b"dice.example/x")
    (('[::1]', '8000'), None, None)
    """
    found = _HOST.fullmatch(host.decode("latin-1").lower())
    if not found or int(found[2] or 0) > LARGEST_PORT or not _is_name(found[1]):
        return None
    name, port = found[1].removesuffix("."), found[2] or ""
    return name, "" if port == PORTS.get(scheme) else port


def _is_name(name: str) -> bool:
    """Whether a name is valid: what is in brackets must be an IPv6 address."""
    try:
        return not name.startswith("[") or bool(IPv6Address(name[1:-1]))
    except ValueError:
        return False


def origin_is(origin: bytes, host: bytes) -> bool:
    """Whether an `Origin` header names the same host as a `Host` header.

    >>> origin_is(b"https://Dice.Example", b"dice.example:443")
    True
    >>> origin_is(b"http://[", b"["), origin_is(b"null", b"null")
    (False, False)
    """
    found = _ORIGIN.fullmatch(origin.decode("latin-1").lower())
    if not found:
        return False
    ours = read_host(host, found[1])
    return ours is not None and ours == read_host(found[2].encode("latin-1"), found[1])


class TrustedHosts:
    """The host names that a server answers to; if there are none, any name."""

    def __init__(self, names: Collection[str] = ()) -> None:
        self.names = {read[0] for name in names if (read := read_host(name.encode()))}
        self._refusal = lru_cache(MOST_REMEMBERED)(self._compare)

    def refusal(self, host: bytes) -> Misdirected | None:
        """Why a request with this `Host` header is refused; the port does not matter.

        >>> hosts = TrustedHosts(["dice.example"])
        >>> hosts.refusal(b"DICE.example:8000")
        >>> hosts.refusal(b"evil.example")
        (421, 'misdirected-request', 'this server does not answer to this host name')
        >>> TrustedHosts().refusal(b"[")
        (400, 'bad-host', 'the Host header is not a valid name')
        """
        return self._refusal(host) if len(host) <= LONGEST else INVALID_NAME

    def _compare(self, host: bytes) -> Misdirected | None:
        read = read_host(host)
        if read is None:
            return INVALID_NAME
        return UNTRUSTED_NAME if self.names and read[0] not in self.names else None
