"""The page of this game: what `dicehall.page.protocol.GamePage` asks for."""

from dicehall.games.sparkle.page.coach import advise
from dicehall.games.sparkle.page.trail import SparkleTrail as Trail
from dicehall.games.sparkle.page.view import examples, read_move, sample, view

__all__ = ["Trail", "advise", "examples", "read_move", "sample", "view"]
