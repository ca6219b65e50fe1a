"""Imports run downward only, and nothing but a game's own files knows a game by name."""

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import dicehall
from dicehall.game import games

SOURCE = Path(dicehall.__file__).parent
MODULES = sorted(SOURCE.rglob("*.py"))

GAME = "game"
PARTS = f"{GAME} words solving players game_page game_screen games"
MAY_IMPORT = {
    # a part of the package: the other parts that it may import, all of them below it
    "game": "",
    "words": GAME,
    "solving": GAME,
    "players": f"{GAME} words solving",
    "game_page": f"{GAME} words players",
    "plain_terminal": "game words players",
    "game_screen": "game words players game_page plain_terminal",
    "games": f"{GAME} words solving players game_page game_screen",
    "__init__": f"{GAME} players games",
    "client": "game players",
    "match": "game words players",
    "tui": "game words players game_page plain_terminal game_screen client match",
    "web": "game words players game_page match",
    "host": "game match web",
    "site": "game words players match web",
    "envs": f"{PARTS} plain_terminal",
    "bench": f"{PARTS} client match envs",
    "cli": f"{PARTS} match plain_terminal tui web host site envs bench",
    "__main__": "cli",
}
MAY_IMPORT_OF_GAME = {
    # a file or folder of a game: the other files of the same game, and the parts of the package
    "__init__": ("", "game"),
    "banks": ("", "game"),
    "rules": ("banks", "game"),
    "numbers": ("rules", "game"),
    "positions": ("rules banks keeps", "game"),
    "slots": ("rules", "game"),
    "words": ("rules", "game words"),
    "terminal": ("rules words", "game words"),
    "columns": ("rules", ""),
    "keeps": ("rules", "game"),
    "cards": ("rules", "game"),
    "tables": ("cards", ""),
    "worths": ("rules keeps cards tables", "game"),
    "solver": ("rules columns keeps cards tables", "game solving"),
    "page": ("rules words", "game words players game_page"),
    "vector": ("rules numbers banks keeps solver", "game solving"),
    "screen": ("rules words", "game words players game_page game_screen"),
    "players": ("rules columns keeps worths solver *", "game players solving"),
}
"""Whatever else lies in a game's folder serves its players (`*`), and may import what they do."""

FOLDERS = {
    "web": (
        *("metrics", "public_address", "reactions", "preferences", "last_tables", "lists"),
        *("figures", "ladder"),
        *("device_links", "edge", "root", "views", "server", "context", "stream", "link_cards"),
        *("actions", "today", "analysis", "api", "routes", "installable"),
        *("failures", "moves", "app"),
    ),
}
"""The sub-folders and loose modules of a package, each above all that it may import."""

TYPE_VARIABLES = ("TypeVar", "ParamSpec")

WITHOUT_CYCLES = ("match", "web")
"""Packages whose sub-folders and loose modules must not import each other in cycles."""

ONLY_THERE = {
    "numba": ("solving", "games"),
    "litestar": ("web", "host"),
    "sqlalchemy": ("match",),
    "gymnasium": ("envs",),
    "pettingzoo": ("envs",),
    "pyspiel": ("envs", "bench"),
    "textual": ("tui",),
    "research": (),  # trains and proves; players never need it
}
"""Large packages, and the parts that may import them."""

COMPILED_OF_GAME = ("solver", "vector", "batches")
"""The files of a game that may be compiled: its players and pages do without a compiler."""

COMPILING = ("numba", "dicehall.solving.kernels", "dicehall.solving.random_numbers")

STANDARD_LIBRARY_ONLY = ("game", "words", "plain_terminal", "game_screen", "client", "__init__")
STANDARD_LIBRARY_ONLY_OF_GAME = (
    *("__init__", "rules", "numbers", "positions", "slots", "words", "terminal", "screen"),
    *("columns", "search", "keeps", "cards", "tables", "worths"),
)
"""What reads, draws and tells a record, and plays FUNE and Bones, works with nothing installed."""


@cache
def parsed(source: str) -> ast.Module:
    return ast.parse(source)


def part_of(path: Path) -> str:
    """The part of the package that a module belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(source: str, inside: str = "dicehall") -> Iterator[str]:
    """The full names of all modules that a source imports, anywhere in it. What it imports from the
    package `inside` counts as modules."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.module, "imports are written in full"
            assert node.level == 0, "imports are written in full"
            if node.module == inside:
                yield from (f"{inside}.{alias.name}" for alias in node.names)
            else:
                yield node.module


def parts_imported(source: str) -> set[str]:
    """The parts of the package that a source imports; `dicehall` itself is `__init__`."""
    names = [name.split(".") for name in imported(source)]
    parts = {[*name, "__init__"][1] for name in names if name[0] == "dicehall"}
    return {part if part in MAY_IMPORT else "__init__" for part in parts}


def folder_imports(package: str) -> dict[str, set[str]]:
    """The sub-folders and loose modules of a package, and which of them each one imports."""
    folder, found = SOURCE / package, defaultdict[str, set[str]](set)
    for path in folder.rglob("*.py"):
        name = path.relative_to(folder).parts[0].removesuffix(".py")
        if name != "__init__":
            found[name] |= folders_imported(path.read_text("utf-8"), package) - {name}
    return found


def folders_imported(source: str, package: str) -> set[str]:
    """The sub-folders of a package that a source imports, also by `from package import name`."""
    whole = f"dicehall.{package}"
    names = imported(source, inside=whole)
    return {name.split(".")[2] for name in names if name.startswith(f"{whole}.")}


