"""A table at a house, with a friend: the house deals, and is asked again until it answers."""

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
from dicehall.tui.captions import asked_of
from dicehall.words.language import _, current
from dicehall.words.refusals import explain

CLOSED = "closed"
"""The `ending` of a match that was called off."""
UNKNOWN_TOKEN = 401


class TableTaken(Refused):
    """All seats of the table are taken."""

    code = "seats-taken"


@dataclass(frozen=True, slots=True)
class HouseWish:
    """What somebody wants from a house: a friend's table by its `code`, one of a `game`, or the one
    that was left: the id of its `match`, and the `words` for its dice."""

    address: str = ""
    name: str = ""
    code: str = ""
    game: str = ""
    match: str = ""
    words: str = ""


async def sit_down(wish: HouseWish, token: str) -> "HouseDealer":
    """Sit down at a house. Raises `Refused`, `OSError` or, if the address is invalid,
    `ValueError`. If the house no longer knows the token, sit down as a new guest."""
    try:
        return await _sit_down(wish, token)
    except ServerRefused as refused:
        if refused.status != UNKNOWN_TOKEN:
            raise
        return await _sit_down(wish, "")


async def _sit_down(wish: HouseWish, token: str) -> "HouseDealer":
    client = AsyncClient(wish.address, token, current())
    try:
        if wish.game:
            table = await client.open(wish.game, wish.name)
        else:
            table = await client.join(wish.match, wish.name, code=wish.code, words=wish.words)
        if not table.seats:
            raise TableTaken(translatable("both seats of this table are taken"))
    except BaseException:
        await client.connection.close()
        raise
    return HouseDealer(table, wish.address)


class HouseDealer:
    """A house, as the table of one of its guests sees it."""

    forbidden = frozenset({"coach", "hint", "undo", "again"})  # no coach against people

    def __init__(self, table: AsyncTable, address: str) -> None:
        self.table = table
        self.over: Callable[[], None] = lambda: None
        """Called when there is nothing more to come back to."""
        self._address = (address if "://" in address else f"http://{address}").rstrip("/")
        self._something = asyncio.Event()
        self._refused = ""

    @property
    def greeting(self) -> str:
        link = f"{self._address}/matches/{self.table.id}"
        return _("The same table in a browser: %(link)s") % {"link": link}

    def begin(self) -> LocalMatch:
        """The match as it is when one sits down."""
        (game, state), empty = self.table.position(), ("",) * len(self.table.match["seats"])
        return self.known(LocalMatch(game, empty, empty, "", state, self.table.events()))

    async def next(self, match: LocalMatch) -> Event | None:
        while True:
            self._something.clear()
            events = self.table.events()
            if len(events) > len(match.events):
                return events[len(match.events)]
            if self.table.match["over"] or self.table.moves:
                return None
            await self._something.wait()

    async def play(self, move: Played) -> None:
        await self.table.move(move.move)

    async def resign(self) -> None:
        await self.table.resign()

    async def follow(self, heard: Callable[[], None]) -> None:
        def hear() -> None:
            self._something.set()
            heard()

        self.table.client.noticed = hear
        try:
            async with aclosing(self.table.follow()) as states:
                async for _state in states:
                    hear()
        except ServerRefused as refused:
            self._refused = explain(refused)
            hear()

    def is_ahead(self, match: LocalMatch) -> bool:
        told = self.table.match
        return len(told["log"]) > len(match.events) or told["over"] != match.is_over

    def known(self, match: LocalMatch) -> LocalMatch:
        told, (you, *_others) = self.table.match, self.table.seats
        names = tuple(seat["name"] if seat else _("Your friend") for seat in told["seats"])
        all_shown = len(told["log"]) == len(match.events)
        closed = all_shown and told["ending"] == CLOSED
        lost = all_shown and told["ending"] and not closed
        loss = Loss(1 - told["winners"][0], told["ending"]) if lost else None
        return replace(match, names=names, you=you, loss=loss, closed=closed)

    def keep(self, match: LocalMatch) -> None:
        if match.is_over:
            self.over()

    def asked(self, match: LocalMatch) -> str:
        if self.table.match["code"]:
            return _("Tell your friend the code %(code)s, or the link.") % self.table.match
        if self.table.match["turn"]["kind"] == "words":
            return _("Both sides add their words to the dice …")
        return asked_of(match)

    @property
    def news(self) -> str:
        if self._refused:
            return self._refused
        if not self.table.client.reached:
            return _("The house cannot be reached. Trying again …")
        away = [seat for seat in self.table.away if seat not in self.table.seats]
        if away and not self.table.match["over"]:
            return _("%(name)s is away.") % {"name": self.table.match["seats"][away[0]]["name"]}
        return ""

    async def close(self) -> None:
        await self.table.client.connection.close()
