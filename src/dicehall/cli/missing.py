"""What to install where a package is missing."""

import re
from importlib.metadata import requires

EXTRAS = ("play", "cluster", "envs", "openspiel")
"""The smallest first."""

_NEEDED = re.compile(r"""([\w-]+).*\bextra == ['"]([\w-]+)['"]""")


def advice(missing: ModuleNotFoundError) -> str | None:
    """What is missing and the smallest extra that brings it; None if none of ours does.

    >>> advice(ModuleNotFoundError(name="prometheus_client.multiprocess"))
    "prometheus-client is not installed: pip install 'dicehall[play]'"
    """
    package = (missing.name or "").partition(".")[0].replace("_", "-")
    needed = {found.groups() for found in map(_NEEDED.match, requires("dicehall") or ()) if found}
    for extra in EXTRAS:
        if (package, extra) in needed:
            return f"{package} is not installed: pip install 'dicehall[{extra}]'"
    return None
