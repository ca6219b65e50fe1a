"""The default texts, for games without their own: rolls by faces, moves by notation."""

from typing import Any

from dicehall.game import AnyGame, Chance, Decide
from dicehall.game.acting import roller
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.turns import spell_face
from dicehall.words.language import _
from dicehall.words.numbers import say_number
from dicehall.words.phrases import either, listed

MOST_NAMED = 4
"""The prompt names all moves if there are at most this many."""


def tell(game: AnyGame, before: Any, event: Event, after: Any, name: str) -> str:
    """Describe a roll or a move."""
    match event:
        case Rolled(roll=roll):
            values = {"name": name, "faces": _faces(game, before, roll)}
            if roller(game, before) is None:
                return _("The dice show %(faces)s.") % values
            return _("%(name)s rolled %(faces)s.") % values
        case Played(seat=seat, move=move):
            was, now = game.scores(before)[seat], game.scores(after)[seat]
            values = {"name": name, "move": move, "was": say_number(was), "now": say_number(now)}
            if was == now:
                return _("%(name)s chose “%(move)s”.") % values
            return _("%(name)s chose “%(move)s”: %(was)s → %(now)s.") % values


def ask(game: AnyGame, state: Any) -> str:
    """The prompt for the seat that must decide."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    quoted = [_("“%(move)s”") % {"move": move} for move in turn.moves[: MOST_NAMED + 1]]
    if len(quoted) == 1:
        return _("The only move is %(move)s.") % {"move": quoted[0]}
    if len(quoted) <= MOST_NAMED:
        return _("Choose %(moves)s.") % {"moves": either(quoted)}
    return _("Choose one of %(count)d moves.") % {"count": len(turn.moves)}


def name_move(state: Any, move: str) -> str:
    """A move in a few words."""
    return move


def _faces(game: AnyGame, before: Any, roll: tuple[int, ...]) -> str:
    """The faces, with the names of the dice if the dice differ."""
    turn = game.turn(before)
    assert isinstance(turn, Chance)
    if len(set(turn.dice)) == 1:
        return listed(map(spell_face, roll))
    pairs = zip(roll, turn.dice, strict=True)
    return listed(f"{spell_face(face)} ({die.name})" for face, die in pairs)
