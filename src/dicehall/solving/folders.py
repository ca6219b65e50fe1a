"""Where computed things are kept on this machine."""

import os
from pathlib import Path

from platformdirs import user_cache_path


def cache_folder() -> Path:
    """The folder of tablebases and compiled kernels: DICEHALL_CACHE, or the user's cache folder."""
    chosen = os.environ.get("DICEHALL_CACHE")
    return Path(chosen) if chosen else user_cache_path("dicehall", appauthor=False)
