"""A game in numbers, for learning programs: all possible moves, and what a seat sees."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dicehall.game.messages import translatable
from dicehall.game.refused import IllegalMove
from dicehall.game.turns import D6

Observation = tuple[int, ...]
"""What a seat sees of a state: one integer per feature."""

MOVE_LIMIT = 1000
"""Environments truncate a match after this many moves if the rules set no limit. Cooperating
players can go on forever; a player who tries to win never comes close."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One number of an observation: its name and its bounds, both inclusive."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Numbering:
    """All moves of a game, numbered by position, and all features of an observation.

    >>> from dicehall.game import find_numbering, new_game
    >>> game = new_game("knucklebones")
    >>> numbering = find_numbering(game)
    >>> numbering.moves, numbering.number("column 2")
    (('column 1', 'column 2', 'column 3'), 1)
    >>> numbering.observe(game.roll(game.start(), (5,)), 0)[-2:]
    (5, 1)
    >>> numbering.features[-2]
    Feature(name='die', low=0, high=6)
    """

    moves: tuple[str, ...]
    """Always in the same order, whatever the state."""
    features: tuple[Feature, ...]
    observe: Callable[[Any, int], Observation]
    """What a seat sees of a state, one number per feature. Two states look equal exactly if they
    are equal: the built-in games hide nothing."""
    most_moves: int
    """The most moves in a match, all seats together; `MOVE_LIMIT` if the rules set no limit, and
    environments truncate there."""
    scores: tuple[int, int]
    """The lowest and the highest possible score."""
    most_faces: int = len(D6.faces)
    """The most faces of any die."""
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = {move: number for number, move in enumerate(self.moves)}
        object.__setattr__(self, "_numbers", numbers)

    @property
    def lows(self) -> Observation:
        """The lower bound of each feature."""
        return tuple(feature.low for feature in self.features)

    @property
    def highs(self) -> Observation:
        """The upper bound of each feature."""
        return tuple(feature.high for feature in self.features)

    def number(self, move: str) -> int:
        """The number of a move."""
        number = self._numbers.get(move)
        if number is None:
            raise IllegalMove(translatable("%(move)r is not a move of this game", move=move[:40]))
        return number
