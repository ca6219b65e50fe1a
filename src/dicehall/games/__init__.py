"""The games of the house, one folder each: rules, words, terminal board, page, players, solver.

The front door has a function of this name: once a game is imported, Python puts this package in its
place. So the package can be called as well, and `dicehall.games()` answers the same at any time.
"""

import sys
from collections.abc import Mapping
from types import ModuleType

from dicehall.game import Entry, games


class _CallablePackage(ModuleType):
    def __call__(self) -> Mapping[str, Entry]:
        return games()


sys.modules[__name__].__class__ = _CallablePackage
