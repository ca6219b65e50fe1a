"""Where computed things are kept on this machine."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """The folder of tablebases and compiled kernels: DICEHALL_CACHE, or the user's cache folder."""
    chosen = os.environ.get("DICEHALL_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path  # not part of the bare package

    return user_cache_path("dicehall", appauthor=False)


def tablebase_path(name: str) -> Path:
    """Where the tablebase called `name` lies, whether or not it is there."""
    return cache_folder() / "tables" / f"{name}.table"
