"""Fixtures that the tests of several layers share."""

import os

import pytest

from dicehall.solve import (
    fune,
    fune_outlook,
    kernels,  # noqa: F401  its compiled code stays in the user's cache folder
)


@pytest.fixture(scope="session")
def table_folder(tmp_path_factory):
    """An empty cache folder for the tables of this run."""
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
    return fune.fune_values()


@pytest.fixture(scope="session")
def fune_outlook_table(fune_table):
    """The outlooks of FUNE, worked out once."""
    return fune_outlook.fune_outlooks()
