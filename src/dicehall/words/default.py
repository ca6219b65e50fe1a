"""The words of a game that brings none: rolls by their faces, moves as they are spelled."""

from typing import Any

from dicehall.game import AnyGame
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.turns import spell_face
from dicehall.words.language import _
from dicehall.words.phrases import listed


def tell(game: AnyGame, before: Any, event: Event, after: Any, name: str) -> str:
    """What a roll or a move did."""
    match event:
        case Rolled(roll=roll):
            values = {"name": name, "faces": listed(map(spell_face, roll))}
            return _("%(name)s rolled %(faces)s.") % values
        case Played(move=move):
            return _("%(name)s: %(asked)s") % {"name": name, "asked": move}


def ask(game: AnyGame, state: Any) -> str:
    """What is asked of the seat that decides."""
    return _("Choose a move.")


def name_move(state: Any, move: str) -> str:
    """A move in a few words."""
    return move
