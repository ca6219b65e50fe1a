"""A match as a value, and the fold that makes it from its events."""

from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from dicehall.game import AnyGame, Decide, Over, Turn, new_game
from dicehall.game.records import Event, Played, Record, Rolled, spell
from dicehall.match.events import (
    ClaimAnswered,
    DiceRolled,
    Forfeited,
    MatchEnded,
    MatchEvent,
    MatchEvents,
    MatchOpened,
    MovePlayed,
    NextOpened,
    RematchOffered,
    Resigned,
    SeatTaken,
    TableClosed,
    WinClaimed,
)
from dicehall.words.endings import Loss


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
class Claim:
    """A seat waits until some moment for a sign of the other; then it wins."""

    seat: int
    until: float


class Match(msgspec.Struct, frozen=True):
    """Everything that is known of a match; `version` is the number of its events."""

    id: str
    game: AnyGame
    state: Any
    turn: Turn
    """What the rules ask now."""
    version: int
    seats: tuple[Seat | None, ...]
    opened_at: float
    promise: str
    log: tuple[Event, ...] = ()
    """The rolls and moves, as a record would list them."""
    lines: tuple[str, ...] = ()
    """The same, spelled."""
    rolls: int = 0
    """How many of them are rolls."""
    ids: tuple[tuple[int, str], ...] = ()
    """The commands that have been carried out, with the seat that gave each."""
    moved: int = 1
    """The version at which the position became what it is."""
    code: str = ""
    public: bool = False
    clock: int = 0
    asked_at: float = 0.0
    """Since when the seat to move has been asked, if two guests play against each other."""
    claim: Claim | None = None
    loss: Loss | None = None
    result: Over | None = None
    secret: str = ""
    """Known once the match has ended."""
    offers: tuple[int, ...] = ()
    """The seats that would play again."""
    next: str = ""
    """The match in which it goes on."""

    @property
    def full(self) -> bool:
        return None not in self.seats

    @property
    def online(self) -> bool:
        """Whether two guests play against each other."""
        guests = {seat.holder for seat in self.seats if seat and isinstance(seat.holder, str)}
        return len(guests) > 1

    @property
    def settled(self) -> bool:
        """Whether nothing more can happen: it is over, and nobody can play on from it."""
        return self.result is not None and (bool(self.next) or not self.online)

    @property
    def waiting(self) -> bool:
        """Whether it could begin if somebody sat down."""
        return not self.full and not self.result

    @property
    def free(self) -> int | None:
        """The first free seat."""
        return self.seats.index(None) if not self.full else None

    @property
    def words(self) -> tuple[str, ...]:
        """What the seats added to the dice."""
        return tuple(seat.words if seat else "" for seat in self.seats)

    @property
    def to_move(self) -> int | None:
        """The seat whose move is awaited, if any."""
        if self.result or not self.full:
            return None
        return self.turn.seat if isinstance(self.turn, Decide) else None

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
        if self.loss:
            how = "resigned" if self.loss.why == "resigned" else "forfeited"
            notes[how] = str(self.loss.seat)
        return Record(self.game, self.log, notes)


def fold(match_id: str, events: MatchEvents) -> Match:
    """The match that these events make."""
    opened, *rest = events
    assert isinstance(opened, MatchOpened)
    game = new_game(opened.game, opened.seats, opened.options)
    state = game.start()
    match = Match(
        id=match_id,
        game=game,
        state=state,
        turn=game.turn(state),
        version=1,
        seats=(None,) * game.seats,
        opened_at=opened.at,
        promise=opened.promise,
        code=opened.code,
        public=opened.public,
        clock=opened.clock,
        asked_at=opened.at,
    )
    return extend(match, rest)


def extend(match: Match, events: MatchEvents) -> Match:
    """The match after more events."""
    for event in events:
        match = _apply(match, event)
    return match


def _apply(match: Match, event: MatchEvent) -> Match:
    version = match.version + 1
    after = partial(replace, match, version=version)
    match event:
        case DiceRolled(roll=roll):
            state = match.game.roll(match.state, roll)
            return after(rolls=match.rolls + 1, **_gone_on(match, Rolled(roll), state))
        case MovePlayed(seat=seat, move=move, id=command_id):
            state = match.game.play(match.state, move)
            return after(
                **_gone_on(match, Played(seat, move), state),
                ids=(*match.ids, (seat, command_id)),
                asked_at=event.at or match.asked_at,
                claim=None,
            )
        case SeatTaken(seat=seat):
            holder = Computer() if event.level else event.holder
            taken = Seat(event.name, holder, event.level, event.words)
            seats = (*match.seats[:seat], taken, *match.seats[seat + 1 :])
            return after(seats=seats, moved=version, asked_at=event.at or match.asked_at)
        case Resigned(seat=seat, id=command_id):
            return after(loss=Loss(seat, "resigned"), ids=(*match.ids, (seat, command_id)))
        case WinClaimed(seat=seat, until=until):
            return after(claim=Claim(seat, until))
        case ClaimAnswered(at=at):
            return after(claim=None, asked_at=at)
        case Forfeited(seat=seat, why=why):
            return after(loss=Loss(seat, why))
        case MatchEnded(scores=scores, winners=winners, secret=secret):
            return after(result=Over(scores, winners), secret=secret, claim=None)
        case TableClosed():
            return after(result=Over((0,) * match.game.seats, ()))
        case RematchOffered(seat=seat):
            return after(offers=(*match.offers, seat))
        case NextOpened(match_id=match_id):
            return after(next=match_id)
        case MatchOpened():
            raise AssertionError("a match opens once")


def _gone_on(match: Match, event: Event, state: Any) -> dict[str, Any]:
    return {
        "state": state,
        "turn": match.game.turn(state),
        "moved": match.version + 1,
        "log": (*match.log, event),
        "lines": (*match.lines, spell(event)),
    }
