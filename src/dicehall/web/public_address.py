"""How others reach this house: what the links and QR codes of its invitations begin with."""

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address

from litestar.datastructures.url import URL


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """The public address of a house, if its host named one; and how to look up its address in the
    local network, if it is open to that."""

    url: str = ""
    in_network: Callable[[], str] = str

    def base_url(self, seen_at: URL) -> str:
        """Where others find the house that a guest sees at this address. One that is not of this
        computer alone has led the guest here, so it will lead others."""
        if self.url:
            return self.url
        return self.in_network() or str(seen_at) if is_loopback(seen_at) else str(seen_at)

    def is_loopback(self, seen_at: URL) -> bool:
        """Whether nobody else can follow a link to this address."""
        return is_loopback(URL(self.base_url(seen_at)))


UNKNOWN = PublicAddress()
"""All that is known is where somebody sees the house."""


def is_loopback(address: URL) -> bool:
    """Whether an address leads to the computer that it is used on.

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
