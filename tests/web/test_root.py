"""An application that is mounted below a path: nothing leads out of it."""

import asyncio
import json
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest
from playwright.sync_api import expect

from dicehall.match.bus.protocol import MemoryBus
from dicehall.match.service import Matches
from dicehall.match.store.sqlite import SqliteStore
from dicehall.web.app import create_app
from dicehall.web.edge.identity import Signer
from dicehall.web.edge.limits import Limits
from dicehall.web.root import Mounted
from support.browser import NewPage
from support.server import Server
from support.tables import play_out, sit_down

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:litestar")

ROOT = "/some/prefix"
HOST = "http://dice.example"

ADDRESSES, NO_ADDRESS = ("href", "src"), ("action", "value", "data-root")
PATH = re.compile(r"/[a-z][\w-]*(/[\w.-]+)*/?(\?.*)?")
"""The value of any attribute that looks like a path."""
ID = re.compile(r"\b[0-9a-f]{32}\b|\b[0-9A-HJ-NP-Z]{6}\b|(?<=/device/)(?!back)[^/]+")
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["'](\./[^"']+)["']""")
IN_STYLE = re.compile(r"""url\(["']?(?!data:|#)([^"')]+)""")
UNROOTED = re.compile(r"""(?<!=)["'`]/[a-z]""")
REFUSED = (405, 409, 422)
"""An address of a form is asked for, too; some forms cannot be sent again, or empty."""
MOST_OF_A_KIND = 2
"""Pages that differ only in ids and queries are asked for this often."""


class Addresses(HTMLParser):
    """The addresses and forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.forms: list[tuple[str, str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in pairs}
        if tag == "form":
            method = attributes.get("method", "get")
            self.forms.append((method, attributes.get("action", ""), {}))
        elif self.forms and "name" in attributes and "disabled" not in attributes:
            self._fill_in(tag, attributes)
        for name, value in attributes.items():
            if name == "content" and "url=" in value:
                self.found.append(value.rpartition("url=")[2])
            elif name in ADDRESSES or (name not in NO_ADDRESS and PATH.fullmatch(value)):
                self.found.append(value)

    def _fill_in(self, tag: str, attributes: dict[str, str]) -> None:
        """Fill in a form as its first button sends it."""
        fields = self.forms[-1][2]
        chosen = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if tag in ("input", "button") and chosen:
            fields.setdefault(attributes["name"], attributes.get("value", ""))


class Crawler:
    """Follows every address from page to page, and sends every form."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.seen: Counter[str] = Counter()
        self.waiting: list[tuple[str, str, dict[str, str]]] = []

    async def crawl(self, *starts: str) -> None:
        for start in starts:
            self.add("get", start)
        while self.waiting:
            method, address, fields = self.waiting.pop(0)
            await self.visit(method, address, fields)

    def add(self, method: str, address: str, fields: dict[str, str] | None = None) -> None:
        path = urlsplit(address).path
        kind = ID.sub("…", f"{method} {path} {sorted(fields or ())}")
        if not path.endswith("/stream") and self.seen[kind] < MOST_OF_A_KIND:
            self.seen[kind] += 1
            self.waiting.append((method, address, fields or {}))

    async def visit(self, method: str, address: str, fields: dict[str, str]) -> None:
        sent = {"data": fields} if method == "post" else {"params": fields} if fields else {}
        answer = await self.client.request(method, address, headers={"Accept": "text/html"}, **sent)
        assert answer.status_code < 404 or answer.status_code in REFUSED, (method, address)
        for found in self.addresses(answer):
            self.follow(address, found)
        if "html" in answer.headers.get("content-type", ""):
            for method, action, fields in Addresses(answer.text).forms:
                assert_inside(urljoin(address, action), address)
                self.add(method, urljoin(address, action), fields)

    def addresses(self, answer: httpx.Response) -> Iterator[str]:
        """What an answer refers to."""
        kind = answer.headers.get("content-type", "")
        if "location" in answer.headers:
            yield answer.headers["location"]
        if "html" in kind:
            yield from Addresses(answer.text).found
        elif "javascript" in kind:
            yield from IMPORTED.findall(answer.text)
            assert not UNROOTED.search(answer.text.replace(f'"{ROOT}', "")), answer.url
        elif "css" in kind:
            yield from IN_STYLE.findall(answer.text)
        elif "manifest" in kind:
            data = json.loads(answer.text)
            yield from (data["id"], data["start_url"], data["scope"])
            yield from (icon["src"] for icon in data["icons"])
            yield from (shortcut["url"] for shortcut in data["shortcuts"])

    def follow(self, page: str, found: str) -> None:
        address = urlsplit(urljoin(HOST + page, found))
        if address.netloc == urlsplit(HOST).netloc and address.scheme == "http":
            assert_inside(address.path, f"{page}: {found}")
            self.add("get", f"{address.path}?{address.query}".removesuffix("?"))


def assert_inside(path: str, where: str) -> None:
    assert urlsplit(path).path.startswith(f"{ROOT}/"), where


@asynccontextmanager
async def mounted(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A guest of an application below `ROOT`, without a network."""
    matches = Matches(SqliteStore.at(folder / "matches.db"), MemoryBus(), pace=0)
    limits = Limits(1_000_000)
    app = Mounted(create_app(matches, Signer(b"k" * 32), asyncio.Event(), limits), ROOT)
    events: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    opened = asyncio.Event()

    async def hear(message: object) -> None:
        opened.set()

    living = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, events.get, hear))
    events.put_nowait({"type": "lifespan.startup"})
    await opened.wait()
    transport = httpx.ASGITransport(app, client=("192.0.2.1", 1))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url=HOST) as client:
        yield client
    events.put_nowait({"type": "lifespan.shutdown"})
    await living


@pytest.mark.slow
def test_every_address_leads_inside(tmp_path: Path) -> None:
    async def run() -> None:
        async with mounted(tmp_path) as client:
            crawler = Crawler(client)
            worker = (await client.get(f"{ROOT}/service-worker.js")).text
            files = re.findall(rf'"({ROOT}/static/[^"]+)"', worker)
            pages = (f"{ROOT}/{page}" for page in ("", "service-worker.js", "offline", "api/docs"))
            await crawler.crawl(*pages, *files)
            visited = {kind.split(" [")[0].replace(ROOT, "") for kind in crawler.seen}
            wanted = {
                *("get /", "get /scores", "get /history", "get /settings", "get /lobby"),
                *("get /new/fune", "post /new/fune", "post /play/sparkle", "get /rules/sparkle"),
                *("get /matches/…", "get /matches/…/dice", "get /matches/…/record"),
                *("post /matches/…/moves", "post /matches/…/resign", "post /matches/…/again"),
                *("get /matches/…/replay", "post /language", "post /settings", "post /device"),
                *("get /manifest.webmanifest", "get /api/openapi.json", "get /join"),
            }
            assert wanted <= visited, wanted - visited
            assert {cookie.path for cookie in client.cookies.jar} == {f"{ROOT}/"}
            described = (await client.get(f"{ROOT}/api/openapi.json")).json()
            assert described["servers"] == [{"url": ROOT}]

    asyncio.run(run())


def test_links_for_others_and_for_scripts_are_complete(tmp_path: Path) -> None:
    async def run() -> None:
        async with mounted(tmp_path) as client:
            hall = (await client.get(f"{ROOT}/")).text
            assert f'data-root="{ROOT}"' in hall
            assert f'content="{HOST}{ROOT}/"' in hall  # the address of the link card
            assert re.search(rf'content="{HOST}{ROOT}/static/[^"]+\.png"', hall)
            fields = {"opponent": "open", "name": "Ada"}
            page = {"X-Part": "page"}
            there = (await client.post(f"{ROOT}/new/fune", data=fields, headers=page)).text
            assert there.startswith(f"{ROOT}/matches/")
            assert f"{HOST}{there}" in (await client.get(there)).text  # the invitation
            device = (await client.post(f"{ROOT}/device")).text
            assert f"{HOST}{ROOT}/device/" in device

    asyncio.run(run())


def test_the_way_back_stays_inside(tmp_path: Path) -> None:
    async def run() -> None:
        async with mounted(tmp_path) as client:
            page = (await client.get(f"{ROOT}/history?game=fune")).text
            assert 'name="back" value="/history?game=fune"' in page
            fields = {"language": "ja", "back": "/history?game=fune"}
            answer = await client.post(f"{ROOT}/language", data=fields)
            assert answer.headers["location"] == f"{ROOT}/history?game=fune"
            settings = (await client.get(f"{ROOT}/settings?back=/scores&saved=true")).text
            assert f'href="{ROOT}/scores"' in settings

    asyncio.run(run())


def test_nothing_lies_outside(tmp_path: Path) -> None:
    async def run() -> None:
        async with mounted(tmp_path) as client:
            answer = await client.get(ROOT)
            assert (answer.status_code, answer.headers["location"]) == (308, f"{ROOT}/")
            for path in ("/", "/lobby", "/some", f"{ROOT}er/", "/api/games"):
                assert (await client.get(path)).status_code == 404
            assert (await client.get("/api/games")).json()["code"] == "not-found"
            assert (await client.post(f"{ROOT}/api/guests")).status_code == 201

    asyncio.run(run())


def test_a_match_below_a_prefix(new_page: NewPage, tmp_path: Path) -> None:
    server = Server(tmp_path, options=("--root", ROOT))
    try:
        page = new_page()
        wrong: list[str] = []
        page.on("request", lambda request: wrong.append(request.url) if outside(request.url) else 0)
        page.on("response", lambda answer: wrong.append(answer.url) if not answer.ok else 0)
        sit_down(page, f"{server.address}{ROOT}", "knucklebones", "easy", begins="first")
        play_out(page, lambda page: page.locator("button.column:enabled").first.click())
        page.locator('.result a[href$="/replay"]').first.click()
        expect(page.locator(".replay")).to_be_visible()
        page.locator("header .home").click()
        page.wait_for_url(f"{server.address}{ROOT}/")
        assert not wrong
    finally:
        server.stop()


def outside(url: str) -> bool:
    return url.startswith("http") and not urlsplit(url).path.startswith(f"{ROOT}/")
