"""What a game is: the protocol, turns, dice, records, refusals and the catalogue of games.

Pure Python without third-party imports.
"""

from dicehall.game.catalogue import find_game, find_numbering, games, new_game
from dicehall.game.entry import Entry
from dicehall.game.numbering import Feature, Numbering
from dicehall.game.protocol import AnyGame, Game
from dicehall.game.turns import Chance, Decide, Die, Over, Roll, Turn

__all__ = [
    "AnyGame",
    "Chance",
    "Decide",
    "Die",
    "Entry",
    "Feature",
    "Game",
    "Numbering",
    "Over",
    "Roll",
    "Turn",
    "find_game",
    "find_numbering",
    "games",
    "new_game",
]
