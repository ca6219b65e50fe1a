"""The part of a match's past that its page shows, updated with each event.

Rendering a table never folds a whole log.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from dicehall.game import AnyGame, find_game
from dicehall.game.records import Event, Rolled, apply
from dicehall.words.language import current
from dicehall.words.telling import tell
from dicehall.words.viewer import Viewer

MOST_RECENT = 24


@dataclass(frozen=True, slots=True)
class Step:
    """An event, with the states before and after it."""

    game: AnyGame
    before: Any
    event: Event
    after: Any
    _sentences: dict[tuple[str, Viewer], str] = field(
        default_factory=dict, compare=False, repr=False
    )

    def sentence(self, viewer: Viewer) -> str:
        """A sentence on what happened, cached by viewer and language."""
        key = (current(), viewer)
        if key not in self._sentences:
            self._sentences[key] = tell(self.game, self.before, self.event, self.after, viewer)
        return self._sentences[key]


class GameTrail(Protocol):
    """What a game's page remembers of the past, if its module has a `Trail` class. An immutable
    value, created without arguments."""

    def after(self, step: Step, moment: int, rolls: int) -> "GameTrail":
        """The trail after `step`, when there have been `moment` events, `rolls` of them rolls."""


@dataclass(frozen=True, slots=True)
class History:
    """A state, the most recent steps that led to it, and the trail of its game's page."""

    game: AnyGame
    state: Any
    moment: int = 0
    """The number of rolls and moves so far."""
    rolls: int = 0
    """The number of rolls among them."""
    recent: tuple[Step, ...] = ()
    trail: Any = None

    @classmethod
    def start(cls, game: AnyGame) -> "History":
        """The history of a match before its first event."""
        trail = getattr(find_game(game.name).part("page"), "Trail", None)
        return cls(game, game.start(), trail=trail() if trail else None)

    @classmethod
    def of(cls, game: AnyGame, log: Iterable[Event]) -> "History":
        """The history after these events."""
        return cls.start(game).extended(log)

    def extended(self, events: Iterable[Event]) -> "History":
        """The history after more events."""
        history = self
        for event in events:
            history = history.after(event)
        return history

    def after(self, event: Event) -> "History":
        """The history after one more event."""
        step = Step(self.game, self.state, event, apply(self.game, self.state, event))
        moment, rolls = self.moment + 1, self.rolls + isinstance(event, Rolled)
        return History(
            self.game,
            step.after,
            moment,
            rolls,
            (*self.recent[1 - MOST_RECENT :], step),
            self.trail.after(step, moment, rolls) if self.trail is not None else None,
        )
