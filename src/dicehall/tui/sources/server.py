"""A match against a friend on a server; lost connections are retried."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from dicehall.client import AsyncClient, AsyncTable, ServerRefused
from dicehall.game.messages import translatable
from dicehall.game.records import Event, Played
from dicehall.game.refused import Refused
from dicehall.game.turns import Loss
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.captions import prompt_for
from dicehall.words.language import _, current
from dicehall.words.refusals import explain

CLOSED = "closed"
"""The `ending` of a match that the host closed."""
UNKNOWN_TOKEN = 401


class TableTaken(Refused):
    """All seats of the table are taken."""

    code = "seats-taken"


@dataclass(frozen=True, slots=True)
class ServerRequest:
    """Which table to sit at: a friend's by its `code`, a new one for a `game`, or one to resume,
    by the id of its `match` and the client seed (`words`) of the seat."""

    address: str = ""
    name: str = ""
    code: str = ""
    game: str = ""
    match: str = ""
    words: str = ""


async def sit_down(request: ServerRequest, token: str) -> "ServerSource":
    """Open or join a table on a server. If the server rejects the token, join as a new guest.

    Raises `Refused`, `OSError`, or `ValueError` if the address is invalid.
    """
    try:
        return await _sit_down(request, token)
    except ServerRefused as refused:
        if refused.status != UNKNOWN_TOKEN:
            raise
        return await _sit_down(request, "")


async def _sit_down(request: ServerRequest, token: str) -> "ServerSource":
    client = AsyncClient(request.address, token, current())
    try:
        if request.game:
            table = await client.open(request.game, request.name)
        else:
            table = await client.join(
                request.match, request.name, code=request.code, words=request.words
            )
        if not table.seats:
            raise TableTaken(translatable("both seats of this table are taken"))
    except BaseException:
        await client.connection.close()
        raise
    return ServerSource(table, request.address)


class ServerSource:
    """A match on a server, seen from the seat of the guest who sits here."""

    forbidden = frozenset({"coach", "hint", "undo", "again"})  # no coaching against people

    def __init__(self, table: AsyncTable, address: str) -> None:
        self.table = table
        self.over: Callable[[], None] = lambda: None
        """Called once the match is over and cannot be resumed."""
        self._address = (address if "://" in address else f"http://{address}").rstrip("/")
        self._changed = asyncio.Event()
        self._refused = ""

    @property
    def greeting(self) -> str:
        link = f"{self._address}/matches/{self.table.id}"
        return _("The same table in a browser: %(link)s") % {"link": link}

    def begin(self) -> LocalMatch:
        """The state of the match when the guest sits down."""
        (game, state), empty = self.table.position(), ("",) * len(self.table.match["seats"])
        return self.updated(LocalMatch(game, empty, empty, "", state, self.table.events()))

    async def next(self, match: LocalMatch) -> Event | None:
        while True:
            self._changed.clear()
            events = self.table.events()
            if len(events) > len(match.events):
                return events[len(match.events)]
            if self.table.match["over"] or self.table.moves:
                return None
            await self._changed.wait()

    async def play(self, move: Played) -> None:
        await self.table.move(move.move)

    async def resign(self) -> None:
        await self.table.resign()

    async def follow(self, on_change: Callable[[], None]) -> None:
        def notify() -> None:
            self._changed.set()
            on_change()

        self.table.client.noticed = notify
        try:
            async with aclosing(self.table.follow()) as states:
                async for _state in states:
                    notify()
        except ServerRefused as refused:
            self._refused = explain(refused)
            notify()

    def is_ahead(self, match: LocalMatch) -> bool:
        latest = self.table.match
        return len(latest["log"]) > len(match.events) or latest["over"] != match.is_over

    def updated(self, match: LocalMatch) -> LocalMatch:
        latest, (you, *_others) = self.table.match, self.table.seats
        names = tuple(seat["name"] if seat else _("Your friend") for seat in latest["seats"])
        all_shown = len(latest["log"]) == len(match.events)
        closed = all_shown and latest["ending"] == CLOSED
        lost = all_shown and latest["ending"] and not closed
        loss = Loss(1 - latest["winners"][0], latest["ending"]) if lost else None
        return replace(match, names=names, you=you, loss=loss, closed=closed)

    def keep(self, match: LocalMatch) -> None:
        if match.is_over:
            self.over()

    def prompt(self, match: LocalMatch) -> str:
        if self.table.match["code"]:
            return _("Give your friend the code %(code)s or the link.") % self.table.match
        if self.table.match["turn"]["kind"] == "words":
            return _("Mixing the dice …")
        return prompt_for(match)

    @property
    def news(self) -> str:
        if self._refused:
            return self._refused
        if not self.table.client.reached:
            return _("No connection; retrying …")
        away = [seat for seat in self.table.away if seat not in self.table.seats]
        if away and not self.table.match["over"]:
            return _("%(name)s is away.") % {"name": self.table.match["seats"][away[0]]["name"]}
        return ""

    async def close(self) -> None:
        await self.table.client.connection.close()
