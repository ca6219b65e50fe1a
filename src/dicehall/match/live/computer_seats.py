"""Plays the seats of computer players, whether or not a page is open.

Several processes may know of the same match. The one that made the last move lets the computer
think at once; the others leave it alone for a while, and take over if nothing happens.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from random import random
from typing import Any

from dicehall.game import AnyGame
from dicehall.game.refused import MatchOver, NotYourTurn, Refused, StaleVersion, StoreUnreachable
from dicehall.match.commands import Command, PlayMove
from dicehall.match.live.live_matches import LiveMatch
from dicehall.match.match import Match
from dicehall.match.seats import Computer
from dicehall.match.store.lists import with_computers
from dicehall.match.store.protocol import Store

PATIENCE_SECONDS = 4.0
"""How long a computer player is left to the process that has made the last move, at least."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class ComputerSeats:
    """Thinks with `choose`, moves with `carry_out`, and looks at what others did by `catch_up`."""

    choose: Callable[[AnyGame, Any, str, str], Awaitable[str]]
    """Of a game, a state and a level, for a guest."""
    carry_out: Callable[[LiveMatch, Command], Awaitable[None]]
    catch_up: Callable[[LiveMatch], Awaitable[None]]
    pace: float

    def wake(self, live: LiveMatch, *, deferred: bool = False) -> None:
        """Let the computer move if it is to; `deferred` if another process may be playing it."""
        if not level_to_move(live.match):
            return
        if live.computer and live.deferred and not deferred:
            live.computer.cancel()
            live.computer = None
        if live.computer is None:
            live.deferred = deferred
            live.computer = asyncio.create_task(self._play(live, deferred=deferred))

    async def resume(
        self, find: Callable[[str], Awaitable[LiveMatch]], store: Store, *, deferred: bool
    ) -> None:
        """Let them go on where they were when the house last closed, in the newest matches. Older
        ones, most of them left by their guests, go on when somebody looks."""
        for line in await store.list(with_computers()):
            try:
                live = await find(line.match_id)
            except Refused as refusal:
                log.warning("cannot resume match %s: %s", line.match_id, refusal.reason)
            except Exception:  # one damaged match must not keep the others from going on
                log.exception("match %s cannot be loaded", line.match_id)
            else:
                self.wake(live, deferred=deferred)

    async def _play(self, live: LiveMatch, *, deferred: bool) -> None:
        """Play a computer's seat until a person is to move or the match is over."""
        try:
            if deferred:
                await self._defer(live)
            while level := level_to_move(live.match):
                match = live.match
                choice = self.choose(match.game, match.state, level, guest_of(match))
                move, _ = await asyncio.gather(choice, asyncio.sleep(self.pace))
                command = PlayMove(Computer(), move, match.version, secrets.token_hex(8))
                with suppress(StaleVersion, NotYourTurn, MatchOver):  # it went on meanwhile
                    await self.carry_out(live, command)
        except Exception:
            match_id = live.match.id
            told = "computer player of match %s failed"
            log.exception(told, match_id, extra={"match": match_id})
        finally:
            if live.computer is asyncio.current_task():
                live.computer = None

    async def _defer(self, live: LiveMatch) -> None:
        """Wait until nobody has moved for a while: the process that should have may be gone."""
        version = 0
        while version < live.match.version and level_to_move(live.match):
            version = live.match.version
            await asyncio.sleep(self.pace + PATIENCE_SECONDS * (1 + random()))
            with suppress(StoreUnreachable):
                await self.catch_up(live)
        live.deferred = False


def level_to_move(match: Match) -> str:
    """The level of the computer player to move; empty if a person is, or nobody."""
    if match.to_move is None:
        return ""
    seat = match.seats[match.to_move]
    assert seat
    return seat.level


def guest_of(match: Match) -> str:
    """The guest who plays against computers in a match; empty if there is none."""
    holders = (seat.holder for seat in match.seats if seat)
    return next((holder for holder in holders if isinstance(holder, str)), "")