def find_cycle(imports: dict[str, set[str]]) -> list[str]:
    """A cycle of imports, the first name again at the end; empty if there is none."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def packages_imported(source: str) -> set[str]:
    """The third-party packages and the standard library that a source imports."""
    packages = {name.partition(".")[0] for name in imported(source)}
    return packages - {"dicehall"} - sys.stdlib_module_names


def games_compared(source: str) -> set[str]:
    """The names of games with which a source compares something."""
    compared: list[ast.AST] = []
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Compare):
            compared += [node.left, *node.comparators]
        elif isinstance(node, ast.MatchValue):
            compared.append(node.value)
    parts = [part for node in compared for part in ast.walk(node)]
    constants = {part.value for part in parts if isinstance(part, ast.Constant)}
    return {name for name in games() if name in constants}


def part_of_game(path: Path) -> str | None:
    """The part of its game that a module is; None outside of the games."""
    parts = path.relative_to(SOURCE).parts
    if parts[0] != "games" or len(parts) < 3:
        return None
    return parts[2].removesuffix(".py")


def every_module(check: Callable[[Path], None]) -> Callable[[], None]:
    """A test that makes this check of every module, and names all that fail it."""

    def test() -> None:
        wrong = []
        for path in MODULES:
            try:
                check(path)
            except AssertionError as error:
                wrong.append(f"{path.relative_to(SOURCE)}: {error}")
        assert wrong == []

    return test


@every_module
def test_imports_run_downward(path: Path) -> None:
    part = part_of(path)
    assert part in MAY_IMPORT, f"{part} has no layer yet: give it one in MAY_IMPORT"
    allowed = {"__init__", part, *MAY_IMPORT[part].split()}
    assert parts_imported(path.read_text(encoding="utf-8")) <= allowed


@every_module
def test_packages_stay_where_they_belong(path: Path) -> None:
    packages = packages_imported(path.read_text(encoding="utf-8"))
    pure = part_of(path) in STANDARD_LIBRARY_ONLY
    if pure or part_of_game(path) in STANDARD_LIBRARY_ONLY_OF_GAME:
        assert packages == set()
    for package, parts in ONLY_THERE.items():
        assert package not in packages or part_of(path) in parts


@every_module
def test_only_solvers_and_environments_of_games_are_compiled(path: Path) -> None:
    if part_of_game(path) not in (None, *COMPILED_OF_GAME):
        names = imported(path.read_text(encoding="utf-8"))
        assert not [name for name in names if name.startswith(COMPILING)]


@every_module
def test_only_a_games_own_files_ask_which_game_it_is(path: Path) -> None:
    if part_of(path) != "games":
        assert games_compared(path.read_text(encoding="utf-8")) == set()


@every_module
def test_the_files_of_a_game_import_only_lower_ones(path: Path) -> None:
    part = part_of_game(path)
    if part is None:
        return
    own, outside = MAY_IMPORT_OF_GAME.get(part, MAY_IMPORT_OF_GAME["players"])
    source = path.read_text(encoding="utf-8")
    assert parts_imported(source) - {"games", "__init__"} <= set(outside.split())
    folder = f"dicehall.games.{path.relative_to(SOURCE).parts[1]}"
    for name in imported(source):
        if name.startswith("dicehall.games."):
            assert name == folder or name.startswith(f"{folder}."), "games do not know each other"
            other = name.removeprefix(folder).strip(".").partition(".")[0]
            served = "*" in own and other not in MAY_IMPORT_OF_GAME
            assert other in {"", part, *own.split()} or served


def test_api_and_routes_do_not_import_each_other() -> None:
    for side, other in (("api", "routes"), ("routes", "api")):
        for path in (SOURCE / "web" / side).glob("*.py"):
            names = imported(path.read_text(encoding="utf-8"))
            assert not [name for name in names if name.startswith(f"dicehall.web.{other}")], path


@pytest.mark.parametrize("package", WITHOUT_CYCLES)
def test_folders_of_a_package_have_no_import_cycles(package: str) -> None:
    assert find_cycle(folder_imports(package)) == []


@pytest.mark.parametrize("package", FOLDERS)
def test_folders_of_a_package_import_only_lower_ones(package: str) -> None:
    order, imports = FOLDERS[package], folder_imports(package)
    assert sorted(order) == sorted(imports), "every folder needs a place in FOLDERS"
    for name, others in imports.items():
        assert others <= set(order[: order.index(name)]), name


def test_cycles_are_found() -> None:
    assert find_cycle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert set(find_cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}
    source = "from dicehall.web import api, routes\nfrom dicehall.web.edge.asgi import App"
    assert folders_imported(source, "web") == {"api", "routes", "edge"}


def types_named(module: ast.Module) -> Iterator[str]:
    """The names of a module's classes and type aliases; variables of types do not count."""
    yield from (node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef))
    for node in module.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name, made = node.targets[0].id, node.value
            variable = isinstance(made, ast.Call) and ast.unparse(made.func) in TYPE_VARIABLES
            if name[0].isupper() and not name.isupper() and not variable:
                yield name


def test_two_classes_or_aliases_never_share_a_name() -> None:
    names = Counter(
        name for path in MODULES for name in types_named(parsed(path.read_text("utf-8")))
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_layers_have_no_cycles() -> None:
    order = list(MAY_IMPORT)
    for part, below in MAY_IMPORT.items():
        assert all(order.index(other) < order.index(part) for other in below.split())


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("import dicehall.web.app", {"web"}),
        ("def late():\n    from dicehall.match import store", {"match"}),
        ("from dicehall import game, __version__", {"game", "__init__"}),
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
