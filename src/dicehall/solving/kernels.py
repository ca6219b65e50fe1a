"""How kernels are compiled: once per machine, into the user's cache folder.

Only what solves imports this module: Numba takes a second to load.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import numba

from dicehall.solving.folders import cache_folder

numba.config.CACHE_DIR = str(cache_folder() / "kernels")  # type: ignore[attr-defined]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def kernel(**options: Any) -> Callable[[Kernel], Kernel]:
    """Compile a function over flat arrays; the compiled form is kept on disk."""
    return numba.njit(cache=True, **options)  # type: ignore[no-any-return]
