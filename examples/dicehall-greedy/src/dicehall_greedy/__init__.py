"""A bot that takes the column with the largest lead after the move."""

import sys

from dicehall import PlayerEntry
from dicehall.client import Client


def choose(game, state, random):
    turn = game.turn(state)

    def lead(move):
        scores = game.scores(game.play(state, move))
        return scores[turn.seat] - scores[1 - turn.seat]

    return max(turn.moves, key=lead)


PLAYERS = [PlayerEntry(game, "greedy", choose) for game in ("knucklebones", "knuckles")]


def main():
    """Play one match on a server: dicehall-greedy URL [ROOM CODE]"""
    url, code = [*sys.argv[1:], ""][:2]
    with Client(url) as client:
        if code:
            table = client.join(code=code, name="Greedy")
        else:
            table = client.open("knucklebones", "Greedy", "easy")
        table.play(choose)
        print(table.record(), end="")
