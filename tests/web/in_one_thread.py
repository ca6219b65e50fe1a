"""Run by test_anywhere.py: plays a match at Knucklebones where there are no threads, processes or
sockets, and without packages that contain compiled code that a browser does not have."""

import asyncio
import json
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

UNAVAILABLE = {
    *("numpy", "numba", "llvmlite", "PIL", "psutil", "uvicorn", "uvloop", "httptools"),
    *("asyncpg", "redis", "greenlet", "multiprocessing", "_multiprocessing"),
}
NOT_NEEDED = {"alembic", "mako", "prometheus_client", "segno", "textual", "typer", "rich"}
"""Available, but they must not be loaded at start."""


class Unavailable:
    """An import hook."""

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] in UNAVAILABLE:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def refuse(*_: object, **__: object) -> Any:
    raise RuntimeError("not here")


if __name__ == "__main__":  # not while pytest looks for doctests
    sys.meta_path.insert(0, Unavailable())  # type: ignore[arg-type]
    threading.Thread.start = refuse  # type: ignore[method-assign]
    subprocess.Popen = refuse  # type: ignore[assignment, misc]

from dicehall.match.background import in_place  # noqa: E402
from dicehall.match.bus.protocol import MemoryBus  # noqa: E402
from dicehall.match.service import Matches  # noqa: E402
from dicehall.match.store.sqlite import SqliteStore  # noqa: E402
from dicehall.match.store.sqlite_committers import CommitHere  # noqa: E402
from dicehall.match.thinking.here import ThinkingHere  # noqa: E402
from dicehall.web.app import create_app  # noqa: E402
from dicehall.web.edge.identity import Signer  # noqa: E402
from dicehall.web.edge.limits import Limits  # noqa: E402
from dicehall.web.root import Mounted  # noqa: E402

ROOT = "/dice"


class Guest:
    """Sends requests to an application in this process."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.cookie = ""

    async def ask(
        self, method: str, path: str, wanted: int = 0, **fields: str
    ) -> tuple[dict[str, str], str]:
        """The headers and body of a response with the `wanted` status, or any success."""
        program = path.startswith("/api/")
        kind = b"application/json" if program else b"application/x-www-form-urlencoded"
        body = json.dumps(fields) if program else urlencode(fields)
        path, _, query = f"{ROOT}{path}".partition("?")
        headers = [(b"host", b"dice.example"), (b"cookie", self.cookie.encode())]
        headers += [(b"content-type", kind)] if fields else []
        scope = {"type": "http", "method": method, "path": path, "raw_path": path.encode()}
        scope |= {"query_string": query.encode(), "headers": headers, "client": ("here", 0)}
        scope |= {"scheme": "http", "server": ("dice.example", 80), "root_path": "", "state": {}}
        sent: list[Any] = []
        bodies = [body.encode() if fields else b""]

        async def receive() -> dict[str, Any]:
            if not bodies:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": bodies.pop()}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        answered = {name.decode().lower(): value.decode() for name, value in sent[0]["headers"]}
        if "set-cookie" in answered and not self.cookie:
            self.cookie = answered["set-cookie"].partition(";")[0]
        content = b"".join(part.get("body", b"") for part in sent[1:])
        status = sent[0]["status"]
        assert status == wanted if wanted else status < 400, (method, path, status, content[:400])
        return answered, content.decode(errors="replace")


async def play(guest: Guest) -> None:
    """Play a match and look at it."""
    _, hall = await guest.ask("GET", "/")
    assert f'data-root="{ROOT}"' in hall
    for file in re.findall(rf'(?:src|href)="{ROOT}(/static/[^"#]+)"', hall):
        await guest.ask("GET", file)
    fields = {"name": "Ada", "opponent": "easy", "begins": "first"}
    headers, _ = await guest.ask("POST", "/new/knucklebones", **fields)
    match = headers["location"].removeprefix(ROOT)
    await guest.ask("GET", match)
    _, hint = await guest.ask("GET", f"{match}/hint")
    assert "column" in hint
    while not (state := json.loads((await guest.ask("GET", f"/api{match}"))[1]))["over"]:
        if state["turn"]["seat"] == 0:
            move = {"move": state["turn"]["moves"][0], "version": str(state["version"])}
            await guest.ask("POST", f"/api{match}/moves", **move)
        await asyncio.sleep(0)
    for page in ("", "/replay", "/review", "/dice", "/record"):
        await guest.ask("GET", match + page)
    for page in (
        "/",
        "/history",
        "/you",
        "/you/ladder",
        "/you/delete",
        "/scores",
        "/settings",
        "/rules/fune",
        "/new/pocket-hexes",
        "/lobby",
    ):
        await guest.ask("GET", page)


async def ask_coaches(guest: Guest) -> None:
    """Sparkle's coach estimates without NumPy; that of Pocket Hexes cannot."""
    headers, _ = await guest.ask("POST", "/new/sparkle", name="Ada", opponent="alone")
    match = headers["location"].removeprefix(ROOT)
    assert 'class="notice"' not in (await guest.ask("GET", f"{match}/hint"))[1]
    headers, _ = await guest.ask("POST", "/new/pocket-hexes", name="Ada", opponent="alone")
    match = headers["location"].removeprefix(ROOT)
    line = "The coach for this game needs the full version"
    assert line in (await guest.ask("GET", match))[1]
    _, refused = await guest.ask("GET", f"/api{match}/worth", 409)
    assert json.loads(refused)["code"] == "needs-full-version"
    _, page = await guest.ask("GET", f"{match}/hint", 409)
    assert line in page


async def run(folder: Path) -> None:
    store = SqliteStore.at(folder / "matches.db", CommitHere, offload=in_place)
    matches = Matches(store, MemoryBus(), 0, thinking=ThinkingHere(0), offload=in_place)
    app = Mounted(create_app(matches, Signer(b"k" * 32), asyncio.Event(), Limits()), ROOT)
    loaded = {name.partition(".")[0] for name in sys.modules}
    assert not loaded & NOT_NEEDED, loaded & NOT_NEEDED
    events: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    opened = asyncio.Event()

    async def hear(message: object) -> None:
        opened.set()

    living = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, events.get, hear))
    events.put_nowait({"type": "lifespan.startup"})
    await opened.wait()
    socket.socket = refuse  # type: ignore[assignment, misc]  # the event loop has its own by now
    await play(Guest(app))
    await ask_coaches(Guest(app))
    events.put_nowait({"type": "lifespan.shutdown"})
    await living
    print("played")


if __name__ == "__main__":
    asyncio.run(run(Path(sys.argv[1])))
