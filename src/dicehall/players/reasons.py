"""Why a move is the best one, in a sentence made from the worths of its alternatives."""

from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame
from dicehall.players.review import SURE
from dicehall.players.worth import POINTS, Worth
from dicehall.words.language import _
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import capitalised
from dicehall.words.telling import name_move, tell_effect, tell_outlook

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
    comparison, brief = _compare(worth, next_best, alternative)
    if effect:
        comparison = _("%(effect)s and %(reason)s") % {"effect": effect, "reason": comparison}
    return Reason(_("It %(reason)s.") % {"reason": comparison}, brief)


def explain_answer(game: AnyGame, state: Any, worth: Worth, move: str) -> str:
    """Why a move is the best one, or why another is better: what both do and leave to the next
    roll, and what they are worth."""
    best = worth.best
    if worth.moves[move] == worth.moves[best]:
        best = move
    named = capitalised(name_move(game, state, best))
    values = {
        "move": named,
        "does": _effect_phrase(game, state, best),
        "reason": _gain(worth, best, move),
    }
    right = _("%(move)s %(does)s, and %(reason)s.") if values["does"] else _("%(move)s %(reason)s.")
    if best == move:
        return right % values
    wrong = {
        "move": capitalised(name_move(game, state, move)),
        "does": _effect_phrase(game, state, move),
    }
    if not wrong["does"]:
        return right % values
    return _("%(wrong)s %(right)s") % {
        "wrong": _("%(move)s %(does)s.") % wrong,
        "right": right % values,
    }


def _effect_phrase(game: AnyGame, state: Any, move: str) -> str:
    """What a move does at once and what it leaves open, as a verb phrase."""
    effect, outlook = tell_effect(game, state, move), tell_outlook(game, state, move)
    if effect and outlook:
        return _("%(effect)s, but %(outlook)s") % {"effect": effect, "outlook": outlook}
    return effect or outlook


def _gain(worth: Worth, best: str, move: str) -> str:
    """What the best move is worth beside the one that was played, or beside the next best one."""
    value = worth.moves[best]
    lower = [other for other in worth.moves.values() if other < value]
    if not lower:
        return _("is as good as any other move")
    other = worth.moves[move] if move != best else max(lower)
    values = {"value": _chance(value), "other": _chance(other), "more": _points(value - other)}
    if move != best:
        if worth.unit == POINTS:
            return _("is worth %(more)s points more on average") % values
        reason = _("keeps the chance to win with best play at %(value)s instead of %(other)s")
        return reason % values
    if worth.unit == POINTS:
        return _("is worth %(more)s points more than any other choice") % values
    reason = _(
        "keeps the chance to win with best play at %(value)s; the next best choice, at %(other)s"
    )
    return reason % values


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
        brief = _("%(value)s to win with best play; next %(other)s")
        alike_full = _(
            "keeps the chance to win with best play at %(value)s; the next best, %(move)s, is "
            "about as good"
        )
        full = _(
            "keeps the chance to win with best play at %(value)s; the next best, %(move)s, at "
            "%(other)s"
        )
    return (alike_full if alike else full) % values, brief % values


def _points(value: float) -> str:
    return say_number(value, 1)


def _chance(value: float) -> str:
    return say_percent(50 * (1 + value))
