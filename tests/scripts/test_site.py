"""The documentation site: built strictly and without a network, whole, and with no dead link."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

import dicehall

ROOT = Path(__file__).parents[2]
LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "use": "href", "source": "src"}


class Reader(HTMLParser):
    """The links of a page and its link targets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.ids: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.ids |= {name for key in ("id", "name") if (name := given.get(key))}
        target = given.get(LINKS.get(tag, ""))
        if target is not None:
            self.links.append((tag, target))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site; what warns fails."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", folder]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "http_proxy": "http://127.0.0.1:1"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Reader]:
    return {
        path.relative_to(site).as_posix(): Reader(path.read_text("utf-8"))
        for path in site.rglob("*.html")
    }


def dead(pages: dict[str, Reader], site: Path) -> Iterator[str]:
    """Broken links, and resources loaded from other hosts."""
    for place, page in pages.items():
        for tag, target in page.links:
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                if tag != "a" and parts.scheme != "data":
                    yield f"{place} takes {target} from elsewhere"
                continue
            there = unquote(urljoin(f"/{place}", parts.path or f"/{place}")).lstrip("/")
            if place == "404.html":  # it is shown anywhere, and its links begin at the root
                there = there or "index.html"
            if there.endswith("/") or not there:
                there += "index.html"
            ids = {"", *pages[there].ids} if there in pages else {parts.fragment}
            if not (site / there).is_file() or unquote(parts.fragment) not in ids:
                yield f"{place} links to {target}"


def test_no_link_is_dead_and_nothing_comes_from_elsewhere(
    pages: dict[str, Reader], site: Path
) -> None:
    assert sum(len(page.links) for page in pages.values()) > 500
    assert list(dead(pages, site)) == []


def test_a_dead_link_would_be_found(site: Path) -> None:
    text = '<a href="none.html"></a><a href="#none"></a><img src="https://there.example/x.png">'
    assert len(list(dead({"index.html": Reader(text)}, site))) == 3


def test_styles_and_scripts_take_nothing_from_elsewhere(site: Path) -> None:
    for style in site.rglob("*.css"):
        taken = re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]*)", style.read_text())
        assert taken == [], style


def test_every_page_of_the_documentation_is_there(pages: dict[str, Reader]) -> None:
    written = {
        path.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        for path in (ROOT / "docs").rglob("*.md")
    }
    more = {"architecture.html", "changes.html", "hosting.html", "command-line.html", "404.html"}
    assert set(pages) == written | more


def test_every_public_name_has_a_docstring(pages: dict[str, Reader]) -> None:
    described = {name.rpartition(".")[2] for name in pages["library.html"].ids if "." in name}
    types = {"AnyGame", "Event", "Roll", "Turn", "__version__"}  # names of types, and a number
    dice = {"D4", "D6", "D8", "D10", "D12", "D20"}
    assert set(dicehall.__all__) - types - dice <= described


def test_a_link_works_where_the_file_lies() -> None:
    """On a code-hosting site, where nothing turns it."""
    for path in [*ROOT.glob("*.md"), ROOT / "deploy/README.md", *(ROOT / "docs").rglob("*.md")]:
        text = re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.S)
        for target in re.findall(r"\]\(([^()#\s]+)(?:#[^()\s]*)?\)", text):
            if ":" not in target:
                assert (path.parent / target).exists(), f"{path.name} links to {target}"


def test_every_example_is_linked(pages: dict[str, Reader]) -> None:
    linked = {target for _tag, target in pages["examples.html"].links}
    files = [
        file.relative_to(ROOT).as_posix()
        for kind in ("*.py", "*.toml")
        for file in (ROOT / "examples").rglob(kind)
    ]
    assert files
    assert set(files) <= linked


def test_every_page_is_in_the_menu(pages: dict[str, Reader]) -> None:
    menu = {target.partition("#")[0] for _tag, target in pages["index.html"].links}
    assert set(pages) - {"404.html"} <= menu | {"index.html"}
