"""Plays the seats of computer players, whether or not a page is open.

Several processes may hold the same match. The one that made the last move starts the computer
player immediately; the others wait for a while and take over if nothing happens.
"""

import asyncio
import hmac
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import random
from typing import Any

from dicehall.game import AnyGame
from dicehall.game.positions import has_positions, spell_position
from dicehall.game.refused import MatchOver, NotYourTurn, Refused, StaleVersion, StoreUnreachable
from dicehall.match.commands import Command, PlayMove
from dicehall.match.live.live_matches import LiveMatch
from dicehall.match.match import Match
from dicehall.match.seats import Computer
from dicehall.match.store.lists import with_computers
from dicehall.match.store.protocol import Store

PATIENCE_SECONDS = 4.0
"""The shortest time that a process leaves a computer player to another process."""

log = logging.getLogger(__name__)


@dataclass(slots=True)
class ComputerSeats:
    """Chooses moves with `choose`, plays them with `carry_out`, and reloads with `catch_up`."""

    choose: Callable[[LiveMatch, str], Awaitable[str]]
    """Chooses a move for a level."""
    carry_out: Callable[[LiveMatch, Command], Awaitable[None]]
    catch_up: Callable[[LiveMatch], Awaitable[None]]
    pace: float

    def wake(self, live: LiveMatch, *, deferred: bool = False) -> None:
        """Start the computer player if it is to move; `deferred` if another process may do it."""
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
        """Resume the newest matches after a restart. Older ones, mostly abandoned, resume when
        somebody opens them."""
        for line in await store.list(with_computers()):
            try:
                live = await find(line.match_id)
            except Refused as refusal:
                log.warning("cannot resume match %s: %s", line.match_id, refusal.reason)
            except Exception:  # one damaged match must not block the others
                log.exception("match %s cannot be loaded", line.match_id)
            else:
                self.wake(live, deferred=deferred)

    async def _play(self, live: LiveMatch, *, deferred: bool) -> None:
        """Play computer moves until a person is to move or the match is over."""
        try:
            if deferred:
                await self._defer(live)
            while level := level_to_move(live.match):
                match = live.match
                choice = self.choose(live, level)
                move, _ = await asyncio.gather(choice, asyncio.sleep(self.pace))
                command = PlayMove(Computer(), move, match.version, secrets.token_hex(8))
                with suppress(StaleVersion, NotYourTurn, MatchOver):  # another process was faster
                    await self.carry_out(live, command)
        except Exception:
            match_id = live.match.id
            log.exception("computer player of match %s failed", match_id, extra={"match": match_id})
        finally:
            if live.computer is asyncio.current_task():
                live.computer = None

    async def _defer(self, live: LiveMatch) -> None:
        """Wait until no move arrives for a while: the process in charge may have died."""
        version = 0
        while version < live.match.version and level_to_move(live.match):
            version = live.match.version
            await asyncio.sleep(self.pace + PATIENCE_SECONDS * (1 + random()))
            with suppress(StoreUnreachable):
                await self.catch_up(live)
        live.deferred = False


def level_to_move(match: Match) -> str:
    """The level of the computer player to move; empty if a person is, or nobody."""
    to_move = match.to_move
    if to_move is None:
        return ""
    seat = match.seats[to_move]
    assert seat
    return seat.level


def guest_of(match: Match) -> str:
    """The guest who plays against computers in a match; empty if there is none."""
    holders = (seat.holder for seat in match.seats if seat)
    return next((holder for holder in holders if isinstance(holder, str)), "")


def choice_seed(server_seed: str, match: Match) -> str:
    """The seed of a computer player's random choices, empty if they are its own. In today's dice
    everyone meets the same opponent."""
    if not match.day:
        return ""
    return choice_seed_at(server_seed, match.dice_id, match.game, match.state, match.lines)


def choice_seed_at(
    server_seed: str, dice_id: str, game: AnyGame, state: Any, lines: Sequence[str]
) -> str:
    """The seed of a choice in a position; `lines` stand for it if the game has no notation."""
    key = spell_position(game, state) if has_positions(game) else "\n".join(lines)
    message = json.dumps([dice_id, "choice", key], separators=(",", ":"))
    return hmac.digest(bytes.fromhex(server_seed), message.encode(), "sha256").hex()
