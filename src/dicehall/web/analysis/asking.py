"""Asks the coach about a position, for the analysis board and the JSON interface."""

from collections.abc import Collection
from typing import Any

from dicehall.game import AnyGame
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.store.lists import running
from dicehall.players.rolls_ahead import RollsWorth
from dicehall.players.worth import Worth
from dicehall.web.context import WebRequest, count_question, guest, server, while_connected

MOST_RUNNING = 1000
"""The newest matches of a guest that are compared with a position."""


async def analyse(
    request: WebRequest, game: AnyGame, state: Any, passed: Collection[Any] = ()
) -> Worth | RollsWorth:
    """What each move, or each roll before it, is worth. Refused if that would help the guest in a
    match against somebody, which stands at this state or at one that they have `passed`."""
    count_question(request)
    matches, who = server(request).matches, guest(request)
    played = await _played(matches, who, game)
    return await while_connected(request, matches.coach.analyse(game, state, who, played, passed))


async def _played(matches: Matches, who: str, game: AnyGame) -> list[Match]:
    """The guest's running matches of a game in which the coach may not help."""
    listed = await matches.store.list(running(who, MOST_RUNNING, game=game.name))
    ids = {
        line.match_id
        for line in listed
        if line.mark == "today" or (line.holder != who and not line.level)
    }
    found = await matches.see_all(ids)
    return [match for match in found.values() if match.online or match.is_try]
