"""Knucklebones and Knuckles in batches."""

from dicehall.games.bones.solver.batch import play_games
from dicehall.games.bones.solver.tablebase import open_tablebase
from dicehall.solving.batches import Batch

SAMPLE = 1000
"""How many games are played to find how many steps a game has."""


def batches(game: str) -> list[Batch]:
    """Random games; perfect ones if the tablebase is there."""

    def play(player: str) -> Batch:
        tablebase = open_tablebase(game) if player == "perfect" else None
        moves = play_games(game, (player, player), SAMPLE, seed=1, tablebase=tablebase).moves
        return Batch(
            player,
            lambda count: play_games(game, (player, player), count, seed=1, tablebase=tablebase),
            200_000 if tablebase is None else 20_000,
            steps=2 * moves / SAMPLE,  # each move follows a roll
        )

    return [
        play(player)
        for player in ("random", "perfect")
        if player == "random" or open_tablebase(game)
    ]
