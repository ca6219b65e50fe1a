"""The proxy of deploy/ before two nodes: pages listen through it, and outlive a node."""

import asyncio
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import httpx
from playwright.sync_api import Browser, Page, expect

from nodes.conftest import NewNode
from nodes.node import Node, free_port, missing, wait_for_port
from nodes.visitors import open_match, play, visitor, watch
from support.processes import bound
from support.tables import sit_down, step

PATIENCE_MS = 120_000
DEPLOY = Path(__file__).parents[2] / "deploy"


def nginx() -> str:
    found = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if not found:
        missing("nginx")
    return str(found)


def here(folder: Path, name: str) -> str:
    """A configuration from deploy/ with its paths changed to this folder."""
    text = (DEPLOY / name).read_text()
    text = text.replace("/etc/nginx/nginx-proxy.conf", str(DEPLOY / "nginx-proxy.conf"))
    return re.sub(r"proxy_cache_path \S+", f"proxy_cache_path {folder}/cache", text)


@contextmanager
def proxy(folder: Path, *nodes: Node, settings: str = "") -> Iterator[str]:
    """nginx as deploy/ has it, but on this machine and with more `settings`: the address of the
    server."""
    port = free_port()
    text = here(folder, "nginx.conf").replace("listen 8080", f"listen 127.0.0.1:{port}")
    text = text.replace("http {", f"http {{ {settings}")
    for name, node in zip(("one", "two"), nodes, strict=True):
        text = text.replace(f"server {name}:8000", f"server 127.0.0.1:{node.port}")
    (folder / "nginx.conf").write_text(text)
    options = f"daemon off; pid {folder}/pid; error_log {folder}/error.log;"
    options += " user root;" if os.geteuid() == 0 else ""  # who alone can write there
    running = subprocess.Popen(bound(nginx(), "-c", str(folder / "nginx.conf"), "-g", options))
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


def test_a_page_continues_at_another_node(
    new_node: NewNode,
    shared: list[str],
    tmp_path: Path,
    browser: Browser,
) -> None:
    one, two = new_node(*shared), new_node(*shared)
    with proxy(tmp_path, one, two) as address:
        context = browser.new_context(reduced_motion="reduce")
        context.set_default_timeout(PATIENCE_MS)
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
            expect(other.locator("#table")).to_have_attribute(
                "data-version", shown, timeout=PATIENCE_MS
            )
            node.start()
        step(page, click)
        context.close()


def test_the_proxy_caches_static_files_without_cookies(
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


def test_a_proxy_that_compresses_leaves_what_is_compressed_alone(
    new_node: NewNode, shared: list[str], tmp_path: Path
) -> None:
    one, two = new_node(*shared), new_node(*shared)
    compressing = "gzip on; gzip_proxied any; gzip_types text/css text/javascript;"
    with proxy(tmp_path, one, two, settings=compressing) as address:
        hall = httpx.get(address, timeout=60)
        assert hall.headers["content-encoding"] == "gzip"
        found = re.search(r'"(/static/[^"]+dicehall\.css)"', hall.text)
        assert found
        direct = httpx.get(f"{one.address}{found[1]}", timeout=60)
        for accepted in ("gzip", "identity", "gzip"):  # also from the cache, one for each
            headers = {"Accept-Encoding": accepted}
            answer = httpx.get(f"{address}{found[1]}", headers=headers, timeout=60)
            assert answer.text == direct.text
            coding = answer.headers.get("content-encoding", "identity")
            assert coding == accepted


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


def test_a_gentle_close_under_load_is_not_noticed(
    new_node: NewNode, shared: list[str], tmp_path: Path
) -> None:
    async def play_on(address: str, one: Node, statuses: list[int], rounds: int) -> None:
        outside = SimpleNamespace(address=address)
        async with visitor(one) as ada:
            match = await open_match(ada, outside, "fune", "alone")
            for _ in range(rounds):
                answer = await play(ada, outside, match, match["turn"]["moves"][0])
                statuses.append(answer.status_code)
                match = answer.json() if answer.status_code == 201 else match
                statuses.append((await ada.get(f"{address}/rules/fune")).status_code)
                if match["over"]:
                    match = await open_match(ada, outside, "fune", "alone")

    async def close_one(address: str, one: Node, two: Node) -> None:
        statuses: list[int] = []
        load = [asyncio.create_task(play_on(address, two, statuses, 40)) for _ in range(8)]
        while len(statuses) < 100:
            await asyncio.sleep(0)
        one.process.terminate()
        async with httpx.AsyncClient(timeout=60) as direct:  # it sends readers to other nodes
            while (await direct.get(f"{one.address}/rules/fune")).status_code != 502:
                await asyncio.sleep(0)
        await asyncio.gather(*load)
        assert set(statuses) == {200, 201}
        assert one.process.wait(timeout=60) == 0, "it closed while there was load"

    longer = {"dicehall.host.node.DRAIN_SECONDS": 3.0}
    one, two = new_node(*shared, changes=longer), new_node(*shared)
    # In a thread: the browser's loop may be running in this one.
    with proxy(tmp_path, one, two) as address, ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, close_one(address, one, two)).result()


