"""A game in numbers, for programs that learn: every move it can ever have, and what a seat sees."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from dicehall.game.messages import translatable
from dicehall.game.refused import IllegalMove
from dicehall.game.turns import D6

Observation = tuple[int, ...]
"""What a seat sees of a state: a whole number for each feature."""

MOVE_LIMIT = 1000
"""After so many moves environments truncate a match to which the rules set no bound: players who
help each other can go on for ever, but nobody who wants to win comes near."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One number of an observation: what it says, and between what bounds, both included."""

    name: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Numbering:
    """All moves of a game, each numbered by its place, and all that a seat sees.

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
    """Never changes its order, whatever the state."""
    features: tuple[Feature, ...]
    observe: Callable[[Any, int], Observation]
    """What a seat sees of a state, as one number for each feature. Equal states look alike, others
    do not: nothing is hidden at any table of the house."""
    most_moves: int
    """A match has no more moves than these, those of all seats together; where the rules set no
    bound it is `MOVE_LIMIT`, and environments truncate it there."""
    scores: tuple[int, int]
    """No seat ever has fewer or more points than these."""
    most_faces: int = len(D6.faces)
    """No die has more faces."""
    _numbers: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = {move: number for number, move in enumerate(self.moves)}
        object.__setattr__(self, "_numbers", numbers)

    @property
    def lows(self) -> Observation:
        """The lowest number of each feature."""
        return tuple(feature.low for feature in self.features)

    @property
    def highs(self) -> Observation:
        """The highest number of each feature."""
        return tuple(feature.high for feature in self.features)

    def number(self, move: str) -> int:
        """The place of a move among all moves."""
        number = self._numbers.get(move)
        if number is None:
            raise IllegalMove(translatable("%(move)r is never a move here", move=move[:40]))
        return number
