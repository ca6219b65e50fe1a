"""Slots: which die, of which throw, of which turn a roll consists of.

Where many people meet the same dice, the face of a die follows from its slot, so that it does not
depend on what anyone kept before. A game's module `slots` names the slots of the dice that are due;
docs/fairness.md lists them.
"""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, NamedTuple, Protocol, cast

from dicehall.game.catalogue import find_game
from dicehall.game.protocol import AnyGame
from dicehall.game.records import Event, Rolled
from dicehall.game.refused import UnknownGame
from dicehall.game.turns import Chance


class Slot(NamedTuple):
    """The place of a die in a match. No slot occurs twice in a match."""

    seat: int
    """Whose turn it is."""
    turn: int
    """Which turn of this seat, from 1."""
    throw: int
    """Which throw of this turn, from 1."""
    die: int
    """Which die of the game, from 1: always the same kind of die."""


class SlotsModule(Protocol):
    """A game's module `slots`."""

    slots: Callable[[Any, Any, Sequence[Event]], tuple[Slot, ...]]
    """(game, state, log) -> the slot of each die that is due. The log led to the state."""


def slots_due(game: AnyGame, state: Any, log: Sequence[Event]) -> tuple[Slot, ...]:
    """The slot of each die that is due in a state, to which this log led.

    >>> from dicehall.game import new_game
    >>> from dicehall.game.records import Played
    >>> game = new_game("fune")
    >>> state = game.play(game.roll(game.start(), (6, 6, 1, 6, 2)), "keep 1 2 4")
    >>> slots_due(game, state, [Rolled((6, 6, 1, 6, 2)), Played(0, "keep 1 2 4")])
    (Slot(seat=0, turn=1, throw=2, die=3), Slot(seat=0, turn=1, throw=2, die=5))
    """
    try:
        module = cast(SlotsModule | None, find_game(game.name).part("slots"))
    except UnknownGame:  # the game is not installed
        module = None
    return module.slots(game, state, log) if module else default_slots(game, state, log)


def default_slots(game: AnyGame, state: Any, log: Sequence[Event]) -> tuple[Slot, ...]:
    """The slots of a game without a module `slots`, from the log alone: every decision begins a
    turn, and a die is known by its place in the roll. So two players meet the same dice as long as
    they have made equally many decisions."""
    turn = game.turn(state)
    assert isinstance(turn, Chance)
    decisions = sum(not isinstance(event, Rolled) for event in log)
    throw = 1 + rolls_since(log, lambda event: not isinstance(event, Rolled))
    return tuple(Slot(0, decisions + 1, throw, die) for die in range(1, len(turn.dice) + 1))


def rolls_since(log: Sequence[Event], began: Callable[[Event], bool]) -> int:
    """How many rolls follow the last event that began something."""
    latest = takewhile(lambda event: not began(event), reversed(log))
    return sum(isinstance(event, Rolled) for event in latest)
