"""The rules of five games behind one small protocol; pure, and without third-party imports."""

from dicehall.rules.game import AnyGame, Game
from dicehall.rules.kinds import KINDS, Kind, find_kind, new_game
from dicehall.rules.turns import Chance, Decide, Die, Over, Roll, Turn

__all__ = [
    "KINDS",
    "AnyGame",
    "Chance",
    "Decide",
    "Die",
    "Game",
    "Kind",
    "Over",
    "Roll",
    "Turn",
    "find_kind",
    "new_game",
]
