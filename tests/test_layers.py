"""Imports run downward only, and nothing but a game's own files knows a game by name."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import dicehall
from dicehall.rules import KINDS

SOURCE = Path(dicehall.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

BELOW_MATCH = "refused rules words solve bots"
MAY_IMPORT = {
    # a part of the house: the other parts that it may import, all of them below it
    "__init__": "",
    "refused": "",
    "rules": "refused",
    "words": "refused rules",
    "solve": "refused rules words",
    "bots": "refused rules words solve",
    "match": BELOW_MATCH,
    "terminal": f"{BELOW_MATCH} match",
    "web": f"{BELOW_MATCH} match",
    "bench": f"{BELOW_MATCH} match",
    "cli": f"{BELOW_MATCH} match terminal web bench",
    "__main__": "cli",
}
ONLY_THERE = {"numba": ("solve", "bots")}
"""Packages that take long to import, and the parts that may."""

STANDARD_LIBRARY_ONLY = ("refused", "rules")

OWN_FILES = {kind.make.__module__.rpartition(".")[2] for kind in KINDS.values()} | {
    name.replace("-", "_") for name in KINDS
}
"""How the names of a game's own files and folders begin: sparkle.py, hexes_table.py …"""


def part_of(path: Path) -> str:
    """The part of the house that a module belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(source: str) -> Iterator[str]:
    """The full names of all that a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports are written in full"
            assert node.level == 0, "imports are written in full"
            if node.module == "dicehall":
                yield from (f"dicehall.{alias.name}" for alias in node.names)
            else:
                yield node.module


def parts_imported(source: str) -> set[str]:
    """The parts of the house that a source imports; `dicehall` itself is `__init__`."""
    names = [name.split(".") for name in imported(source)]
    parts = {[*name, "__init__"][1] for name in names if name[0] == "dicehall"}
    return {part if part in MAY_IMPORT else "__init__" for part in parts}


def packages_imported(source: str) -> set[str]:
    """The packages from outside the house and the standard library that a source imports."""
    packages = {name.partition(".")[0] for name in imported(source)}
    return packages - {"dicehall"} - sys.stdlib_module_names


def games_compared(source: str) -> set[str]:
    """The names of games with which a source compares something."""
    compared: list[ast.AST] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare):
            compared += [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            compared.append(node.value)
    parts = [part for node in compared for part in ast.walk(node)]
    constants = {part.value for part in parts if isinstance(part, ast.Constant)}
    return {name for name in KINDS if name in constants}


def is_a_games_own(path: Path) -> bool:
    """Whether a module, or a folder that holds it, is named after a game."""
    return any(part.startswith(tuple(OWN_FILES)) for part in path.relative_to(SOURCE).parts)


every_module = pytest.mark.parametrize(
    "path", MODULES, ids=lambda path: str(path.relative_to(SOURCE))
)


@every_module
def test_imports_run_downward(path: Path) -> None:
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} has no layer yet: give it one in MAY_IMPORT"
    allowed = {"__init__", part, *MAY_IMPORT[part].split()}
    assert parts_imported(path.read_text(encoding="utf-8")) <= allowed


@every_module
def test_packages_stay_where_they_belong(path: Path) -> None:
    packages = packages_imported(path.read_text(encoding="utf-8"))
    if part_of(path) in STANDARD_LIBRARY_ONLY:
        assert packages == set()
    for package, parts in ONLY_THERE.items():
        assert package not in packages or part_of(path) in parts


@every_module
def test_only_a_games_own_files_ask_which_game_it_is(path: Path) -> None:
    if not is_a_games_own(path) and path != SOURCE / "rules" / "kinds.py":
        assert games_compared(path.read_text(encoding="utf-8")) == set()


def test_a_part_is_below_whatever_may_import_it() -> None:
    order = list(MAY_IMPORT)
    for part, below in MAY_IMPORT.items():
        assert all(order.index(other) < order.index(part) for other in below.split())


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("import dicehall.web.app", {"web"}),
        ("def late():\n    from dicehall.match import store", {"match"}),
        ("from dicehall import rules, __version__", {"rules", "__init__"}),
        ("import json, dicehall", {"__init__"}),
    ],
)
def test_every_way_to_import_is_seen(source: str, parts: set[str]) -> None:
    assert parts_imported(source) == parts


@pytest.mark.parametrize(
    "source",
    [
        "if game.name == 'fune': pass",
        "found = name in ('sparkle', 'fune')",
        "match name:\n    case 'fune' | 'knuckles':\n        pass",
        "wanted = [kind for kind in kinds if 'fune' != kind.name]",
    ],
)
def test_every_way_to_compare_is_seen(source: str) -> None:
    assert "fune" in games_compared(source)
    assert games_compared("title = {'fune': 'FUNE'}[name] if seats == 2 else 'fune'") == set()
