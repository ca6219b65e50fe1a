"""The extras of this package, and which one provides a missing dependency."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import requires

EXTRAS = ("players", "solve", "play", "cluster", "envs", "openspiel")
"""Smallest first."""

_REQUIREMENT = re.compile(r"""([\w-]+).*\bextra == ['"]([\w-]+)['"]""")


@contextmanager
def from_extra(extra: str = "") -> Iterator[None]:
    """If an import in this block fails, say which extra to install: this one, or the smallest that
    provides the missing package.

    >>> with from_extra("envs"):
    ...     import no_such_package
    Traceback (most recent call last):
    ModuleNotFoundError: no_such_package is not installed: pip install 'dicehall[envs]'
    """
    try:
        yield
    except ModuleNotFoundError as missing:
        remedy = _remedy(missing.name, extra) if extra else advice(missing)
        if remedy is None:
            raise
        raise ModuleNotFoundError(remedy, name=missing.name) from None


def advice(missing: ModuleNotFoundError) -> str | None:
    """Say what is missing and the smallest extra that provides it; None if no extra does.

    >>> advice(ModuleNotFoundError(name="prometheus_client.multiprocess"))
    "prometheus-client is not installed: pip install 'dicehall[play]'"
    """
    package = (missing.name or "").partition(".")[0].replace("_", "-")
    needed = {
        found.groups() for found in map(_REQUIREMENT.match, requires("dicehall") or ()) if found
    }
    for extra in EXTRAS:
        if (package, extra) in needed:
            return _remedy(package, extra)
    return None


def _remedy(package: str | None, extra: str) -> str:
    return f"{package} is not installed: pip install 'dicehall[{extra}]'"
