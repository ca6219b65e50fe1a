"""Fixtures that the tests of several layers share."""

import gc
import os
import signal
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from hatch_build import compile_catalogues

from dicehall.solving.folders import cache_folder
from support.places import (
    POSTGRES,
    DatabasePlace,
    FilePlace,
    Place,
    need,
    new_database,
    run_sql,
)

pytest_plugins = ["support.browser"]

MARKERS = {
    "browser": "browser",
    "server": "server",
    "new_node": "server",
    "database": "database",
    "empty_database": "database",
    "postgres": "database",
    "redis": "database",
    "shared": "database",
    "fune_tablebase": "slow",
}
"""What a test needs, by the fixtures that it uses."""

# A shell ignores Ctrl-C for what it starts in the background, and children inherit that: the tests
# of Ctrl-C need it as a terminal would have it.
signal.signal(signal.SIGINT, signal.default_int_handler)
# No test talks to another machine: the certificates of all authorities are read once.
httpx._transports.default.create_ssl_context = cache(httpx.create_ssl_context)
# To be terminated is to be interrupted: fixtures end the servers and browsers that they started.
signal.signal(signal.SIGTERM, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """The catalogues are tested as they are written, not as they were when they were installed.

    All workers and the servers that they open share the tablebases of this run, which are solved
    once, and compiled kernels, which stay: compiling takes longer than most tests.
    """
    gc.disable()  # until all tests are collected: see below
    if not hasattr(config, "workerinput"):  # before any worker begins
        compile_catalogues()
        os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder() / "kernels"))
        tablebases = TemporaryDirectory(prefix="dicehall-tests-")
        os.environ["DICEHALL_CACHE"] = tablebases.name
        config.add_cleanup(tablebases.cleanup)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests by what their fixtures start: see the markers in pyproject.toml."""
    for marker in {MARKERS[name] for name in getattr(item, "fixturenames", ()) if name in MARKERS}:
        item.add_marker(marker)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that all workers end at about the same time."""
    order = ("browser", "server", "database", "slow")
    ranks: dict[Path, int] = {}
    for item in items:
        rank = next((n for n, name in enumerate(order) if item.get_closest_marker(name)), 4)
        ranks[item.path] = min(rank, ranks.get(item.path, 4))
    items.sort(key=lambda item: ranks[item.path])


def pytest_collection_finish() -> None:
    """Everything loaded by now stays to the end, so exempt it from garbage collection."""
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_xdist_auto_num_workers() -> int:
    """More than there are cores: who tests a page or a server waits for other processes."""
    cores = os.cpu_count() or 1
    return cores + (cores + 1) // 2


@pytest.fixture
def empty_database() -> Iterator[DatabasePlace]:
    """A new database on the PostgreSQL server of this machine, without tables."""
    need("PostgreSQL", POSTGRES)
    with new_database() as place:
        yield place


@pytest.fixture(scope="session")
def kept_database() -> Iterator[DatabasePlace]:
    """One database for all tests of a worker. No test pulls the plug of its server."""
    need("PostgreSQL", POSTGRES)
    with new_database() as place:
        name = place.url.rpartition("/")[2]
        run_sql(POSTGRES, f"ALTER DATABASE {name} SET synchronous_commit TO off")
        yield place


@pytest.fixture
def database(kept_database: DatabasePlace) -> DatabasePlace:
    """A database with nothing in it, on the PostgreSQL server of this machine."""
    kept_database.clear()
    return kept_database


@pytest.fixture
def file_place(tmp_path: Path) -> FilePlace:
    """A store in a file, for what does not depend on the kind of store."""
    return FilePlace(tmp_path)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each kind of store in turn."""
    if request.param == "sqlite":
        return FilePlace(tmp_path)
    made: DatabasePlace = request.getfixturevalue("database")
    return made


@pytest.fixture(scope="session")
def fune_tablebase():
    """The tablebase of FUNE for one seat, solved once."""
    return import_module("dicehall.games.fune.solver.solution").fune_values()


@pytest.fixture(scope="session")
def fune_outlook_tablebase(fune_tablebase):
    """The outlooks of FUNE, worked out once."""
    return import_module("research.fune.outlook").fune_outlooks()
