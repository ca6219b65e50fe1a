"""The base URL at which others reach this server, for invitation links and QR codes."""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from litestar.datastructures.url import URL


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """The public URL of the server, if its host set one, and a function that finds its URL in the
    local network, if it listens there."""

    url: str = ""
    in_network: Callable[[], str] = str

    def base_url(self, seen_at: URL) -> str:
        """The URL at which others reach this server. Unless the host set one, that is the URL the
        guest uses, or the one in the local network if the guest's is a loopback address."""
        if self.url:
            return self.url
        return self.in_network() or str(seen_at) if is_loopback(seen_at) else str(seen_at)

    def is_loopback(self, seen_at: URL) -> bool:
        """Whether links would work only on this computer."""
        return is_loopback(URL(self.base_url(seen_at)))


UNKNOWN = PublicAddress()
"""No public URL is set: use the URL of the request."""


def is_loopback(address: URL) -> bool:
    """Whether a URL points to the local computer.

    >>> [is_loopback(URL(f"http://{host}:8000/")) for host in ("localhost", "127.0.0.1", "[::1]")]
    [True, True, True]
    >>> is_loopback(URL("http://192.168.1.5:8000/"))
    False
    """
    host = address.hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
