"""A match on this machine: seats, seed and events.

A frozen value. Every roll follows from the seed and the number of the roll, so undoing a move
does not change the dice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Die, Over, Roll, Turn
from dicehall.game.messages import translatable
from dicehall.game.records import OWN_DICE, Event, Record, Rolled, apply, plain
from dicehall.game.refused import IllegalMove
from dicehall.game.turns import Loss
from dicehall.players.characters import character
from dicehall.players.opponents import ALONE, PEOPLE
from dicehall.words.language import _
from dicehall.words.viewer import Viewer

SEED = "x-seed"
LEVEL = "x-level-"
"""Notes in a record that are needed to resume a match."""
NAME = "name-"
TAKE_BACKS = "take-backs"
DICE = "dice"


@dataclass(frozen=True, slots=True)
class LocalMatch:
    """A match played on this machine, or followed on a server; the level of a person's seat is
    empty."""

    game: AnyGame
    names: tuple[str, ...]
    levels: tuple[str, ...]
    seed: str
    state: Any
    events: tuple[Event, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    """Other notes of its record."""
    you: int | None = None
    """The seat at this keyboard, in a match on a server."""
    loss: Loss | None = None
    """Who lost and why, if the match was not played out."""
    closed: bool = False
    """Whether the server's host closed the match: nobody won or lost."""
    position: str = ""
    """Where its record starts; empty for the start of the game."""

    @classmethod
    def begin(
        cls,
        game: AnyGame,
        names: tuple[str, ...],
        levels: tuple[str, ...],
        seed: str,
        notes: Mapping[str, str] | None = None,
    ) -> "LocalMatch":
        """A new match without events."""
        return cls(game, names, levels, seed, game.start(), notes=tuple((notes or {}).items()))

    @classmethod
    def read(cls, record: Record, state: Any) -> "LocalMatch":
        """The match in a record. A record from a server has no seed, so its dice would not continue
        as they would have there."""
        notes, seats = dict(record.notes), range(record.game.seats)
        seed = notes.pop(SEED, "")
        levels = tuple(notes.pop(f"{LEVEL}{seat}", "") for seat in seats)
        names = tuple(
            notes.pop(f"{NAME}{seat}", "") or _("Player %(number)d") % {"number": seat + 1}
            for seat in seats
        )
        return cls(
            record.game,
            names,
            levels,
            seed,
            state,
            record.events,
            tuple(notes.items()),
            position=record.position,
        )

    @property
    def record(self) -> Record:
        """Everything needed to resume the match."""
        names = {f"{NAME}{seat}": plain(name) for seat, name in enumerate(self.names)}
        levels = {f"{LEVEL}{seat}": level for seat, level in enumerate(self.levels) if level}
        notes = {**names, **levels, SEED: self.seed, **dict(self.notes)}
        notes = {key: value for key, value in notes.items() if value}
        return Record(self.game, self.events, notes, self.position)

    @property
    def start(self) -> Any:
        """The state before the first event."""
        return self.record.start

    @property
    def turn(self) -> Turn:
        return self.game.turn(self.state)

    @property
    def own_dice(self) -> bool:
        """Whether the players roll their own dice and type what fell."""
        return dict(self.notes).get(DICE) == OWN_DICE

    def with_own_dice(self) -> "LocalMatch":
        """This match, in which the players roll their own dice."""
        return replace(self, notes=(*self.notes, (DICE, OWN_DICE)))

    @property
    def is_played_out(self) -> bool:
        return isinstance(self.turn, Over)

    @property
    def is_over(self) -> bool:
        return self.is_played_out or self.loss is not None or self.closed

    @property
    def viewer(self) -> Viewer:
        """The viewer; the only person at the keyboard is "You"."""
        if self.you is not None:
            return Viewer(self.names, self.you)
        people = [seat for seat, level in enumerate(self.levels) if not level]
        return Viewer(self.names, people[0] if len(people) == 1 else None)

    def is_here(self, seat: int) -> bool:
        """Whether the seat is played at this keyboard."""
        return not self.levels[seat] if self.you is None else seat == self.you

    @property
    def to_move(self) -> int | None:
        """The seat that must decide; None if the match waits for dice or is over."""
        turn = self.turn
        return turn.seat if isinstance(turn, Decide) else None

    @property
    def level_to_move(self) -> str:
        """The level of the computer player that must decide; empty if none must."""
        return "" if self.to_move is None else self.levels[self.to_move]

    def next_roll(self) -> Rolled:
        """The result of the pending roll."""
        turn = self.turn
        assert isinstance(turn, Chance)
        number = sum(isinstance(event, Rolled) for event in self.events)
        return Rolled(throw(self.seed, number, turn.dice))

    def thinking_random(self) -> Random:
        """Random numbers for the computer's next choice, independent of the dice."""
        return Random(f"computer {self.seed} {len(self.events)}")

    def after(self, event: Event) -> "LocalMatch":
        """The match after one more event; an impossible event is refused."""
        state = apply(self.game, self.state, event)
        return replace(self, state=state, events=(*self.events, event))

    def undone(self) -> "LocalMatch":
        """The match before the last move at this keyboard and everything that followed it. If dice
        were rolled since, its record notes a take-back. With own dice, a roll that was typed counts
        as a move, and nothing is noted."""
        moves = [
            number
            for number, event in enumerate(self.events)
            if (self.own_dice if isinstance(event, Rolled) else self.is_here(event.seat))
        ]
        if not moves:
            raise IllegalMove(translatable("there is no move to undo"))
        undone = self.at(moves[-1])
        if self.own_dice or len(self.events) == moves[-1] + 1:
            return undone
        notes = dict(self.notes)
        before = notes.get(TAKE_BACKS, "")
        notes[TAKE_BACKS] = str(int(before) + 1 if before.isdecimal() else 1)
        return replace(undone, notes=tuple(notes.items()))

    def at(self, version: int) -> "LocalMatch":
        """The match after its first `version` events."""
        state = self.start
        for event in self.events[:version]:
            state = apply(self.game, state, event)
        return replace(self, state=state, events=self.events[:version])


def throw(seed: str, number: int, dice: tuple[Die, ...]) -> Roll:
    """Roll number `number` of a match, counted from 0.

    >>> from dicehall.game.turns import D6
    >>> throw("1", 0, (D6, D6)) == throw("1", 0, (D6, D6)) != throw("1", 1, (D6, D6))
    True
    """
    return Chance(dice).throw(Random(f"dice {seed} {number}"))


def default_names(people: int) -> tuple[str, ...]:
    """Names for people who give none."""
    return tuple(_("Player %(number)d") % {"number": seat + 1} for seat in range(people))


def seated(game: AnyGame, opponent: str, people: tuple[str, ...], seed: str) -> LocalMatch:
    """A new match; the opponent is a level, `PEOPLE` (same keyboard) or `ALONE`.

    The seed determines the dice and, like a fair coin, who begins (Bones 1).
    """
    seats = [(name, "") for name in people]
    if opponent not in (ALONE, PEOPLE):
        seats.append((character(opponent).name, opponent))
    Random(f"coin {seed}").shuffle(seats)
    names, levels = zip(*seats, strict=True)
    return LocalMatch.begin(game, names, levels, seed)
