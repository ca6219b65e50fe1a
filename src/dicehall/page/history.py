"""What a drawing needs of the past of a match, carried along from event to event.

Nothing folds a whole log to draw a table.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from dicehall.game import AnyGame, find_game
from dicehall.game.records import Event, Rolled, apply

MOST_RECENT = 12


@dataclass(frozen=True, slots=True)
class Step:
    """An event, and what it changed."""

    before: Any
    event: Event
    after: Any


class GameTrail(Protocol):
    """What the page of a game remembers of the past, if its module has a `Trail`: an immutable
    value that is made without arguments."""

    def after(self, step: Step, moment: int, rolls: int) -> "GameTrail":
        """The trail after one more event: the number `moment`; `rolls` of them were rolls."""


@dataclass(frozen=True, slots=True)
class History:
    """A state with the steps that led there last, and the trail that its game's page keeps."""

    game: AnyGame
    state: Any
    moment: int = 0
    """How many events there have been."""
    rolls: int = 0
    """How many of them were rolls."""
    recent: tuple[Step, ...] = ()
    trail: Any = None

    @classmethod
    def start(cls, game: AnyGame) -> "History":
        """Nothing has happened yet."""
        trail = getattr(find_game(game.name).part("page"), "Trail", None)
        return cls(game, game.start(), trail=trail() if trail else None)

    @classmethod
    def of(cls, game: AnyGame, log: Iterable[Event]) -> "History":
        """What these events lead to."""
        return cls.start(game).extended(log)

    def extended(self, events: Iterable[Event]) -> "History":
        """The history after more events."""
        history = self
        for event in events:
            history = history.after(event)
        return history

    def after(self, event: Event) -> "History":
        """The history after one more event."""
        step = Step(self.state, event, apply(self.game, self.state, event))
        moment, rolls = self.moment + 1, self.rolls + isinstance(event, Rolled)
        return History(
            self.game,
            step.after,
            moment,
            rolls,
            (*self.recent[1 - MOST_RECENT :], step),
            self.trail.after(step, moment, rolls) if self.trail is not None else None,
        )
