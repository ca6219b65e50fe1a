"""The proxy of deploy/ before two nodes: pages listen through it, and outlive a node."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
from playwright.sync_api import Browser, Page, expect

from nodes.conftest import NewNode
from nodes.node import Node, free_port, missing, wait_for_port
from nodes.visitors import open_match, play, visitor, watch
from support.browser import browser  # noqa: F401  (a fixture)
from support.tables import sit_down, step

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"


@contextmanager
def proxy(folder: Path, *nodes: Node) -> Iterator[str]:
    """nginx as deploy/ has it, but on this machine: the address of the house."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if not nginx:
        missing("nginx")
    port = free_port()
    text = CONFIGURATION.read_text().replace("listen 8080", f"listen 127.0.0.1:{port}")
    for name, node in zip(("one", "two"), nodes, strict=True):
        text = text.replace(f"server {name}:8000 resolve", f"server 127.0.0.1:{node.port}")
    (folder / "nginx.conf").write_text(text)
    options = f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"
    running = subprocess.Popen([str(nginx), "-c", str(folder / "nginx.conf"), "-g", options])
    try:
        wait_for_port(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(timeout=60)


def click(page: Page) -> None:
    page.locator("button.column").first.click()


def test_news_comes_through_the_proxy_at_once(
    new_node: NewNode, shared: list[str], tmp_path: Path
) -> None:
    async def listen(address: str, one: Node) -> None:
        async with visitor(one) as ada:
            match = await open_match(ada, one, "knucklebones", "people", other="Bob")
            outside = SimpleNamespace(address=address)
            watchers = [await watch(ada, outside, match) for _ in range(4)]
            answer = await play(ada, outside, match, match["turn"]["moves"][0])
            for watcher in watchers:
                await watcher.until(answer.json()["version"], seconds=5)
                await watcher.leave()
            forwarded = await ada.get(f"{address}/", headers={"X-Forwarded-Proto": "https"})
            assert "; Secure" in forwarded.headers.get("set-cookie", "; Secure")
            assert (await ada.get(f"{address}/metrics")).status_code == 404

    one, two = (new_node(*shared, "--metrics") for _ in range(2))
    with proxy(tmp_path, one, two) as address:
        asyncio.run(listen(address, one))
        guest = httpx.get(address, headers={"X-Forwarded-Proto": "https"}, timeout=60)
        assert "; Secure" in guest.headers["set-cookie"]


def test_a_page_goes_on_at_another_node(
    new_node: NewNode,
    shared: list[str],
    tmp_path: Path,
    browser: Browser,  # noqa: F811
) -> None:
    one, two = new_node(*shared), new_node(*shared)
    with proxy(tmp_path, one, two) as address:
        context = browser.new_context(reduced_motion="reduce")
        page = context.new_page()
        people = {"name": "Ada", "other": "Bob", "begins": "first"}
        sit_down(page, address, "knuckles", "people", **people)
        other = context.new_page()
        other.goto(page.url)
        for node, end in ((one, one.kill), (two, two.stop)):
            step(page, click)
            end()
            step(page, click)  # sent again until somebody answers
            shown = page.get_attribute("#table", "data-version") or ""
            expect(other.locator("#table")).to_have_attribute("data-version", shown, timeout=60_000)
            node.start()
        step(page, click)
        context.close()
