"""A match turn by turn, so that two matches with the same dice can stand side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame
from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.game.slots import slots_due

SEAT = 0
"""Dice by slot are compared from the first seat."""


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn of the first seat: what it rolled first, its last move, and the result after it."""

    number: int
    opening: tuple[int, ...]
    before: Any
    """The state in which the last move was made."""
    move: str
    """The last move; empty if the match ended before one was made."""
    result: int
    """The points so far or, against an opponent, the lead."""
    gain: int
    """How much of that this turn brought, with the answer of the opponent."""


def turns_of(game: AnyGame, log: Sequence[Event]) -> list[TurnPlayed]:
    """The turns of the first seat."""
    state = game.start()
    turns: list[TurnPlayed] = []
    opening: tuple[int, ...] = ()
    number, before, move, result = 0, state, "", 0

    def finish() -> None:
        nonlocal result
        if number:
            now = result_of(game, state)
            turns.append(TurnPlayed(number, opening, before, move, now, now - result))
            result = now

    for moment, event in enumerate(log):
        if isinstance(event, Rolled):
            slot = slots_due(game, state, log[:moment])[0]
            if slot.seat == SEAT and slot.turn != number:
                finish()
                number, opening, move = slot.turn, event.roll, ""
        elif isinstance(event, Played) and event.seat == SEAT:
            before, move = state, event.move
        state = apply(game, state, event)
    finish()
    return turns


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
