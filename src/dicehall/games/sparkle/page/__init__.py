"""The page of this game: what `dicehall.page.protocol.GamePage` asks for."""

from dicehall.games.sparkle.page.trail import SparkleTrail as Trail
from dicehall.games.sparkle.page.view import examples, read_move, sample, view

__all__ = ["Trail", "examples", "read_move", "sample", "view"]
