"""A bot on a server, over its JSON interface, with asyncio."""

import asyncio
import hashlib
import json
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from itertools import count
from random import Random
from typing import Any
from urllib.parse import quote, urlencode

from dicehall.client.connection import HttpConnection, ServerRefused
from dicehall.game import AnyGame, Roll
from dicehall.game.records import Event, Record, read
from dicehall.game.turns import spell_roll
from dicehall.players.chooser import Chooser

State = dict[str, Any]
"""A match as the server describes it: `MatchInfo` at /api/docs."""

RESENT = 6
"""How often a request is resent that may not have arrived; resending is harmless."""
FIRST_PAUSE_SECONDS = 0.2
LONGEST_PAUSE_SECONDS = 5.0
"""Pauses double from the first to the longest."""
AWAY = frozenset({502, 503, 504})
"""Statuses of a server that is not available right now."""
BUSY = 429
OVERTAKEN = frozenset({"match-over", "stale-version"})
"""Refusals of a move or a client seed that came too late."""
OPEN = "open"


class AsyncClient:
    """A guest of a server. Keep its `token` to be the same guest next time."""

    def __init__(self, url: str, token: str = "", language: str = "") -> None:
        self.connection = HttpConnection(url)
        self.token = token
        self.language = language
        """The language of refusals; English if the server does not have it."""
        self.reached = True
        """Whether the server answered the last request."""
        self.noticed: Callable[[], None] = lambda: None
        """Called when `reached` changes, or a table's `away`."""

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *problem: object) -> None:
        await self.connection.close()

    async def open(
        self, game: str, name: str = "Bot", opponent: str = OPEN, words: str = "", **settings: Any
    ) -> "AsyncTable":
        """Open a match and take a seat, against a level or with a free seat for another player.
        /api/docs lists all settings (`options`, `begins`, `clock`, `public` …)."""
        promise = await self.ask("POST", "/api/promises")
        words = words or secrets.token_hex(16)
        added = {"commitment": _commit_to(words)} if opponent == OPEN else {"words": words}
        if settings.get("own_dice"):
            added = {}  # words change nothing about them
        request = {"game": game, "name": name, "opponent": opponent, **added, **settings}
        try:
            match = await self.ask("POST", "/api/matches", request | {"table": promise["table"]})
        except ServerRefused as refused:
            if refused.code != "promise-spent":
                raise
            match = await self.see(promise["match"])  # it was opened, but the response was lost
        return AsyncTable(self, match, words)

    async def join(
        self, match: str = "", name: str = "Bot", *, code: str = "", words: str = ""
    ) -> "AsyncTable":
        """Take a seat by match id or room code, or return to a seat. To return before the client
        seeds are revealed, pass the same `words`."""
        if code:
            match = (await self.ask("GET", f"/api/rooms/{quote(code, safe='')}"))["match"]
        seen, words = await self.see(match), words or secrets.token_hex(16)
        if not _own_seats(seen) and None in seen["seats"]:
            sitting = {"seat": seen["seats"].index(None), "name": name}
            try:
                sitting["commitment"] = _commit_to(words)
                seen = await self.ask("POST", f"/api/matches/{match}/seats", sitting)
            except ServerRefused:
                seen = await self.see(match)
                if not _own_seats(seen):
                    raise
        return AsyncTable(self, seen, words)

    async def see(self, match: str) -> State:
        """A match as it is now."""
        seen: State = await self.ask("GET", f"/api/matches/{match}")
        return seen

    async def matches(
        self, *, over: bool = False, game: str = "", result: str = ""
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The guest's own matches, newest first: running ones, or those that are `over`; filtered
        by game or result. /api/docs describes them as `ListedMatchInfo`."""
        filters = {"over": "true" if over else "", "game": game, "result": result}
        query = urlencode({name: value for name, value in filters.items() if value})
        for page in count(1):
            found = await self.ask("GET", f"/api/matches?{query}&page={page}")
            for match in found["matches"]:
                yield match
            if not found["more"]:
                return

    async def scores(self, game: str = "", *, mine: bool = False) -> list[dict[str, Any]]:
        """The highest scores on the server, or only the guest's, by game and variant. /api/docs
        describes them as `ScoreListInfo`."""
        query = urlencode({"game": game, "mine": str(mine).lower()})
        found: list[dict[str, Any]] = await self.ask("GET", f"/api/scores?{query}")
        return found

    async def ask(self, method: str, path: str, data: object = None) -> Any:
        """The response to any request of the interface; a refusal raises `ServerRefused`. If the
        connection breaks or the server is busy or away, the request is retried for some
        seconds."""
        return json.loads(await self.fetch(method, path, data))

    async def fetch(self, method: str, path: str, data: object = None) -> bytes:
        """Like `ask`, for responses that are not JSON."""
        body = b"" if data is None else json.dumps(data).encode()
        headers = await self.headers(path)
        for attempt in range(RESENT + 1):
            if attempt:
                await asyncio.sleep(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1))
            try:
                status, answer = await self.connection.ask(method, path, body, headers)
            except OSError:
                self._notice(reached=False)
                if attempt == RESENT:
                    raise
                continue
            self._notice(reached=status not in AWAY)
            if status < 300:
                return answer
            if status not in AWAY | {BUSY} or attempt == RESENT:
                raise ServerRefused.read(status, answer)
        raise AssertionError("the last attempt has answered or failed")

    async def headers(self, path: str) -> dict[str, str]:
        """Headers that identify the guest; the first request creates one."""
        if path == "/api/guests":
            return {}
        if not self.token:
            self.token = (await self.ask("POST", "/api/guests"))["token"]
        spoken = {"Accept-Language": self.language} if self.language else {}
        identity = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        return identity | spoken

    def _notice(self, *, reached: bool) -> None:
        if reached != self.reached:
            self.reached = reached
            self.noticed()


class AsyncTable:
    """A match in which the bot has a seat, or which it watches; `match` is its newest state."""

    def __init__(self, client: AsyncClient, match: State, words: str = "") -> None:
        self.client = client
        self.match = match
        self.words = words
        """This seat's client seed; revealed once both seats have committed to theirs."""
        self.away: tuple[int, ...] = ()
        """The seats whose players are away, as last reported by `follow`."""
        self._pause_seconds = FIRST_PAUSE_SECONDS

    @property
    def id(self) -> str:
        """The id of the match."""
        return str(self.match["id"])

    @property
    def seats(self) -> tuple[int, ...]:
        """The bot's seats; empty for a spectator."""
        return _own_seats(self.match)

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves if it is the bot's turn; otherwise empty."""
        turn = self.match["turn"]
        mine = turn["kind"] == "decide" and turn["seat"] in self.seats
        return tuple(turn["moves"]) if mine else ()

    def position(self) -> tuple[AnyGame, Any]:
        """The game and its state, to think with; the game must be installed here as well."""
        record, state = self._read()
        return record.game, state

    def events(self) -> tuple[Event, ...]:
        """All rolls and moves so far."""
        return self._read()[0].events

    async def follow(self) -> AsyncGenerator[State, None]:
        """The current state of the match, then every newer one until the match is over.

        Reconnects for as long as the server is away; only a permanent refusal raises
        `ServerRefused`. Reveals this seat's client seed when it is due."""
        seen = 0
        while True:
            try:
                async with aclosing(self._news()) as news:
                    async for state in news:
                        self._take(state)
                        await self._reveal_words()
                        newest = self.match  # the caller may move before the next one
                        if newest["version"] > seen:
                            seen = newest["version"]
                            yield newest
                            if newest["over"]:
                                return
            except OSError:
                pass
            except ServerRefused as refused:
                if refused.status != BUSY and refused.status < 500:
                    raise
            await asyncio.sleep(self._pause_seconds)
            self._pause_seconds = min(2 * self._pause_seconds, LONGEST_PAUSE_SECONDS)

    async def play(self, choose: Chooser, random: Random | None = None) -> State:
        """Play to the end with a chooser as used by the arena: (game, state, random) -> move.
        Reconnects as `follow` does."""
        random = random or Random()
        async with aclosing(self.follow()) as states:
            async for _ in states:
                if self.moves:
                    await self._send_until_answered(choose(*self.position(), random))
        return self.match

    async def move(self, move: str) -> State:
        """Play a move in the state `match`."""
        return await self._send("moves", move=move)

    async def enter_roll(self, roll: Roll) -> State:
        """Enter how the own dice fell, in a match opened with `own_dice=True`."""
        return await self._send("roll", roll=spell_roll(roll))

    async def resign(self) -> State:
        """Resign."""
        try:
            return await self._post("resignation")
        except ServerRefused as refused:
            if refused.code != "match-over":
                raise
            return self._take(await self.client.see(self.id))

    async def record(self) -> str:
        """The match as text: docs/records.md."""
        return (await self.client.fetch("GET", f"/api/matches/{self.id}/record")).decode()

    async def _send_until_answered(self, move: str) -> None:
        """Send a move until the server has answered. A move that comes too late is dropped:
        `follow` reports what happened instead."""
        while True:
            try:
                await self.move(move)
            except OSError:
                continue  # `fetch` has paused already
            except ServerRefused as refused:
                if refused.status in AWAY | {BUSY}:
                    continue
                if refused.code not in OVERTAKEN:
                    raise
            return

    async def _reveal_words(self) -> None:
        """Reveal this seat's client seed if it is due."""
        if set(self.match["turn"].get("owing", ())) & set(self.seats):
            try:
                await self._post("words", {"words": self.words})
            except ServerRefused as refused:
                if refused.code not in OVERTAKEN:
                    raise

    async def _send(self, path: str, **fields: str) -> State:
        """Send a command, with the version that it is made for."""
        version = self.match["version"]
        known = {"version": version, "id": f"{version} {secrets.token_hex(8)}"}
        return await self._post(path, fields | known)

    async def _post(self, path: str, data: object = None) -> State:
        return self._take(await self.client.ask("POST", f"/api/matches/{self.id}/{path}", data))

    def _read(self) -> tuple[Record, Any]:
        header = {"game": self.match["game"], "seats": len(self.match["seats"])}
        lines = [f"{key}: {value}" for key, value in (header | self.match["options"]).items()]
        return read("\n".join([*lines, "", *self.match["log"]]))

    def _take(self, state: State) -> State:
        """Keep a state unless a newer one is known: a response may overtake the stream."""
        if state["version"] >= self.match["version"]:
            self.match = state
        return self.match

    async def _news(self) -> AsyncGenerator[State, None]:
        """The current state, and what the stream brings until it breaks."""
        state = self.match if self.match["over"] else await self.client.see(self.id)
        yield state
        # The stream starts from there, so that no state is missed.
        path = f"/api/matches/{self.id}/stream?version={state['version']}"
        lines = self.client.connection.lines(path, await self.client.headers(path))
        async with aclosing(lines):
            event = b""
            async for line in lines:
                self._pause_seconds = FIRST_PAUSE_SECONDS
                if line.startswith(b"event:"):
                    event = line
                elif line.startswith(b"data:") and not event:
                    yield json.loads(line[5:])
                elif line.startswith(b"data:") and event.endswith(b"presence"):
                    self.away = tuple(map(int, json.loads(line[5:])["away"]))
                    self.client.noticed()
                event = event if line else b""


def _own_seats(match: State) -> tuple[int, ...]:
    return tuple(n for n, seat in enumerate(match["seats"]) if seat and seat["yours"])


def _commit_to(words: str) -> str:
    return hashlib.sha256(words.encode()).hexdigest()
