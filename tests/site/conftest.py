"""One built folder for all tests of the site."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicehall.site.build import core
from dicehall.site.build.folder import Site, build_site
from dicehall.site.build.preview import previewed

PYODIDE = Path(__file__).parents[2] / ".pyodide"
BASE = "/some/dice/"


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Site, Path]:
    """The folder; needs Node and the files that `make .pyodide` downloads."""
    if missing := _missing():
        assert "CI" not in os.environ, missing
        pytest.skip(missing)
    folder = tmp_path_factory.mktemp("site") / "folder"
    return build_site(folder, BASE, PYODIDE), folder


def _missing() -> str:
    try:
        core.node()
        core.find(PYODIDE)
    except core.CannotBuild as refusal:
        return f"{refusal.reason}: make .pyodide"
    return ""


@pytest.fixture(scope="session")
def address(built: tuple[Site, Path]) -> Iterator[str]:
    """The address at which a plain file server shows the folder."""
    with previewed(built[1], BASE) as found:
        yield found
