"""Looks one roll ahead: what each outcome of the dice is worth.

Pure: the caller supplies the worths of the decisions that follow.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Over, Roll
from dicehall.game.acting import roller
from dicehall.players.worth import POINTS, Worth, unit_of

MOST_ROLLS = 36
"""The most outcomes to look at: those of two ordinary dice."""


@dataclass(frozen=True, slots=True)
class RolledWorth:
    """A roll, its chance, and the best move after it; that is empty if no move follows."""

    roll: Roll
    chance: float
    best: str
    value: float


@dataclass(frozen=True, slots=True)
class RollsWorth:
    """What the outcomes of a roll are worth to the seat that the dice are rolled for."""

    seat: int
    rolls: tuple[RolledWorth, ...]
    """Every outcome that counts, best first; empty if there are too many to look at."""
    value: float | None
    """The mean of all outcomes; None if there are too many."""
    unit: str
    exact: bool
    error: float | None


def states_after(game: AnyGame, state: Any) -> dict[Roll, Any]:
    """The state after each outcome of the roll that is due, without void outcomes, which change
    nothing; none if there are too many or more dice are due after one."""
    turn = game.turn(state)
    assert isinstance(turn, Chance)
    if prod(len(die.faces) for die in turn.dice) > MOST_ROLLS:
        return {}
    afters = {roll: game.roll(state, roll) for roll, _ in turn.outcomes()}
    afters = {roll: after for roll, after in afters.items() if after != state}
    more = any(isinstance(game.turn(after), Chance) for after in afters.values())
    return {} if more else afters


def weigh_rolls(
    game: AnyGame, state: Any, afters: Mapping[Roll, Any], worths: Mapping[Roll, Worth]
) -> RollsWorth:
    """What each of `states_after` is worth; `worths` has those in which a seat decides.

    All outcomes are equally likely, because dice are fair and void rolls are repeated.
    """
    seat = roller(game, state) or 0
    rolls = []
    for roll, after in afters.items():
        value, best = _value(game, after, seat, worths.get(roll))
        rolls.append(RolledWorth(roll, 1 / len(afters), best, value))
    errors = [worth.error for worth in worths.values()]
    known = [error for error in errors if error is not None]
    return RollsWorth(
        seat,
        tuple(sorted(rolls, key=lambda one: -one.value)),
        sum(one.value for one in rolls) / len(rolls) if rolls else None,
        unit_of(game),
        exact=bool(rolls) and all(worth.exact for worth in worths.values()),
        error=max(known, default=0.0) if rolls and len(known) == len(errors) else None,
    )


def _value(game: AnyGame, after: Any, seat: int, worth: Worth | None) -> tuple[float, str]:
    """What a state is worth to a seat, and the best move there."""
    turn = game.turn(after)
    if isinstance(turn, Over):
        if unit_of(game) == POINTS:
            return turn.scores[seat], ""
        return float((seat in turn.winners) - (1 - seat in turn.winners)), ""
    assert isinstance(turn, Decide)
    assert worth
    value = worth.moves[worth.best]
    return (value if turn.seat == seat else -value), worth.best
