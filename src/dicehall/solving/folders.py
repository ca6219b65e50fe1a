"""Where computed files are stored on this machine."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """The folder for tablebases and compiled kernels: DICEHALL_CACHE, or the user's cache
    folder."""
    chosen = os.environ.get("DICEHALL_CACHE")
    if chosen:
        return Path(chosen)
    from platformdirs import user_cache_path  # not a dependency of the bare package

    return user_cache_path("dicehall", appauthor=False)


def tablebase_path(name: str) -> Path:
    """The path of the tablebase called `name`, whether or not it exists."""
    return cache_folder() / "tables" / f"{name}.table"
