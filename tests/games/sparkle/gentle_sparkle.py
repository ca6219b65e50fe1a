"""Positions on the gentle curve of Sparkle, given by the lines of a record."""

from dicehall.games.sparkle.rules import Sparkle, SparkleState
from support.playouts import legal_moves, state_after, why_refused

GENTLE = Sparkle("gentle")


def after(*lines: str) -> SparkleState:
    """The state on the gentle curve: the first three turns ask for 50."""
    state = state_after("game: sparkle, curve: gentle", *lines)
    assert isinstance(state, SparkleState)
    return state


def moves(state: SparkleState, *verbs: str) -> list[str]:
    """The legal moves that begin with one of these words."""
    return [move for move in legal_moves(GENTLE, state) if move.split()[0] in verbs]


def reason(state: SparkleState, move: str) -> str:
    return why_refused(GENTLE, state, move)
