"""The three kinds of turn: a decision, a roll of dice, or the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from random import Random

Roll = tuple[int, ...]
"""The faces of the dice just rolled, in the order of `Chance.dice`."""

SPARK = -1
"""The wild face of Sparkle's first die, written `*`."""


@dataclass(frozen=True, slots=True)
class Die:
    """A fair die: all faces are equally likely."""

    name: str
    faces: tuple[int, ...]


def spell_face(face: int) -> str:
    """A face as records and messages write it."""
    return "*" if face == SPARK else str(face)


def spell_roll(roll: Roll) -> str:
    """The faces of a roll as records and messages write them."""
    return " ".join(map(spell_face, roll))


D4 = Die("d4", tuple(range(1, 5)))
D6 = Die("d6", tuple(range(1, 7)))
D8 = Die("d8", tuple(range(1, 9)))
D10 = Die("d10", tuple(range(10)))
D12 = Die("d12", tuple(range(1, 13)))
D20 = Die("d20", tuple(range(1, 21)))
SPARK_DIE = Die("spark", (1, 2, 4, 5, 6, SPARK))
DICE = {die.name: die for die in (D4, D6, SPARK_DIE, D8, D10, D12, D20)}
"""All dice of the built-in games by name."""


@dataclass(frozen=True, slots=True)
class Decide:
    """A seat must choose one of `moves`; never empty, always in the same order."""

    seat: int
    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chance:
    """These dice must be rolled, all at once.

    >>> sum(weight for roll, weight in Chance((D6, D6)).outcomes() if sum(roll) == 7)
    Fraction(1, 6)
    """

    dice: tuple[Die, ...]

    def outcomes(self) -> Iterator[tuple[Roll, Fraction]]:
        """All possible rolls with their exact probabilities."""
        weight = Fraction(1, prod(len(die.faces) for die in self.dice))
        for roll in product(*(die.faces for die in self.dice)):
            yield roll, weight

    def throw(self, random: "Random") -> Roll:
        """Roll these dice."""
        return tuple([random.choice(die.faces) for die in self.dice])


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended. The seats with the highest score win; two winners mean a draw."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]

    @classmethod
    def at(cls, scores: tuple[int, ...]) -> "Over":
        """The end of a game in which the highest score wins."""
        best = max(scores)
        return cls(scores, tuple(seat for seat, score in enumerate(scores) if score == best))


Turn = Decide | Chance | Over


@dataclass(frozen=True, slots=True)
class Loss:
    """How a match ended that was not played out: who lost, and why."""

    seat: int
    why: Literal["resigned", "time", "absence", "words"]
