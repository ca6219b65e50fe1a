"""Compiles kernels with Numba, caching them in the user's cache folder or NUMBA_CACHE_DIR.

Only solvers import this module: Numba takes a second to load.
"""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from shutil import rmtree
from typing import Any, TypeVar

import numba

from dicehall.solving.folders import cache_folder

PACKAGE = Path(__file__).parents[1]
SOURCES = ("game", "games", "solving")
"""The folders of this package whose code and constants end up in kernels."""
PREFIX = "dicehall-"
KEPT_FOR = 30 * 24 * 3600
"""In seconds; kernels of sources that were not run for longer are removed."""

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernels_folder(package: Path, kept_in: Path) -> Path:
    """The cache folder for exactly these sources.

    A compiled kernel includes everything it calls, also from other files, but Numba checks only
    whether its own file has changed. So every version of the sources has a folder of its own.
    """
    digest = blake2b(digest_size=8)
    for source in sorted(path for name in SOURCES for path in (package / name).rglob("*.py")):
        about = source.stat()
        digest.update(f"{source} {about.st_size} {about.st_mtime_ns}\n".encode())
    return kept_in / f"{PREFIX}{digest.hexdigest()}"


def use_folder(folder: Path) -> None:
    """Store kernels in this folder, and remove sibling folders that have not been used for long."""
    with suppress(OSError):  # the folder may be read-only: then nothing is cached
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.glob(f"{PREFIX}*"):
            if time.time() - other.stat().st_mtime > KEPT_FOR:
                rmtree(other, ignore_errors=True)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]


use_folder(
    kernels_folder(PACKAGE, Path(os.environ.get("NUMBA_CACHE_DIR") or cache_folder() / "kernels"))
)


def kernel(**options: Any) -> Callable[[Kernel], Kernel]:
    """Compile a function over flat arrays, with caching if possible."""

    def compiled(function: Kernel) -> Kernel:
        try:
            return numba.njit(cache=True, **options)(function)  # type: ignore[no-any-return]
        except RuntimeError:  # no folder is writable
            return numba.njit(**options)(function)  # type: ignore[no-any-return]

    return compiled
