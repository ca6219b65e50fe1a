"""How kernels are compiled: once per machine, into the user's cache folder or NUMBA_CACHE_DIR.

Only what solves imports this module: Numba takes a second to load.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numba

from dicehall.solving.folders import cache_folder

if "NUMBA_CACHE_DIR" not in os.environ:
    numba.config.CACHE_DIR = str(cache_folder() / "kernels")  # type: ignore[attr-defined]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(**options: Any) -> Callable[[Kernel], Kernel]:
    """Compile a function over flat arrays; the compiled form is kept if it can be."""

    def compiled(function: Kernel) -> Kernel:
        try:
            return numba.njit(cache=True, **options)(function)  # type: ignore[no-any-return]
        except RuntimeError:  # no folder can be written to
            return numba.njit(**options)(function)  # type: ignore[no-any-return]

    return compiled
