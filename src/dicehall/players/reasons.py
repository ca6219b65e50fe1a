"""Why a move is the best one, in a sentence made from the worths of its alternatives."""

from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame
from dicehall.players.review import SURE
from dicehall.players.worth import POINTS, Worth
from dicehall.words.language import _
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.telling import name_move, tell_effect

LEAST = {POINTS: 0.05, "win-minus-loss": 0.01}
"""Smaller differences are not worth a number: they round to nothing."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is the best one."""

    full: str
    """A sentence; the move is "It"."""
    brief: str
    """The same for tight spaces, without the name of the next best move."""


def reason(game: AnyGame, state: Any, worth: Worth) -> Reason:
    """Why the best move is better than the next best one. Moves that people call the same, such as
    keeping one of two equal dice, count as one."""
    best, named = worth.best, name_move(game, state, worth.best)
    others = [move for move in worth.moves if name_move(game, state, move) != named]
    if not others:
        return Reason(_("It is the only move."), _("the only move"))
    next_best = max(others, key=worth.moves.__getitem__)
    effect = tell_effect(game, state, best)
    alternative = name_move(game, state, next_best)
    if not effect and (other := tell_effect(game, state, next_best)):
        alternative = _("%(move)s (%(effect)s)") % {"move": alternative, "effect": other}
    said, brief = _compare(worth, next_best, alternative)
    if effect:
        said = _("%(effect)s and %(said)s") % {"effect": effect, "said": said}
    return Reason(_("It %(said)s.") % {"said": said}, brief)


def _compare(worth: Worth, next_best: str, named: str) -> tuple[str, str]:
    """What the best move is worth beside the next best one, which people call `named`: in full and
    in brief."""
    value, other = worth.moves[worth.best], worth.moves[next_best]
    points = worth.unit == POINTS
    say = _points if points else _chance
    values = {
        "value": say(value),
        "other": say(other),
        "more": _points(value - other),
        "move": named,
    }
    alike = value - other < max(LEAST[worth.unit], SURE * (worth.error or 0.0))
    if points:
        brief = _("worth %(value)s; next %(other)s")
        alike_full = _("is worth %(value)s on average; the next best, %(move)s, is about as good")
        full = _("is worth %(more)s points more than the next best, %(move)s")
    else:
        brief = _("%(value)s to win; next %(other)s")
        alike_full = _(
            "keeps the chance to win at %(value)s; the next best, %(move)s, is about as good"
        )
        full = _("keeps the chance to win at %(value)s; the next best, %(move)s, at %(other)s")
    return (alike_full if alike else full) % values, brief % values


def _points(value: float) -> str:
    return say_number(value, 1)


def _chance(value: float) -> str:
    return say_percent(50 * (1 + value))
