"""The responses that a browser needs to install the app."""

import re
import struct
from pathlib import Path

import httpx
import pytest

from dicehall.game import games
from dicehall.web.installable.manifest import manifest
from dicehall.words.language import using
from support.catalogues import catalogue
from support.clients import visitor
from support.server import Server


@pytest.fixture
def stranger(server: Server) -> httpx.Client:
    return visitor(server)


def png_size(content: bytes) -> tuple[int, int]:
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">2I", content[16:24])
    return width, height


def test_the_manifest_leads_to_icons_of_the_sizes_it_names(stranger: httpx.Client) -> None:
    answer = stranger.get("/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    data = answer.json()
    icons = [*data["icons"], *(icon for one in data["shortcuts"] for icon in one["icons"])]
    purposes = {(icon["sizes"], icon.get("purpose", "any")) for icon in data["icons"]}
    assert purposes >= {(f"{n}x{n}", use) for n in (192, 512) for use in ("any", "maskable")}
    for icon in icons:
        found = stranger.get(icon["src"])
        assert found.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert "{}x{}".format(*png_size(found.content)) == icon["sizes"]
            assert len(found.content) < 60_000


def test_shortcuts_lead_to_a_table_of_every_game(stranger: httpx.Client) -> None:
    shortcuts = stranger.get("/manifest.webmanifest").json()["shortcuts"]
    assert [one["name"] for one in shortcuts] == [entry.title for entry in games().values()]
    for one in shortcuts:
        assert stranger.get(one["url"]).status_code == 200


def test_the_manifest_is_in_the_readers_language(tmp_path: Path) -> None:
    words = {
        "Dicehall": "Würfelhalle",
        "Dice games. Fair dice, worthy opponents.": "Würfelspiele.",
    }
    with catalogue(tmp_path, "de", words), using("de"):
        data = manifest()
    assert (data["lang"], data["name"], data["short_name"]) == ("de", "Würfelhalle", "Würfelhalle")
    assert data["description"] == "Würfelspiele."
    assert manifest()["name"] == "Dicehall"


@pytest.mark.parametrize("path", ["/manifest.webmanifest", "/service-worker.js", "/offline"])
def test_shared_files_create_no_guest(stranger: httpx.Client, path: str) -> None:
    answer = stranger.get(path)
    assert answer.status_code == 200
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "private, no-store"


def test_the_worker_is_a_script_at_the_root_and_knows_every_style_and_script(
    stranger: httpx.Client,
) -> None:
    answer = stranger.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    kept = set(re.findall(r'"(/static/[^"]+)"', answer.text))
    pages = ["/", "/scores", "/offline", *(f"/rules/{game}" for game in games())]
    for page in pages:
        html = stranger.get(page).text
        wanted = set(re.findall(r'(?:href|src)="(/static/[^"#]+\.(?:css|js|svg|woff2))[#"]', html))
        assert wanted
        assert wanted <= kept


def test_the_page_without_a_connection_holds_nothing_of_a_guest(server: Server) -> None:
    ada = visitor(server)
    ada.get("/")
    ada.post("/settings", data={"name": "Ada Lovelace", "theme": "light", "face": "owl"})
    assert "Ada Lovelace" in ada.get("/").text
    shown = ada.get("/offline").text
    assert "Ada Lovelace" not in shown
    assert 'data-theme="light"' in shown


def test_files_of_another_edition_are_not_cached(stranger: httpx.Client) -> None:
    found = re.search(r'"(/static/([0-9a-f]{10})/dicehall\.css)"', stranger.get("/").text)
    assert found
    assert "immutable" in stranger.get(found[1]).headers["cache-control"]
    other = stranger.get(found[1].replace(found[2], "0123456789"))
    assert other.status_code == 200
    assert other.headers.get_list("cache-control") == ["no-store"]
