"""The written folder and the refusals; needs neither Node nor Pyodide."""

import ast
import json
import marshal
import re
import traceback
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from dicehall.site.build import core
from dicehall.site.build.core import CannotBuild
from dicehall.site.build.folder import BEFORE_START, PACKED, Site, build_site, write_site
from dicehall.site.build.packing import compiled, without_types
from dicehall.site.build.preview import previewed

LARGE = {name + PACKED: name.encode() for name in BEFORE_START}


def site(**files: bytes) -> Site:
    sizes = dict.fromkeys(BEFORE_START, 1)
    return Site("/dice/", {**LARGE, "static/icon.svg": b"<svg/>", **files}, sizes)


def test_an_update_replaces_the_whole_build(tmp_path: Path) -> None:
    for built in (site(), site(more=b"1")):
        write_site(built, tmp_path)
        assert [entry.name for entry in tmp_path.glob("b-*")] == [built.build]
        assert f'data-build="{built.build}"' in (tmp_path / "index.html").read_text("utf-8")
        assert built.build in (tmp_path / "service-worker.js").read_text("utf-8")
    assert not list(tmp_path.glob("*.new"))


def test_every_file_that_the_service_worker_names_is_there(tmp_path: Path) -> None:
    write_site(site(), tmp_path)
    script = (tmp_path / "service-worker.js").read_text("utf-8")
    found = re.search(r"^const FILES = (.*);$", script, re.MULTILINE)
    assert found
    for name in json.loads(found[1]):
        assert (tmp_path / name).is_file() or (tmp_path / f"{name}{PACKED}").is_file()


def test_the_installed_app_has_addresses_of_the_folder(tmp_path: Path) -> None:
    write_site(site(), tmp_path)
    manifest = json.loads((tmp_path / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["start_url"] == manifest["scope"] == "/dice/"
    assert manifest["shortcuts"][0]["url"] == "/dice/#/new/sparkle"
    for icon in manifest["icons"]:
        assert icon["src"].startswith(f"/dice/{site().build}/static/icon")


def test_a_folder_with_something_else_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("…")
    with pytest.raises(CannotBuild, match=r"thesis\.tex"):
        build_site(tmp_path, "/", tmp_path / "missing")  # seen before anything else
    with pytest.raises(CannotBuild, match=r"thesis\.tex"):
        write_site(site(), tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["thesis.tex"]


def test_missing_parts_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotBuild, match="pinned pyodide"):
        core.find(tmp_path)
    (tmp_path / f"pyodide-{core.pins()['pyodide'].version}.tgz").write_bytes(b"another file")
    with pytest.raises(CannotBuild, match="pinned pyodide"):
        core.find(tmp_path)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(CannotBuild, match="npm is missing"):
        core.fetch(tmp_path)
    with pytest.raises(CannotBuild, match="Node is missing"):
        core.node()


def test_msgspec_is_the_same_as_outside() -> None:
    lock = Path(__file__).parents[2] / "constraints" / "play.txt"
    assert f"msgspec=={core.pins()['msgspec'].version} " in lock.read_text("utf-8")


def test_code_without_line_numbers_runs_and_shows_tracebacks() -> None:
    source = b'def divide(n):\n    """Docs."""\n    return [1 / one for one in range(n)]\n'
    module: dict[str, object] = {}
    exec(marshal.loads(compiled(source, "divide.py")[16:]), module)
    divide = module["divide"]
    assert callable(divide)
    assert divide.__doc__ is None
    with pytest.raises(ZeroDivisionError) as raised:
        divide(1)
    assert "in divide" in "".join(traceback.format_exception(raised.value))


def test_code_for_type_checkers_is_not_packed() -> None:
    source = b"""
if TYPE_CHECKING:
    import missing
@overload
def half(n: Absent) -> Absent: ...
def half(n: Absent = 4) -> Absent:
    if TYPE_CHECKING:
        return missing
    return n // 2
class Named:
    name: Absent
"""
    module: dict[str, Any] = {}
    program = without_types(source)
    assert "missing" not in ast.unparse(program)
    exec(compile("from __future__ import annotations\n" + ast.unparse(program), "", "exec"), module)
    assert module["half"]() == 2
    assert module["half"].__annotations__ == {}
    assert module["Named"].__annotations__ == {"name": "Absent"}


def test_the_preview_serves_files_below_the_base_only(tmp_path: Path) -> None:
    write_site(site(), tmp_path)
    with previewed(tmp_path, "/dice/") as address:
        assert b"Dicehall" in urllib.request.urlopen(address).read()
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(address.replace("/dice/", "/index.html"))
