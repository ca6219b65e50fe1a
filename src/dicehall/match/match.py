"""A match as a value, and the fold that makes it from its events."""

from dataclasses import dataclass
from dataclasses import replace as copy
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from dicehall.game import AnyGame, Decide, Over, Turn, new_game
from dicehall.game.records import Event, Played, Record, Rolled, plain, spell
from dicehall.game.turns import Loss
from dicehall.match.events import (
    ClaimAnswered,
    ClockSet,
    CoinTossed,
    DiceRolled,
    Forfeited,
    MatchEnded,
    MatchEvent,
    MatchEvents,
    MatchOpened,
    MovePlayed,
    NextOpened,
    Nudged,
    RematchDeclined,
    RematchOffered,
    Resigned,
    SeatEdited,
    SeatTaken,
    TableClosed,
    WinClaimed,
    WordsTold,
)
from dicehall.match.seats import Computer, Holder, Seat


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
    commitment: str
    """The SHA-256 of the server seed, published when the match opened."""
    log: tuple[Event, ...] = ()
    """The rolls and moves, as a record would list them."""
    lines: tuple[str, ...] = ()
    """The same, as the lines of a record."""
    rolls: int = 0
    """How many of them are rolls."""
    moves_by_id: dict[tuple[int, str], str] = {}
    """What the commands of each seat did, by their ids: a move, or nothing for giving up."""
    position_version: int = 1
    """The version at which the position became what it is."""
    code: str = ""
    public: bool = False
    clock: int = 0
    begins: str = ""
    """How it is decided who begins: `coin` or `chosen`; empty in old matches, which do not say."""
    coin: int | None = None
    """How the coin fell: 0 if whoever set the table begins, 1 if the other does."""
    asked_at: float = 0.0
    """Since when the match has waited for a seat, if two guests play against each other."""
    claim: Claim | None = None
    nudged_at: float = 0.0
    """When the seat to move was asked to go on; 0 if it was not."""
    clock_set_by: int | None = None
    """The seat that has set the clock while the match was played."""
    clock_set_at: float = 0.0
    loss: Loss | None = None
    result: Over | None = None
    called_off: bool = False
    secret: str = ""
    """Known once the match has ended."""
    offers: dict[int, str] = {}
    """The seats that would play again, each with its commitment for that match, if it has made
    one."""
    offered_at: float = 0.0
    declined: int | None = None
    """The seat that was asked to play again and does not want to."""
    next: str = ""
    """The id of the match in which they play again."""
    imported: bool = False
    """Whether it came as a record from elsewhere."""

    @property
    def full(self) -> bool:
        return None not in self.seats

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that are asked for their words now. Those without a commitment come first:
        nothing that was committed to is told while somebody is still free to choose."""
        if not self.full or self.loss:
            return ()
        owing = [n for n, seat in enumerate(self.seats) if seat and seat.owes_words]
        free = [n for n in owing if (seat := self.seats[n]) and not seat.commitment]
        return tuple(free or owing)

    @property
    def begun(self) -> bool:
        """Whether all seats are taken and all words for the dice are told."""
        return self.full and not self.owing

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that hold up the match: one that is to move, or those that owe words."""
        if self.result:
            return ()
        return self.owing or (() if self.to_move is None else (self.to_move,))

    @property
    def online(self) -> bool:
        """Whether two guests play against each other; nobody sits at a match that was imported."""
        guests = {seat.holder for seat in self.seats if seat and isinstance(seat.holder, str)}
        return len(guests) > 1 and not self.imported

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
        """What the seats add to the dice; empty until all of it is told."""
        if not self.begun:
            return ("",) * self.game.seats
        return tuple(seat.words if seat else "" for seat in self.seats)

    @property
    def to_move(self) -> int | None:
        """The seat whose move is awaited, if any."""
        if self.result or not self.begun:
            return None
        return self.turn.seat if isinstance(self.turn, Decide) else None

    def held_by(self, holder: Holder) -> tuple[int, ...]:
        """The seats of a guest, or of the computer."""
        return tuple(n for n, seat in enumerate(self.seats) if seat and seat.holder == holder)

    def record(self) -> Record:
        """The match as a record, the secret included once it is told."""
        names = {f"name-{n}": plain(seat.name) for n, seat in enumerate(self.seats) if seat}
        bound = {
            f"commitment-{n}": seat.commitment
            for n, seat in enumerate(self.seats)
            if seat and seat.commitment
        }
        words = {f"words-{n}": said for n, said in enumerate(self.words) if said}
        notes = {"match": self.id, **names, **bound, **words, "promise": self.commitment}
        if self.begins and self.game.seats > 1:
            notes["coin"] = "none" if self.coin is None else str(self.coin)
        notes["secret"] = self.secret
        if self.loss:
            how = "resigned" if self.loss.why == "resigned" else "forfeited"
            notes[how] = str(self.loss.seat)
        if self.called_off:
            notes["closed"] = "yes"
        return Record(self.game, self.log, {note: said for note, said in notes.items() if said})


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
        commitment=opened.promise,
        code=opened.code,
        public=opened.public,
        clock=opened.clock,
        begins=opened.begins,
        asked_at=opened.at,
        imported=opened.imported,
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
                moves_by_id={**match.moves_by_id, (seat, command_id): move},
                asked_at=event.at or match.asked_at,
                claim=None,
                nudged_at=0.0,
            )
        case SeatTaken(seat=seat):
            holder = Computer() if event.level else event.holder
            owes = event.words_later or bool(event.commitment)
            taken = Seat(
                event.name, holder, event.level, event.words, event.face, event.commitment, owes
            )
            seats = _with_seat(match, seat, taken)
            at = event.at or match.asked_at
            return after(seats=seats, position_version=version, asked_at=at)
        case WordsTold(seat=seat, words=words, at=at):
            told = match.seats[seat]
            assert told
            seats = _with_seat(match, seat, copy(told, words=words, owes_words=False))
            return after(seats=seats, position_version=version, asked_at=at, claim=None)
        case CoinTossed(coin=coin):
            seats = match.seats[::-1] if coin else match.seats
            return after(seats=seats, coin=coin, position_version=version)
        case Resigned(seat=seat, id=command_id):
            moves_by_id = {**match.moves_by_id, (seat, command_id): ""}
            return after(loss=Loss(seat, "resigned"), moves_by_id=moves_by_id)
        case WinClaimed(seat=seat, until=until):
            return after(claim=Claim(seat, until))
        case ClaimAnswered(at=at):
            return after(claim=None, asked_at=at)
        case Nudged(at=at):
            return after(nudged_at=at)
        case ClockSet(seat=seat, seconds=seconds, at=at):
            return after(
                clock=seconds, clock_set_by=seat, clock_set_at=at, asked_at=at, nudged_at=0.0
            )
        case Forfeited(seat=seat, why=why):
            return after(loss=Loss(seat, why))
        case MatchEnded(scores=scores, winners=winners, secret=secret):
            return after(result=Over(scores, winners), secret=secret, claim=None)
        case TableClosed(secret=secret):
            nobody = Over((0,) * match.game.seats, ())
            return after(result=nobody, called_off=True, secret=secret, claim=None)
        case SeatEdited(seat=seat):
            sitting = match.seats[seat]
            assert sitting
            edited = copy(sitting, name=event.name, holder=event.holder)
            return after(seats=_with_seat(match, seat, edited))
        case RematchOffered(seat=seat, commitment=commitment):
            offers = {**match.offers, seat: commitment}
            declined = None if match.declined == seat else match.declined
            return after(offers=offers, offered_at=event.at, declined=declined)
        case RematchDeclined(seat=seat):
            return after(offers={}, declined=None if seat in match.offers else seat)
        case NextOpened(match_id=match_id):
            return after(next=match_id)
        case MatchOpened():
            raise AssertionError("a match opens once")


def _with_seat(match: Match, number: int, seat: Seat) -> tuple[Seat | None, ...]:
    return (*match.seats[:number], seat, *match.seats[number + 1 :])


def _gone_on(match: Match, event: Event, state: Any) -> dict[str, Any]:
    return {
        "state": state,
        "turn": match.game.turn(state),
        "position_version": match.version + 1,
        "log": (*match.log, event),
        "lines": (*match.lines, spell(event)),
    }
