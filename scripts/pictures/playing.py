"""Matches played through the JSON interface, so that there is something to look at."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from time import sleep
from typing import Any

import httpx

import dicehall
from dicehall.game import games
from pictures.server import Server

LEVEL = "normal"
"""How well the guest plays: like somebody who knows the game."""
COMPUTER_SECONDS = 0.05
MIDDLE_MOVES = {"sparkle": 2, "pocket-hexes": 30, "fune": 18}
USUAL_MIDDLE_MOVES = 5


@dataclass(frozen=True, slots=True)
class Played:
    """Three matches of a game: just opened, in the middle, and over."""

    first: str
    middle: str
    over: str


def play_matches(server: Server, game: str) -> Played:
    """Play the three, the same moves each time as far as the dice allow."""
    with server.client() as client:
        middle = MIDDLE_MOVES.get(game, USUAL_MIDDLE_MOVES)
        return Played(*(_play(client, game, moves) for moves in (0, middle, 10_000)))


def _play(client: httpx.Client, game: str, moves: int) -> str:
    """Open a match against the usual opponent and make this many moves, unless it ends first."""
    seated = games()[game].seats
    opponent = "alone" if seated == (1,) else "easy"
    wishes = {"game": game, "name": "Ada", "opponent": opponent, "begins": "first"}
    match_id = _answer(client.post("/api/matches", json=wishes))["id"]
    random = Random(game)
    for match in islice(_asked(client, match_id), moves):
        sent = {"move": choose(match, random), "version": match["version"]}
        _answer(client.post(f"/api/matches/{match_id}/moves", json=sent))
    return str(match_id)


def _asked(client: httpx.Client, match_id: str) -> Iterator[dict[str, Any]]:
    """The match, whenever the guest is to move."""
    while True:
        match = _answer(client.get(f"/api/matches/{match_id}"))
        if match["over"]:
            return
        if match["seats"][match["turn"]["seat"]]["yours"]:
            yield match
        else:
            sleep(COMPUTER_SECONDS)  # the computer's turn; its pace is in seconds, too


def choose(match: dict[str, Any], random: Random) -> str:
    """The move of a player who sees what the guest sees."""
    options = [f"{key}: {value}" for key, value in match["options"].items()]
    header = [f"game: {match['game']}", f"seats: {len(match['seats'])}", *options]
    record, state = dicehall.read("\n".join([*header, "", *match["log"]]))
    return dicehall.choose(record.game, state, LEVEL, random)


def _answer(response: httpx.Response) -> dict[str, Any]:
    assert response.is_success, response.text
    answer: dict[str, Any] = response.json()
    return answer
