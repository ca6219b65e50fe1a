"""The page of this game: what `dicehall.page.protocol.GamePage` asks for."""

from dicehall.games.fune.page.coach import advise
from dicehall.games.fune.page.trail import FuneTrail as Trail
from dicehall.games.fune.page.view import examples, read_move, sample, view

__all__ = ["Trail", "advise", "examples", "read_move", "sample", "view"]
