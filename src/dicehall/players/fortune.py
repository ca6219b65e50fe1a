"""How lucky the rolls of a match were, and what its moves gave away, by a quick estimate.

Each roll is compared with the rolls that could have fallen instead: its luck is the value of the
best continuation after it, minus the mean over all these rolls. So luck is 0 on average for
every player and every way to play, however rough the estimate is. A game's `players` estimate with
`swing(game, before, after, move)`; without that function the luck of a game is unknown.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from random import Random
from statistics import fmean, pvariance
from typing import Any

from dicehall.game import AnyGame, Chance, Over, Roll, find_game
from dicehall.game.acting import acting_seat
from dicehall.game.records import Event, Played, Rolled, walk
from dicehall.players.worth import POINTS

WINS = "wins"
"""A unit of luck: 1 is a win, a draw is half. Here the opponent's dice count, too."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A roll and the move that followed, as the seat that rolled sees them, in the `luck_unit`."""

    value: float
    """The value of the best continuation."""
    mean: float
    """The mean of that over all rolls: the value before the roll."""
    variance: float
    cost: float | None = None
    """What the move gave away; None if the game cannot tell."""

    @property
    def luck(self) -> float:
        return self.value - self.mean


Swinger = Callable[[AnyGame, Any, Any, str], Swing | None]


@dataclass(frozen=True, slots=True)
class RollMade:
    """A roll of a match: the states before and after it, and the move that followed, if any."""

    seat: int
    before: Any
    after: Any
    move: str


@dataclass(frozen=True, slots=True)
class Fortune:
    """What the dice of a match gave a seat, and what its moves gave away."""

    luck: float
    spread: float
    """The variance of `luck` with fair dice."""
    cost: float | None
    lowest: float | None
    """The lowest chance to win that the seat had before any roll; None if luck is in points."""


def swinger(game: str) -> Swinger | None:
    """The function of a game that estimates swings; None if it has none."""
    found: Swinger | None = getattr(find_game(game).part("players"), "swing", None)
    return found


def rolls_made(game: AnyGame, log: Sequence[Event]) -> Iterator[RollMade]:
    """All rolls of a match."""
    for number, (before, event, after) in enumerate(walk(game, log), start=1):
        if isinstance(event, Rolled):
            following = log[number] if number < len(log) else None
            move = following.move if isinstance(following, Played) else ""
            yield RollMade(acting_seat(game, before, event, after), before, after, move)


def fortune(game: AnyGame, seat: int, swings: Sequence[tuple[int, Swing]]) -> Fortune:
    """The fortune of a seat, from the swings of all rolls and who rolled. In wins, the luck of the
    opponent counts against it; points are one's own."""
    own = [swing for roller, swing in swings if roller == seat]
    wins = luck_unit(game.name) == WINS
    others = [swing for roller, swing in swings if roller != seat] if wins else []
    chances = [swing.mean for swing in own] + [1 - swing.mean for swing in others]
    costs = [swing.cost for swing in own if swing.cost is not None]
    return Fortune(
        luck=sum(swing.luck for swing in own) - sum(swing.luck for swing in others),
        spread=sum(swing.variance for swing in (*own, *others)),
        cost=sum(costs) if costs else None,
        lowest=min(chances) if wins and chances else None,
    )


def luck_unit(game: str) -> str:
    """The unit of luck at a game: `POINTS`, or `WINS` if its `players` say so."""
    unit: str = getattr(find_game(game).part("players"), "LUCK_UNIT", POINTS)
    return unit


def sampled(
    game: AnyGame, before: Any, after: Any, value: Callable[[Any], float], most: int
) -> Swing | None:
    """Compare a roll with all others that could have fallen, or with `most` of them; then the
    uncertainty of the sample is part of the variance. None for a void roll.

    The sample follows from the roll, too: a frequent position, such as the start, would otherwise
    always be compared with the same rolls, and their error would never average out.
    """
    turn = game.turn(before)
    assert isinstance(turn, Chance)
    if _rolls_again(game, after):
        return None
    every = prod(len(die.faces) for die in turn.dice) <= most
    random = Random(zlib.crc32(repr((before, after)).encode()))
    rolls = product(*(die.faces for die in turn.dice)) if every else _thrown(turn, random, most)
    others = (game.roll(before, roll) for roll in rolls)
    values = [_value(game, one, value) for one in others if not _rolls_again(game, one)]
    error = 1.0 if every else (len(values) + 1) / (len(values) - 1)
    return Swing(_value(game, after, value), fmean(values), pvariance(values) * error)


def _thrown(turn: Chance, random: Random, count: int) -> Iterator[Roll]:
    return (turn.throw(random) for _ in range(count))


def _rolls_again(game: AnyGame, state: Any) -> bool:
    return isinstance(game.turn(state), Chance)


def _value(game: AnyGame, state: Any, value: Callable[[Any], float]) -> float:
    turn = game.turn(state)
    return float(turn.scores[0]) if isinstance(turn, Over) else value(state)
