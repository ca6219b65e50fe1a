"""The page of this game: what `dicehall.page.protocol.GamePage` asks for."""

from dicehall.games.fune.page.view import examples, read_move, sample, view

__all__ = ["examples", "read_move", "sample", "view"]
