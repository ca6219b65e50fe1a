"""Uses the application as a player would, to learn which modules it needs and to draw the pages
that are shown before it has started. Runs under Pyodide in Node."""

import asyncio
import json
import re
import sqlite3
from collections import deque
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from dicehall.game import games
from dicehall.site.build.fixed_pages import FIXED_PAGES, file_of
from dicehall.site.inside.door import Door
from dicehall.site.inside.hall import open_hall
from dicehall.site.inside.thinking import Ask, answer
from dicehall.words.language import languages

LINK = re.compile(r'href="([^"#]+)"')
ID = re.compile(r"[0-9a-f]{32}|\d+")
DATED = re.compile(r"(/today|/puzzles)/[^\"]+")
"""Links to the dice or the puzzle of the day on which the folder is built."""
MOVES = 12


def old_database(path: Path) -> bytes:
    """A database before all migrations."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    return path.read_bytes()


async def rehearse(pages: Path, root: str, seated: Callable[[], Any]) -> None:
    """Draw the fixed pages into a folder, and use everything once, all migrations included. Calls
    `seated` when each game has had a board."""
    door = await _open(root, None, "first", _never)
    fixed = [
        path.format(game) for path in FIXED_PAGES for game in (games() if "{}" in path else [""])
    ]
    for language in languages():
        for path in fixed:
            place = pages / language / file_of(path)
            place.parent.mkdir(parents=True, exist_ok=True)
            door.jar.forget()
            stranger = Newcomer(door, root)
            page = (await stranger.ask("GET", path, language=language))[2]
            place.write_text(DATED.sub(r"\1", page), "utf-8")
    for game in games():
        await Newcomer(door, root).sit_down(game)
    seated()
    old = old_database(Path("/tmp/old.db"))
    visitor = Newcomer(await _open(root, old, "all", _think), root)
    for game in games():
        await visitor.play(game)
    await visitor.follow("/")


async def _open(root: str, database: bytes | None, name: str, think: Ask) -> Door:
    place = Path(f"/tmp/{name}.db")
    address = f"http://localhost{root.removesuffix('app')}"
    return await open_hall(address, database, [], "", _discard, _discard, think, place)


async def _never(_: bytes) -> bytes:
    """Another worker thinks, with modules of its own."""
    return await asyncio.Future()


async def _think(question: bytes) -> bytes:
    return answer(question)


async def _discard(*_: Any) -> None:
    """The rehearsal keeps nothing."""


@dataclass(slots=True)
class Newcomer:
    """Someone who opens pages and plays."""

    door: Any
    root: str
    seen: set[str] = field(default_factory=set)

    async def ask(
        self,
        method: str,
        path: str,
        data: Any = None,
        *,
        text: str = "",
        language: str = "en",
        broken: bool = False,
    ) -> tuple[int, dict[str, str], str]:
        """The status, the headers and the text of an answer; it may be an error of the server only
        if that is expected to be `broken`."""
        head: list[Any] = []
        parts: list[bytes] = []
        over = asyncio.Event()
        headers = [("accept", "text/html"), ("accept-language", language)]
        if data is not None or text:
            kind = "application/x-www-form-urlencoded" if text else "application/json"
            headers.append(("content-type", kind))
        body = text.encode() if data is None else json.dumps(data).encode()

        def begin(status: int, pairs: str) -> None:
            head.extend((status, dict(json.loads(pairs))))

        self.door.handle(method, self.root + path, headers, body, begin, parts.append, over.set)
        await over.wait()
        answered = b"".join(parts).decode("utf-8", "replace")
        assert head[0] < 500 or broken, (method, path, answered[:2000])
        return head[0], head[1], answered

    async def follow(self, start: str) -> None:
        """Open a page and all that it leads to, one page of each kind."""
        waiting = deque([start])
        while waiting:
            path = waiting.popleft()
            kind = ID.sub("*", path.partition("?")[0])
            if kind in self.seen or "/stream" in path or "/static/" in path:
                continue
            self.seen.add(kind)
            links = map(unescape, LINK.findall((await self.ask("GET", path))[2]))
            waiting += [link.removeprefix(self.root) for link in links if link.startswith("/")]

    async def sit_down(self, game: str) -> None:
        """Open a match from the home page, see the board, and move if it is one's turn."""
        there = (await self.ask("POST", f"/play/{game}", text="x-part="))[1]["location"]
        there = there.removeprefix(self.root)
        await self.ask("GET", there)
        match = json.loads((await self.ask("GET", f"/api{there}"))[2])
        move = {"move": next(iter(match["turn"].get("moves", [])), ""), "version": match["version"]}
        await self.ask("POST", f"{there}/moves", text=urlencode(move))  # some are spelled otherwise
        await self.ask("POST", f"/api{there}/moves", move)
        await self.ask("GET", there)

    async def play(self, game: str) -> None:
        """Play some moves of a game, resign, and open the pages of a finished match."""
        opponent = "alone" if 1 in games()[game].seats else "people"
        opening = {"game": game, "name": "Guest", "opponent": opponent}
        match = json.loads((await self.ask("POST", "/api/matches", opening))[2])
        there = f"/api/matches/{match['id']}"
        for _ in range(MOVES):
            if moves := match["turn"].get("moves"):
                move = {"move": moves[0], "version": match["version"]}
                match = json.loads((await self.ask("POST", f"{there}/moves", move))[2])
        await self.ask("POST", f"{there}/resignation")
        for page in ("", "/replay", "/dice", "/frames", "/record"):
            await self.follow(f"/matches/{match['id']}{page}")
