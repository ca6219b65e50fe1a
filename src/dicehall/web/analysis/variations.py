"""A position with a small tree of variations: moves and rolls that somebody tried from there."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, takewhile

from dicehall.game import AnyGame
from dicehall.game.positions import read_position, spell_position
from dicehall.game.records import Event, Record, apply
from dicehall.game.refused import Refused
from dicehall.game_page.history import History

Line = tuple[Event, ...]

MOST_EVENTS = 80
"""In a line; with more, the first ones are played and left out."""
MOST_LINES = 8


@dataclass(frozen=True, slots=True)
class Variations:
    """Lines from one position, of which one is shown, up to some event."""

    game: AnyGame
    position: str = ""
    """Where all lines begin; empty for the start of the game."""
    line: Line = ()
    at: int = 0
    """How many events of the line have happened on the board."""
    others: tuple[Line, ...] = ()
    """Other lines, the newest first."""
    seat: int | None = None
    """The seat at the near side, if somebody looks from there."""

    @classmethod
    def of_record(cls, record: Record) -> "Variations":
        """All that a record tells, as one line, at its end."""
        return cls(record.game, record.position, record.events, len(record.events)).shortened()

    @property
    def root(self) -> History:
        """Where all lines begin; refused if the position is impossible."""
        if self.position:
            return History(self.game, read_position(self.game, self.position))
        return History.start(self.game)

    def timeline(self, line: Line | None = None) -> tuple[History, ...]:
        """The history after each event of a line, by default of the one shown; refused if one of
        its events is impossible."""
        events = self.line if line is None else line
        return tuple(accumulate(events, History.after, initial=self.root))

    def checked(self) -> "Variations":
        """The same without the lines that are impossible; the one shown ends before its first
        impossible event. Refused if the position is impossible."""
        line, state = [], self.root.state
        for event in self.line:
            try:
                state = apply(self.game, state, event)
            except (Refused, TypeError):
                break
            line.append(event)
        others = tuple(other for other in self.others if self._is_possible(other))
        return replace(self, line=tuple(line), at=min(self.at, len(line)), others=others)

    def after(self, event: Event) -> "Variations":
        """With one more event on the board: the next of a line, or the start of a new one."""
        played = (*self.line[: self.at], event)
        lines = (self.line, *self.others)
        known = next((line for line in lines if line[: len(played)] == played), None)
        line = known or played
        extended = len(played) > len(self.line)
        kept = [other for other in lines if other != line and not (extended and other == self.line)]
        return replace(self, line=line, at=len(played), others=_kept(kept)).shortened()

    def to(self, at: int) -> "Variations":
        """The same line, up to another event."""
        return replace(self, at=min(max(at, 0), len(self.line)))

    def along(self, number: int, at: int) -> "Variations":
        """Another line, up to some event, and the one shown among the others."""
        others = [self.line, *(one for n, one in enumerate(self.others) if n != number)]
        return replace(self, line=self.others[number], at=at, others=_kept(others))

    def without(self, number: int) -> "Variations":
        """Without one of the other lines."""
        others = tuple(one for n, one in enumerate(self.others) if n != number)
        return replace(self, others=others)

    def from_here(self) -> "Variations":
        """The position on the board, without any lines."""
        state = self.timeline()[self.at].state
        return Variations(self.game, spell_position(self.game, state), seat=self.seat)

    def shortened(self) -> "Variations":
        """The same with at most `MOST_EVENTS` events in its line, at whose end it is: the line
        begins later."""
        if len(self.line) <= MOST_EVENTS:
            return self
        first = len(self.line) - MOST_EVENTS
        position = spell_position(self.game, self.timeline()[first].state)
        begun = [line[first:] for line in self.others if line[:first] == self.line[:first]]
        return replace(
            self, position=position, line=self.line[first:], at=self.at - first, others=_kept(begun)
        )

    def _is_possible(self, line: Line) -> bool:
        try:
            self.timeline(line)
        except (Refused, TypeError):
            return False
        return True


def shared(line: Line, other: Line) -> int:
    """How many events two lines have in common before they part."""
    pairs = zip(line, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _kept(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The newest of these lines that are not empty."""
    return tuple(line for line in dict.fromkeys(lines) if line)[: MOST_LINES - 1]
