"""Human-like mistakes: small ones often, absurd ones hardly ever.

A player scores each move by whatever it considers. Better moves are more likely, and moves with
similar scores are easily confused.
"""

from collections.abc import Mapping
from math import exp
from random import Random


def choose_plausibly(likings: Mapping[str, float], temperature: float, random: Random) -> str:
    """Choose a move with probability proportional to exp(liking / temperature).

    A move liked less by one temperature is chosen a third as often; by three temperatures, a
    twentieth as often.

    >>> choose_plausibly({"good": 3.0, "absurd": -30.0}, 1.0, Random(1))
    'good'
    """
    best = max(likings.values())
    weights = [exp((liking - best) / temperature) for liking in likings.values()]
    return random.choices(list(likings), weights)[0]
