"""The addresses of the server: on this machine, in the local network and in public."""

import re
import socket
from collections.abc import Iterable
from functools import partial
from ipaddress import ip_network
from urllib.parse import urlsplit

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused
from dicehall.host.settings import Settings
from dicehall.web.edge.hosts import read_host
from dicehall.web.public_address import PublicAddress
from dicehall.web.root import check_root

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}
"""Hosts that mean all networks of a machine, and the address to use on the machine itself."""

ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation. The route to them starts at this machine's own address."""

PLACE = re.compile(r"(([\w-]+\.)*[\w-]+|\[[0-9a-fA-F:.]+\])(:\d{1,5})?")
"""A host name or an address, with an optional port."""


class BadAddress(Refused):
    """An invalid public address, trusted host or proxy."""


def public_address(settings: Settings, port: int) -> PublicAddress:
    """How others reach a server with these settings that listens on this port."""
    root = check_root(settings.root)
    lookup = partial(in_network, settings.host, port, root)
    url = check_url(settings.url, root)
    return PublicAddress(url, lookup if settings.host in EVERYWHERE else str)


def address_here(host: str, port: int, root: str = "") -> str:
    """The URL of a server that listens on this host, as seen from its own machine.

    >>> address_here("0.0.0.0", 8000), address_here("fe80::1", 80, "/dice")
    ('http://127.0.0.1:8000/', 'http://[fe80::1]:80/dice/')
    """
    named = EVERYWHERE.get(host) or (f"[{host}]" if ":" in host else host)
    return f"http://{named}:{port}{root}/"


def in_network(host: str, port: int, root: str = "") -> str:
    """The URL of this machine in the local network; empty if it is in none. It is looked up each
    time, because machines move between networks."""
    families = (socket.AF_INET, socket.AF_INET6) if host == "::" else (socket.AF_INET,)
    for family in families:
        if found := _own_address(family):
            return address_here(found, port, root)
    return ""


def check_url(url: str, root: str = "") -> str:
    """Normalise a public address, so that links can be built on it. Its path may be the root.

    >>> check_url("https://dice.example"), check_url("")
    ('https://dice.example/', '')
    >>> check_url("https://a.example", "/dice"), check_url("https://a.example/dice/", "/dice")
    ('https://a.example/dice/', 'https://a.example/dice/')
    """
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        path = parts.path.rstrip("/")
        plain = parts.port != 0 and path in ("", root) and not parts.query + parts.fragment
    except ValueError:
        raise _bad(url) from None
    if parts.scheme not in ("http", "https") or not plain or not PLACE.fullmatch(parts.netloc):
        raise _bad(url)
    return f"{parts.scheme}://{parts.netloc}{root}/"


def check_proxies(proxies: str) -> None:
    """Refuse proxies that are neither addresses nor networks; `*` alone means all. A misspelled
    proxy would not be trusted, and all its visitors would count as one.

    >>> check_proxies("127.0.0.1, 10.0.0.0/8, ::1")
    >>> check_proxies("localhost")
    Traceback (most recent call last):
        ...
    dicehall.host.addresses.BadAddress: --proxies: 'localhost' is neither an address nor a network
    """
    if proxies == "*":
        return
    for proxy in filter(None, map(str.strip, proxies.split(","))):
        try:
            ip_network(proxy)
        except ValueError:
            message = translatable(
                "--proxies: %(proxy)r is neither an address nor a network", proxy=proxy[:80]
            )
            raise BadAddress(message) from None


def check_trusted_hosts(names: Iterable[str]) -> None:
    """Refuse anything but host names: other text would match no request.

    >>> check_trusted_hosts(["dice.example", "192.0.2.7", "[::1]"])
    >>> check_trusted_hosts(["https://dice.example"])
    Traceback (most recent call last):
        ...
    dicehall.host.addresses.BadAddress: --trusted-host: 'https://dice.example' is not a host name:\
 write it as dice.example, without http:// or a port, and repeat the option for each name
    """
    for name in names:
        read = read_host(name.encode(errors="replace"))
        if read is None or read[1] or not PLACE.fullmatch(name):
            raise BadAddress(
                translatable(
                    "--trusted-host: %(name)r is not a host name: write it as dice.example, "
                    "without http:// or a port, and repeat the option for each name",
                    name=name[:80],
                )
            )


def _bad(url: str) -> BadAddress:
    return BadAddress(
        translatable(
            "%(url)r is not a valid public address: write it as https://dice.example", url=url[:80]
        )
    )


def _own_address(family: socket.AddressFamily) -> str:
    """This machine's address on the route to `ELSEWHERE`; nothing is sent there."""
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((ELSEWHERE[family], 9))
            own = str(asking.getsockname()[0])
    except OSError:
        return ""
    return "" if own in EVERYWHERE or own.startswith(("127.", "::1", "fe80:")) else own
