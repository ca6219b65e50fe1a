"""The proxy of deploy/ before two nodes: pages listen through it, and outlive a node."""

import asyncio
import os
import re
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

DEPLOY = Path(__file__).parents[2] / "deploy"


def nginx() -> str:
    found = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if not found:
        missing("nginx")
    return str(found)


def here(folder: Path, name: str) -> str:
    """A configuration of deploy/ that finds in this folder what it needs."""
    text = (DEPLOY / name).read_text()
    text = text.replace("/etc/nginx/nginx-house.conf", str(DEPLOY / "nginx-house.conf"))
    return re.sub(r"proxy_cache_path \S+", f"proxy_cache_path {folder}/cache", text)


@contextmanager
def proxy(folder: Path, *nodes: Node) -> Iterator[str]:
    """nginx as deploy/ has it, but on this machine: the address of the house."""
    port = free_port()
    text = here(folder, "nginx.conf").replace("listen 8080", f"listen 127.0.0.1:{port}")
    for name, node in zip(("one", "two"), nodes, strict=True):
        text = text.replace(f"server {name}:8000", f"server 127.0.0.1:{node.port}")
    (folder / "nginx.conf").write_text(text)
    options = f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"
    options += " user root;" if os.geteuid() == 0 else ""  # who alone can write there
    running = subprocess.Popen([nginx(), "-c", str(folder / "nginx.conf"), "-g", options])
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

    one, two = (new_node(*shared) for _ in range(2))
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


def test_a_static_file_is_kept_by_the_proxy_and_nobodys_cookie_with_it(
    new_node: NewNode, shared: list[str], tmp_path: Path
) -> None:
    one, two = new_node(*shared), new_node(*shared)
    with proxy(tmp_path, one, two) as address:
        hall = httpx.get(address, timeout=60).text
        found = re.search(r'"(/static/[^"]+\.css)"', hall)
        assert found
        first = httpx.get(f"{address}{found[1]}", timeout=60)
        one.stop()
        two.stop()
        second = httpx.get(f"{address}{found[1]}", timeout=60)
        assert (first.status_code, second.status_code) == (200, 200)
        assert second.text == first.text
        assert "set-cookie" not in {**first.headers, **second.headers}
        assert "immutable" in second.headers["cache-control"]


def test_the_site_for_one_machine_is_what_nginx_understands(tmp_path: Path) -> None:
    name = "dice.example"
    options = ["-x509", "-nodes", "-newkey", "rsa:2048", "-subj", f"/CN={name}", "-days", "1"]
    files = ["-keyout", str(tmp_path / "privkey.pem"), "-out", str(tmp_path / "fullchain.pem")]
    if not shutil.which("openssl"):
        missing("openssl")
    subprocess.run(["openssl", "req", *options, *files], check=True, capture_output=True)
    site = here(tmp_path, "nginx-site.conf").replace(f"/etc/letsencrypt/live/{name}", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(f"events {{}} http {{ {site} }}")
    options = f"pid {tmp_path}/pid; error_log {tmp_path}/error.log;"
    command = [nginx(), "-t", "-c", str(tmp_path / "nginx.conf"), "-g", options]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    assert tried.returncode == 0, tried.stderr