@contextmanager
def debian_site(folder: Path, node: Node, **changes: str) -> Iterator[int]:
    """The site for one machine in an nginx as Debian ships it, set up as deploy/README.md says."""
    port = free_port()
    site = here(folder, "nginx-site.conf").replace("127.0.0.1:8000", f"127.0.0.1:{node.port}")
    conf = (DEPLOY / "nginx-proxy.conf").read_text()
    for name, value in changes.items():
        conf = re.sub(rf"{name} [^;]+;", f"{name} {value};", conf)
    (folder / "nginx-proxy.conf").write_text(conf)
    site = site.replace(str(DEPLOY / "nginx-proxy.conf"), str(folder / "nginx-proxy.conf"))
    plain, _, _ = site.partition("server {\n  listen 80;")  # the last server only redirects
    plain = re.sub(r" *(listen \[|ssl_|add_header).*\n", "", plain)
    plain = re.sub(r"listen 443 .*?;", f"listen 127.0.0.1:{port};", plain)
    readme = (DEPLOY / "README.md").read_text()
    found = re.search(r"sed -i 's/worker_connections \.\*/(.+)/'", readme)
    limit = re.search(r"echo '(worker_rlimit_nofile \d+;)'", readme)
    assert found
    assert limit
    own = f"pid {folder}/pid; error_log {folder}/error.log; worker_processes auto;"
    logged = f"access_log {folder}/access.log;"
    (folder / "nginx.conf").write_text(
        f"{limit[1]} {own} events {{ {found[1]} }} http {{ {logged} {plain} }}"
    )
    options = "daemon off;" + (" user root;" if os.geteuid() == 0 else "")
    running = subprocess.Popen(bound(nginx(), "-c", str(folder / "nginx.conf"), "-g", options))
    try:
        wait_for_port(port)
        yield port
    finally:
        running.terminate()
        running.wait(timeout=60)


def test_half_sent_heads_do_not_block_others(new_node: NewNode, tmp_path: Path) -> None:
    node = new_node("--data", str(tmp_path / "data"))
    with debian_site(tmp_path, node) as port, ExitStack() as half_sent:
        for _ in range(1700):
            one = half_sent.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
            one.sendall(b"GET / HTTP/1.1\r\nHost: dice.example\r\n")
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=60).status_code == 200


def test_a_half_sent_head_is_not_waited_for_and_no_identity_is_logged(
    new_node: NewNode, tmp_path: Path
) -> None:
    node = new_node("--data", str(tmp_path / "data"))
    assert "client_header_timeout 10s;" in (DEPLOY / "nginx-proxy.conf").read_text()
    with debian_site(tmp_path, node, client_header_timeout="1s") as port:
        with socket.create_connection(("127.0.0.1", port), timeout=60) as one:
            one.sendall(b"GET / HTTP/1.1\r\nHost: dice.example\r\n")
            assert one.recv(100) == b""
        httpx.get(f"http://127.0.0.1:{port}/device/an-identity", timeout=60)
        node.kill()
        httpx.get(f"http://127.0.0.1:{port}/device/an-identity", timeout=60)
    logs = [path.read_text() for path in tmp_path.glob("*.log")]
    assert logs
    assert "an-identity" not in "".join(logs)


def test_one_address_may_not_have_too_many_requests_open(new_node: NewNode, tmp_path: Path) -> None:
    node = new_node("--data", str(tmp_path / "data"))
    assert "limit_conn visitors 240;" in (DEPLOY / "nginx-proxy.conf").read_text()
    with debian_site(tmp_path, node, limit_conn="visitors 2") as port:
        conf = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60)
        token = conf.post("/api/guests").json()["token"]
        conf.headers["Authorization"] = f"Bearer {token}"
        opened = {"game": "fune", "name": "Ada", "opponent": "alone"}
        match_id = conf.post("/api/matches", json=opened).json()["id"]
        stream = f"/api/matches/{match_id}/stream"
        with conf.stream("GET", stream) as one, conf.stream("GET", stream) as two:
            assert (one.status_code, two.status_code) == (200, 200)
            assert conf.get("/rules/fune").status_code == 429
        assert conf.get("/rules/fune").status_code == 200
