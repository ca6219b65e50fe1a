"""The dice of an environment: the vector engines' random generator in plain Python.

Equal seeds give equal dice in both, so that any match can be replayed through the rules.
"""

from dicehall.game import Chance, Roll
from dicehall.game.extras import from_extra

with from_extra("envs"):
    from dicehall.solving.random_numbers import random_source

WORD = (1 << 64) - 1
MULTIPLIER = 2685821657736338717


class Dice:
    """Dice determined by a seed.

    >>> first, second = Dice(1), Dice(1)
    >>> [first.draw(6) for _ in range(9)] == [second.draw(6) for _ in range(9)]
    True
    """

    def __init__(self, seed: int) -> None:
        self._word = int(random_source(seed)[0])

    def draw(self, bound: int) -> int:
        """A number below `bound`, the same as `solving.random_numbers.draw` gives."""
        word = self._word
        word ^= word >> 12
        word ^= word << 25 & WORD
        word ^= word >> 27
        self._word = word
        return ((word * MULTIPLIER & WORD) >> 32) * bound >> 32

    def throw(self, chance: Chance) -> Roll:
        """Roll the requested dice."""
        return tuple([die.faces[self.draw(len(die.faces))] for die in chance.dice])
