"""The chance that the next roll fizzles, in words, and how tense it makes the table."""

from fractions import Fraction

from dicehall.games.sparkle.rules import SparkleState, fizzle_chance
from dicehall.words.language import _
from dicehall.words.numbers import say_percent

LAST_DICE = 2
TENSE = Fraction(2, 5)
TENSEST = Fraction(3, 5)
"""From these chances on, or with only the last dice to roll, the table is tense."""


def say_risk(rolling: SparkleState) -> str:
    """The chance to fizzle with the roll that is due."""
    chance = fizzle_chance(rolling)
    if not chance:
        return _("cannot fizzle")
    return _("%(percent)s chance to fizzle") % {"percent": say_percent(float(100 * chance))}


def tension(rolling: SparkleState) -> int:
    """0 if the roll that is due is an ordinary one, 1 if it is tense, 2 if it is very tense."""
    chance = fizzle_chance(rolling)
    if not chance:
        return 0
    last = len(rolling.throwing) <= LAST_DICE
    return int(last or chance >= TENSE) + int(chance >= TENSEST)
