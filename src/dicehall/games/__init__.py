"""The built-in games, one folder each: rules, words, terminal board, page, players, solver.

`dicehall.games` is also a function. Once a game is imported, Python replaces the function by this
package, so the package is callable too: `dicehall.games()` always works.
"""

import sys
from collections.abc import Mapping
from types import ModuleType

from dicehall.game import Entry, games


class _CallablePackage(ModuleType):
    def __call__(self) -> Mapping[str, Entry]:
        return games()


sys.modules[__name__].__class__ = _CallablePackage
