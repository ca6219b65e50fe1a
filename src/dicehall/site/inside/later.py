"""Finds modules that are downloaded after the first board. If one is needed earlier, the worker
waits for it."""

import sys
from collections.abc import Callable
from importlib import invalidate_caches
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any


class Later:
    """Knows the names of modules that `fetch` will put into a folder."""

    def __init__(self, folder: Path, names: str, fetch: Callable[[], Any]) -> None:
        self._folder = folder
        self._names = {*names.split()}
        self._fetch = fetch

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """What the import system asks about each module."""
        if name not in self._names:
            return None
        self._fetch()
        invalidate_caches()
        package = name.rpartition(".")[0].replace(".", "/")
        return PathFinder.find_spec(name, [str(self._folder / package)])


def install(folder: str, names: str, fetch: Callable[[], Any]) -> None:
    """Use this finder from now on. `fetch` does nothing if the modules are already there."""
    # First, or a folder with only some of a package's files would be taken for the package.
    sys.meta_path.insert(0, Later(Path(folder), names, fetch))
