"""Mistakes as people make them: small ones often, absurd ones hardly ever.

A player hands in how much it likes each move, by whatever it has in view. The better a move looks
the likelier it is chosen, and two that look alike are confused easily.
"""

from collections.abc import Mapping
from math import exp
from random import Random


def choose_plausibly(likings: Mapping[str, float], temperature: float, random: Random) -> str:
    """A move, with a chance in proportion to exp(liking / temperature).

    A move that is liked less than another by the temperature is chosen a third as often, by three
    times the temperature a twentieth as often.

    >>> choose_plausibly({"good": 3.0, "absurd": -30.0}, 1.0, Random(1))
    'good'
    """
    best = max(likings.values())
    weights = [exp((liking - best) / temperature) for liking in likings.values()]
    return random.choices(list(likings), weights)[0]
