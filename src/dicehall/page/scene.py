"""A match as one viewer sees it: who sits where, what is asked, and what has happened."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from dicehall.game import AnyGame, Decide, Turn
from dicehall.game.records import Event, apply
from dicehall.page.advice import Advice
from dicehall.words.endings import Loss, tell_loss
from dicehall.words.language import _
from dicehall.words.telling import ask, tell
from dicehall.words.viewer import Viewer


@dataclass(frozen=True)
class Scene:
    """What there is to show of a state; `mine` are the viewer's seats, none for a spectator."""

    game: AnyGame
    state: Any
    log: tuple[Event, ...]
    players: tuple[str, ...]
    """The names at the table."""
    levels: tuple[str, ...]
    """The levels of computer players; empty for people."""
    mine: tuple[int, ...]
    match_id: str = ""
    version: int = 0
    running: bool = True
    loss: Loss | None = None
    waiting: bool = False
    """Whether a seat is free."""
    online: bool = False
    """Whether two guests play against each other."""
    best: int | None = None
    """The highest score that the viewer has made at this game alone, if there is one."""
    opponent: str = ""
    """Whom the match is played against, as the form of a new table says it."""
    coached: bool = False
    """Whether the coach may speak to the viewer."""
    advice: Advice | None = None
    """What the coach says to the viewer's choices, if it was asked."""

    @classmethod
    def still(cls, game: AnyGame, state: Any, log: tuple[Event, ...] = ()) -> "Scene":
        """A picture of a state that nobody plays."""
        nobody = ("",) * game.seats
        return cls(game, state, log, players=nobody, levels=nobody, mine=(), running=False)

    def at(self, moment: int) -> "Scene":
        """What there was to see after so many events."""
        return replace(
            self,
            state=self.states[moment],
            log=self.log[:moment],
            running=False,
            loss=self.loss if moment == len(self.log) else None,
        )

    @cached_property
    def turn(self) -> Turn:
        return self.game.turn(self.state)

    @property
    def to_move(self) -> int | None:
        return self.turn.seat if self.running and isinstance(self.turn, Decide) else None

    @property
    def acting(self) -> bool:
        """Whether the viewer is to move."""
        return self.to_move is not None and self.to_move in self.mine

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that the viewer may make now."""
        return self.turn.moves if self.acting and isinstance(self.turn, Decide) else ()

    @property
    def thinking(self) -> bool:
        """Whether a computer player is to move."""
        return self.to_move is not None and bool(self.levels[self.to_move])

    @property
    def viewer(self) -> Viewer:
        """Who looks: "You" where it is clear which seat that is."""
        return Viewer(self.players, self.mine[0] if len(self.mine) == 1 else None)

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat is called to the viewer."""
        return self.viewer.called

    @cached_property
    def asked(self) -> str:
        """What is asked now, or the result."""
        if self.waiting:
            return _("A seat is free.")
        if self.loss:
            return tell_loss(self.loss, self.viewer)
        if self.thinking and self.to_move is not None:
            return _("%(name)s is thinking …") % {"name": self.viewer.named(self.to_move)}
        return ask(self.game, self.state, self.viewer)

    @cached_property
    def told(self) -> tuple[str, ...]:
        """Everything that has happened, in words."""
        return tuple(self._tell())

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """The state after each event of the log, the start first."""
        states = [self.game.start()]
        for event in self.log:
            states.append(apply(self.game, states[-1], event))
        return tuple(states)

    def _tell(self) -> Iterator[str]:
        viewer = self.viewer
        for event, (before, after) in zip(self.log, pairwise(self.states), strict=True):
            yield tell(self.game, before, event, after, viewer)
