"""What a game is: the protocol, turns, dice, records, refusals, and how a game is found.

Pure, and without third-party imports.
"""

from dicehall.game.catalogue import find_game, games, new_game
from dicehall.game.entry import Entry
from dicehall.game.protocol import AnyGame, Game
from dicehall.game.turns import Chance, Decide, Die, Over, Roll, Turn

__all__ = [
    "AnyGame",
    "Chance",
    "Decide",
    "Die",
    "Entry",
    "Game",
    "Over",
    "Roll",
    "Turn",
    "find_game",
    "games",
    "new_game",
]
