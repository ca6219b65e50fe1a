"""What a drawing needs of the past of a match, carried along from event to event.

Nothing folds a whole log to draw a table.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from dicehall.game import AnyGame, find_game
from dicehall.game.records import Event, Rolled, apply
from dicehall.words.language import current
from dicehall.words.telling import tell
from dicehall.words.viewer import Viewer

MOST_RECENT = 12


@dataclass(frozen=True, slots=True)
class Step:
    """An event, and what it changed."""

    game: AnyGame
    before: Any
    event: Event
    after: Any
    _told: dict[tuple[str, Viewer], str] = field(default_factory=dict, compare=False, repr=False)

    def told(self, viewer: Viewer) -> str:
        """What happened, in words; found once for each viewer and language, since a step is shown
        again and again."""
        key = (current(), viewer)
        if key not in self._told:
            self._told[key] = tell(self.game, self.before, self.event, self.after, viewer)
        return self._told[key]


class GameTrail(Protocol):
    """What the page of a game remembers of the past, if its module has a `Trail`: an immutable
    value that is made without arguments."""

    def after(self, step: Step, moment: int, rolls: int) -> "GameTrail":
        """The trail after `step`, the event number `moment`; so far `rolls` events were rolls."""


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
