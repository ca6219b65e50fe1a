"""A match as a value, and the fold that makes it from its events."""

from dataclasses import dataclass, replace
from typing import Any

from dicehall.match.events import (
    DiceRolled,
    Event,
    Events,
    MatchEnded,
    MatchOpened,
    MovePlayed,
    Resigned,
    SeatTaken,
)
from dicehall.rules import AnyGame, Decide, Over, new_game
from dicehall.rules.records import Event as GameEvent
from dicehall.rules.records import Played, Record, Rolled


@dataclass(frozen=True, slots=True)
class Computer:
    """Holds the computer's seats. It is no text: no guest can have this identity."""


Holder = str | Computer


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a place: a guest, or a computer player of some level."""

    name: str
    holder: Holder
    level: str
    words: str


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that is known of a match; `version` is the number of its events."""

    id: str
    game: AnyGame
    state: Any
    version: int
    seats: tuple[Seat | None, ...]
    opened_at: float
    promise: str
    log: tuple[GameEvent, ...] = ()
    """The rolls and moves, as a record would list them."""
    rolls: int = 0
    """How many of them are rolls."""
    ids: tuple[str, ...] = ()
    """The commands that have been carried out."""
    resigned: int | None = None
    result: Over | None = None
    secret: str = ""
    """Known once the match has ended."""

    @property
    def full(self) -> bool:
        return None not in self.seats

    @property
    def words(self) -> tuple[str, ...]:
        """What the seats added to the dice."""
        return tuple(seat.words if seat else "" for seat in self.seats)

    @property
    def to_move(self) -> int | None:
        """The seat whose move is awaited, if any."""
        if self.result or not self.full:
            return None
        turn = self.game.turn(self.state)
        return turn.seat if isinstance(turn, Decide) else None

    def held_by(self, holder: Holder) -> tuple[int, ...]:
        """The seats of a guest, or of the computer."""
        return tuple(n for n, seat in enumerate(self.seats) if seat and seat.holder == holder)

    def record(self) -> Record:
        """The match as a record, the secret included once it is told."""
        names = {f"name-{n}": seat.name for n, seat in enumerate(self.seats) if seat}
        words = {f"words-{n}": said for n, said in enumerate(self.words) if said}
        notes = {"match": self.id, **names, **words, "promise": self.promise}
        if self.secret:
            notes["secret"] = self.secret
        if self.resigned is not None:
            notes["resigned"] = str(self.resigned)
        return Record(self.game, self.log, notes)


def fold(match_id: str, events: Events) -> Match:
    """The match that these events make."""
    opened, *rest = events
    assert isinstance(opened, MatchOpened)
    game = new_game(opened.game, opened.seats, opened.options)
    match = Match(
        id=match_id,
        game=game,
        state=game.start(),
        version=1,
        seats=(None,) * game.seats,
        opened_at=opened.at,
        promise=opened.promise,
    )
    return extend(match, rest)


def extend(match: Match, events: Events) -> Match:
    """The match after more events."""
    for event in events:
        match = replace(_apply(match, event), version=match.version + 1)
    return match


def _apply(match: Match, event: Event) -> Match:
    match event:
        case SeatTaken(seat=seat):
            holder = Computer() if event.level else event.holder
            taken = Seat(event.name, holder, event.level, event.words)
            return replace(match, seats=(*match.seats[:seat], taken, *match.seats[seat + 1 :]))
        case DiceRolled(roll=roll):
            state = match.game.roll(match.state, roll)
            log = (*match.log, Rolled(roll))
            return replace(match, state=state, log=log, rolls=match.rolls + 1)
        case MovePlayed(seat=seat, move=move, id=command_id):
            state = match.game.play(match.state, move)
            log = (*match.log, Played(seat, move))
            return replace(match, state=state, log=log, ids=(*match.ids, command_id))
        case Resigned(seat=seat, id=command_id):
            return replace(match, resigned=seat, ids=(*match.ids, command_id))
        case MatchEnded(scores=scores, winners=winners, secret=secret):
            return replace(match, result=Over(scores, winners), secret=secret)
        case MatchOpened():
            raise AssertionError("a match opens once")
