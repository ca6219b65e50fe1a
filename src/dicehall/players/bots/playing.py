"""Plays one game between players who may fail."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Over
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.refused import BotFailed
from dicehall.players.bots.question import Mover, Question


@dataclass(frozen=True, slots=True)
class Outcome:
    """The scores of all seats, and all events."""

    scores: tuple[int, ...]
    events: tuple[Event, ...]
    forfeited: int | None = None
    """The seat whose player failed and therefore lost."""
    reason: str = ""
    """Why, in English."""


def play_game(game: AnyGame, players: Sequence[Mover], dice: Random, own: Random) -> Outcome:
    """Play a game to its end; `own` is the players' random source, separate from the dice."""
    state: Any = game.start()
    events: list[Event] = []
    while True:
        match game.turn(state):
            case Over(scores=points):
                return Outcome(points, tuple(events))
            case Chance() as chance:
                roll = chance.throw(dice)
                state = game.roll(state, roll)
                events.append(Rolled(roll))
            case Decide(seat=seat) as turn:
                try:
                    move = players[seat](Question(game, state, turn, events), own)
                except BotFailed as failed:
                    return Outcome(game.scores(state), tuple(events), seat, failed.reason)
                state = game.play(state, move)
                events.append(Played(seat, move))
