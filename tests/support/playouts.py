"""Matches for tests: random ones in every game, or from lines of a record."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from dicehall.game import AnyGame, Chance, Decide, Over, Turn, games, new_game
from dicehall.game.records import Event, Played, Rolled, apply, read
from dicehall.game.refused import IllegalMove
from dicehall.players.chooser import Chooser as Player

MOST_EVENTS = 5_000
"""Far more than any match needs: FUNE for two ends within 156 events."""

Chooser = Callable[[tuple[str, ...], Random], str]

CHOOSERS: dict[str, Chooser] = {
    "any": lambda moves, random: random.choice(moves),
    "first": lambda moves, random: moves[0],
    "last": lambda moves, random: moves[-1],
}


class Step(NamedTuple):
    """A state, its turn, and the event that followed (None at the end of the match)."""

    state: Any
    turn: Turn
    event: Event | None


def _every_game() -> Iterator[AnyGame]:
    for kind in games().values():
        for seats in kind.seats:
            for values in product(*kind.options.values()):
                yield new_game(kind.name, seats, dict(zip(kind.options, values, strict=True)))


GAMES: tuple[AnyGame, ...] = tuple(dict.fromkeys(_every_game()))
"""Every game with every choice of its seats and options."""


def play_match(game: AnyGame, seed: int, choose: str = "any") -> list[Step]:
    """A whole match; fails if it does not end."""
    random = Random(seed)
    state = game.start()
    steps: list[Step] = []
    while len(steps) < MOST_EVENTS:
        event: Event
        match game.turn(state):
            case Over() as turn:
                return [*steps, Step(state, turn, None)]
            case Chance() as turn:
                event = Rolled(turn.throw(random))
            case Decide() as turn:
                event = Played(turn.seat, CHOOSERS[choose](turn.moves, random))
        steps.append(Step(state, turn, event))
        state = apply(game, state, event)
    raise AssertionError(f"{game} did not end within {MOST_EVENTS} events")


def play_levels(game: AnyGame, players: Sequence[Player], random: Random) -> list[Any]:
    """The decisions of a match between computer players, and its last state."""
    state, decisions = game.start(), []
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.roll(state, turn.throw(random))
        else:
            decisions.append(state)
            state = game.play(state, players[turn.seat](game, state, random))
    return [*decisions, state]


def events_of(steps: list[Step]) -> tuple[Event, ...]:
    """The events of a match."""
    return tuple(step.event for step in steps if step.event is not None)


@cache
def vocabulary(game: AnyGame) -> tuple[str, ...]:
    """Moves that were legal at some point of a few matches."""
    return tuple(
        sorted(
            {
                move
                for seed in range(5)
                for step in play_match(game, seed)
                if isinstance(step.turn, Decide)
                for move in step.turn.moves
            }
        )
    )


def state_after(header: str, *lines: str) -> Any:
    """The state after these lines of a record; the header is written "game: fune, seats: 2"."""
    return read("\n".join([*header.split(", "), "", *lines]))[1]


def legal_moves(game: AnyGame, state: Any) -> tuple[str, ...]:
    """The legal moves of a state that asks for a decision."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    return turn.moves


def why_refused(game: AnyGame, state: Any, move: str) -> str:
    """The reason why a move is refused; checks that the refusal lists the legal moves."""
    with pytest.raises(IllegalMove) as refused:
        game.play(state, move)
    assert refused.value.legal == legal_moves(game, state)
    return refused.value.reason
