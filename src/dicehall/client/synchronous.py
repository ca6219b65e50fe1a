"""A bot on a server, over its JSON interface, without asyncio."""

import asyncio
from collections.abc import Generator
from random import Random
from typing import Any

from dicehall.client.asynchronous import OPEN, AsyncClient, AsyncTable, State
from dicehall.game import AnyGame, Roll
from dicehall.game.records import Event
from dicehall.players.chooser import Chooser


class Client:
    """A guest of a server, for programs without asyncio. Inside a running event loop, use
    `AsyncClient`."""

    def __init__(self, url: str, token: str = "", language: str = "") -> None:
        self._client = AsyncClient(url, token, language)
        self._runner = asyncio.Runner()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *problem: object) -> None:
        self._runner.run(self._client.__aexit__())
        self._runner.close()

    @property
    def token(self) -> str:
        """Keep it to be the same guest next time."""
        return self._client.token

    def open(
        self, game: str, name: str = "Bot", opponent: str = OPEN, words: str = "", **settings: Any
    ) -> "Table":
        """Open a match and take a seat."""
        opening = self._client.open(game, name, opponent, words, **settings)
        return Table(self._runner, self._runner.run(opening))

    def join(
        self, match: str = "", name: str = "Bot", *, code: str = "", words: str = ""
    ) -> "Table":
        """Take a seat in a match, or return to it."""
        joining = self._client.join(match, name, code=code, words=words)
        return Table(self._runner, self._runner.run(joining))

    def see(self, match: str) -> State:
        """A match as it is now."""
        return self._runner.run(self._client.see(match))

    def matches(
        self, *, over: bool = False, game: str = "", result: str = ""
    ) -> list[dict[str, Any]]:
        """The guest's own matches, newest first: running ones, or those that are `over`; filtered
        by game or result."""

        async def gather() -> list[dict[str, Any]]:
            found = self._client.matches(over=over, game=game, result=result)
            return [match async for match in found]

        return self._runner.run(gather())

    def scores(self, game: str = "", *, mine: bool = False) -> list[dict[str, Any]]:
        """The highest scores on the server, or only the guest's, by game and variant."""
        return self._runner.run(self._client.scores(game, mine=mine))

    def ask(self, method: str, path: str, data: object = None) -> Any:
        """The response to any request of the interface; a refusal raises `ServerRefused`."""
        return self._runner.run(self._client.ask(method, path, data))


class Table:
    """A match in which the bot has a seat, or which it watches."""

    def __init__(self, runner: asyncio.Runner, table: AsyncTable) -> None:
        self._runner = runner
        self._table = table

    @property
    def match(self) -> State:
        """The newest state."""
        return self._table.match

    @property
    def id(self) -> str:
        """The id of the match."""
        return self._table.id

    @property
    def seats(self) -> tuple[int, ...]:
        """The bot's seats; empty for a spectator."""
        return self._table.seats

    @property
    def away(self) -> tuple[int, ...]:
        """The seats whose players are away, as last reported by `follow`."""
        return self._table.away

    @property
    def words(self) -> str:
        """This seat's client seed; revealed once both seats have committed to theirs."""
        return self._table.words

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves if it is the bot's turn; otherwise empty."""
        return self._table.moves

    def position(self) -> tuple[AnyGame, Any]:
        """The game and its state, to think with; the game must be installed here as well."""
        return self._table.position()

    def events(self) -> tuple[Event, ...]:
        """All rolls and moves so far."""
        return self._table.events()

    def follow(self) -> Generator[State, None, None]:
        """The current state of the match, then every newer one until the match is over."""
        states = self._table.follow()
        try:
            while True:
                yield self._runner.run(_next(states))
        except StopAsyncIteration:
            return
        finally:
            self._runner.run(states.aclose())

    def play(self, choose: Chooser, random: Random | None = None) -> State:
        """Play to the end with a chooser as used by the arena: (game, state, random) -> move."""
        return self._runner.run(self._table.play(choose, random))

    def move(self, move: str) -> State:
        """Play a move in the state `match`."""
        return self._runner.run(self._table.move(move))

    def enter_roll(self, roll: Roll) -> State:
        """Enter how the own dice fell, in a match opened with `own_dice=True`."""
        return self._runner.run(self._table.enter_roll(roll))

    def resign(self) -> State:
        """Resign."""
        return self._runner.run(self._table.resign())

    def record(self) -> str:
        """The match as text."""
        return self._runner.run(self._table.record())


async def _next(states: Any) -> State:
    state: State = await anext(states)
    return state
