"""Fixtures that the tests of several layers share."""

import os
from importlib import import_module

import pytest


@pytest.fixture(scope="session")
def table_folder(tmp_path_factory):
    """An empty cache folder for the tables of this run."""
    # Imported now, the compiled kernels stay in the folder that was there before.
    import_module("dicehall.solve.kernels")
    before = os.environ.get("DICEHALL_CACHE")
    folder = tmp_path_factory.mktemp("cache")
    os.environ["DICEHALL_CACHE"] = str(folder)
    yield folder
    if before is None:
        del os.environ["DICEHALL_CACHE"]
    else:
        os.environ["DICEHALL_CACHE"] = before


@pytest.fixture(scope="session")
def fune_table(table_folder):
    """The table of FUNE for one seat, solved once."""
    return import_module("dicehall.solve.fune").fune_values()


@pytest.fixture(scope="session")
def fune_outlook_table(fune_table):
    """The outlooks of FUNE, worked out once."""
    return import_module("dicehall.solve.fune_outlook").fune_outlooks()
