"""Addresses, as limits count them."""

from functools import lru_cache
from ipaddress import IPv6Address

MOST_REMEMBERED = 4096
LONGEST = 64
"""Characters of an address that are looked at: what a proxy forwards may be anything."""


def network_of(address: str) -> str:
    """What limits count as one client: an IPv4 address, or the /64 network of an IPv6 address,
    since every IPv6 customer has at least such a network.

    >>> network_of("203.0.113.7"), network_of("2001:db8::1") == network_of("2001:db8::2:3")
    ('203.0.113.7', True)
    >>> network_of("::ffff:203.0.113.7")
    '203.0.113.7'
    """
    return _network(address[:LONGEST]) if ":" in address else address[:LONGEST]


@lru_cache(MOST_REMEMBERED)
def _network(address: str) -> str:
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
