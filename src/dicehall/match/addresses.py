"""Parses the addresses of stores and buses."""

from urllib.parse import urlsplit


def scheme_of(address: str) -> str:
    """The scheme of an address; empty if it cannot be read."""
    try:
        return urlsplit(address).scheme
    except ValueError:
        return ""


def without_password(address: str) -> str:
    """An address without its password, so that it can be shown.

    >>> without_password("postgresql://ann:secret@db.example:5432/dicehall")
    'postgresql://ann@db.example:5432/dicehall'
    """
    before, at, after = address.rpartition("@")
    scheme, slashes, user = before.partition("//")
    return f"{scheme}{slashes}{user.partition(':')[0]}{at}{after}"
