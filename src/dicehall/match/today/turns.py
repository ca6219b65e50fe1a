"""A match turn by turn, so that two matches with the same dice can be shown side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame
from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.game.slots import slots_due

SEAT = 0
"""Dice by slot are compared from the first seat."""


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn of the first seat."""

    number: int
    before: Any
    """The state in which `move` was made."""
    move: str
    """The last move that changed the result or, without one, the last move; empty if there was
    none."""
    result: int
    """The points so far or, against an opponent, the lead."""
    gain: int
    """How much of that this turn brought, with the answer of the opponent."""


def turns_of(game: AnyGame, log: Sequence[Event]) -> list[TurnPlayed]:
    """The turns of the first seat."""
    state: Any = game.start()
    turns: list[TurnPlayed] = []
    result = 0
    for number, events in _by_turn(game, log):
        before, move, scoring = state, "", False
        for event in events:
            after = apply(game, state, event)
            if isinstance(event, Played) and event.seat == SEAT:
                changes = result_of(game, after) != result_of(game, state)
                if changes or not scoring:
                    before, move, scoring = state, event.move, changes
            state = after
        now = result_of(game, state)
        turns.append(TurnPlayed(number, before, move, now, now - result))
        result = now
    return turns


def _by_turn(game: AnyGame, log: Sequence[Event]) -> Iterator[tuple[int, list[Event]]]:
    """The events of a match by turns of the first seat, with the answers of the other one."""
    state, number = game.start(), 0
    events: list[Event] = []
    for moment, event in enumerate(log):
        if isinstance(event, Rolled):
            slot = slots_due(game, state, log[:moment])[0]
            if slot.seat == SEAT and slot.turn != number:
                if events:
                    yield number, events
                number, events = slot.turn, []
        events.append(event)
        state = apply(game, state, event)
    if events:
        yield number, events


def result_of(game: AnyGame, state: Any) -> int:
    """The points of the first seat or, against an opponent, its lead."""
    own, *others = game.scores(state)
    return own - sum(others)


BLOCKS = "▁▂▃▄▅▆▇█"


def blocks_of(turns: Sequence[TurnPlayed]) -> str:
    """The gain of each turn as a block: nothing of the dice or the moves can be read from it."""
    most = max((turn.gain for turn in turns), default=0)
    if most <= 0:
        return BLOCKS[0] * len(turns)
    steps = len(BLOCKS) - 1
    return "".join(BLOCKS[round(steps * max(turn.gain, 0) / most)] for turn in turns)
