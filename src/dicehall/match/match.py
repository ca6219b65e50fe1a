"""A match as an immutable value, folded from its events."""

from dataclasses import dataclass
from dataclasses import replace as copy
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from dicehall.game import AnyGame, Decide, Over, Turn, new_game
from dicehall.game.messages import translatable
from dicehall.game.records import OWN_DICE, Event, Played, Record, Rolled, plain, spell
from dicehall.game.records import fold as fold_record
from dicehall.game.refused import NotYourSeat, StaleVersion
from dicehall.game.turns import Loss
from dicehall.match.dice.days import dice_id
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
    SeedRevealed,
    TableClosed,
    TakenBack,
    WinClaimed,
    WordsTold,
)
from dicehall.match.seats import Computer, Holder, Seat

Mark = Literal["", "take-backs", "practice", "own-dice", "today", "given-up"]
"""Why a match does not count for high scores; empty if it counts. A try at today's dice is ranked
for its day only, and not if it was given up."""

TAKE_BACK = "take back"


@dataclass(frozen=True, slots=True)
class Claim:
    """`seat` wins at the time `until` unless the opponent responds first."""

    seat: int
    until: float


class Match(msgspec.Struct, frozen=True):
    """The state of a match; `version` is the number of its events."""

    id: str
    game: AnyGame
    state: Any
    turn: Turn
    """What the rules ask for now."""
    version: int
    seats: tuple[Seat | None, ...]
    opened_at: float
    commitment: str
    """The SHA-256 of the server seed, published when the match opened."""
    log: tuple[Event, ...] = ()
    """The rolls and moves that count, in order."""
    lines: tuple[str, ...] = ()
    """The same, as lines of a record."""
    rolls: int = 0
    """The number of rolls in the log."""
    moves_by_id: dict[tuple[int, str], str] = {}
    """The move of each command by seat and command id; a roll as in a record, empty text for a
    resignation, `TAKE_BACK` for a move that was taken back."""
    position_version: int = 1
    """The version at which the position last changed."""
    decided_version: int = 1
    """The version at which a guest last moved, entered a roll, or took either back."""
    line: int = 0
    """How often a move was taken back; within one line the log only grows."""
    take_backs: int = 0
    """How often that happened after a roll or an opponent's move."""
    practice: str = ""
    """The id of the match whose dice come again, in a practice match."""
    own_dice: bool = False
    """Whether the players roll their own dice and enter what fell."""
    dice_by: Literal["", "slot"] = ""
    """`slot` if the dice follow from their slots; empty if from the number of the roll."""
    day: str = ""
    """The day whose dice are played, in today's dice."""
    reveal_at: float = 0.0
    """The earliest time at which the server seed may be revealed."""
    challenge: str = ""
    """The id of the match to beat with the same dice."""
    code: str = ""
    public: bool = False
    clock: int = 0
    begins: str = ""
    """How the first seat is decided: `coin` or `chosen`; empty in matches of old versions."""
    coin: int | None = None
    """The coin toss: 0 if the player who set the table begins, 1 if the opponent does."""
    waiting_since: float = 0.0
    """When the match began to wait for a seat, if two guests play against each other."""
    claim: Claim | None = None
    nudged_at: float = 0.0
    """When the seat to move was nudged; 0 if it was not."""
    clock_set_by: int | None = None
    """The seat that set a clock during the match."""
    clock_set_at: float = 0.0
    loss: Loss | None = None
    result: Over | None = None
    called_off: bool = False
    secret: str = ""
    """The server seed, empty until it is revealed at the end."""
    offers: dict[int, str] = {}
    """The seats that offer a rematch, each with its commitment for that match, or empty text."""
    offered_at: float = 0.0
    declined: int | None = None
    """The seat that declined a rematch."""
    next: str = ""
    """The id of the rematch."""
    imported: bool = False
    """Whether it was imported from a record."""

    @property
    def full(self) -> bool:
        return all(self.seats)  # `in` would compare every field of a seat

    @property
    def to_reveal(self) -> tuple[int, ...]:
        """The seats that must reveal their client seed now. Seats without a commitment go first:
        no committed seed is revealed while another seat can still choose freely."""
        due = [n for n, seat in enumerate(self.seats) if seat and seat.must_reveal]
        if not due or not self.full or self.loss:
            return ()
        free = [n for n in due if (seat := self.seats[n]) and not seat.commitment]
        return tuple(free or due)

    @property
    def begun(self) -> bool:
        """Whether all seats are taken and all client seeds are revealed."""
        return self.full and not self.to_reveal

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the match waits for: the seat to move, or those with an unrevealed client
        seed."""
        if self.result:
            return ()
        return self.to_reveal or (() if self.to_move is None else (self.to_move,))

    @property
    def online(self) -> bool:
        """Whether two guests play against each other; never in an imported match."""
        guests = {seat.holder for seat in self.seats if seat and isinstance(seat.holder, str)}
        return len(guests) > 1 and not self.imported

    @property
    def settled(self) -> bool:
        """Whether nothing more can happen: the match is over and no rematch can follow."""
        return self.result is not None and (bool(self.next) or not self.online)

    @property
    def waiting(self) -> bool:
        """Whether the match waits for someone to take a free seat."""
        return not self.full and not self.result

    @property
    def free(self) -> int | None:
        """The first free seat."""
        return self.seats.index(None) if not self.full else None

    @property
    def words(self) -> tuple[str, ...]:
        """The client seed of each seat; all empty until every seat has revealed its own."""
        if not self.begun:
            return ("",) * self.game.seats
        return tuple(seat.words if seat else "" for seat in self.seats)

    @property
    def mark(self) -> Mark:
        """Why the match does not count for high scores; empty if it counts."""
        if self.practice:
            return "practice"
        if self.own_dice:
            return "own-dice"
        if self.is_try:
            return "given-up" if self.loss else "today"
        return "take-backs" if self.take_backs else ""

    @property
    def dice_id(self) -> str:
        """The id that the dice are computed with."""
        return self.practice or (dice_id(self.day, self.game.name) if self.day else self.id)

    @property
    def is_try(self) -> bool:
        """Whether it is the counted try of a guest at today's dice: there is no help, and nothing
        can be taken back."""
        return bool(self.day) and not self.practice

    @property
    def can_be_beaten(self) -> bool:
        """Whether others can play these dice: a solo match by slot that is over, with dice that
        this server vouches for."""
        over = bool(self.secret) and not self.imported and not self.called_off
        return over and bool(self.dice_by) and self.game.seats == 1

    def may_reveal(self, now: float) -> bool:
        """Whether the server seed can be revealed after the end: nobody plays with it any more."""
        return self.result is not None and not self.secret and 0 < self.reveal_at <= now

    @property
    def to_move(self) -> int | None:
        """The seat to move, if any."""
        if self.result or not self.begun:
            return None
        return self.turn.seat if isinstance(self.turn, Decide) else None

    def held_by(self, holder: Holder) -> tuple[int, ...]:
        """The seats of a guest, or of the computer."""
        return tuple(n for n, seat in enumerate(self.seats) if seat and seat.holder == holder)

    def check_seats(self, holder: Holder) -> tuple[int, ...]:
        """Like `held_by`, but refused if there are none."""
        held = self.held_by(holder)
        if not held and self.result:
            raise NotYourSeat(translatable("you had no seat at this table"))
        if not held:
            raise NotYourSeat(translatable("you have no seat at this table"))
        return held

    def check_version(self, seen: int, since: int, legal: tuple[str, ...] = ()) -> None:
        """Refuse a command for a version that is older than `since`, or does not exist yet."""
        if not since <= seen <= self.version:
            message = translatable("the match has moved on since this page was shown: reload it")
            raise StaleVersion(message, legal=legal)

    def last_move_of(self, holder: Holder) -> int | None:
        """The place of a guest's last move in the log, if it can be taken back; with own dice, that
        of the last move or roll that they entered. If nothing follows it there, taking it back is
        an undo: nobody has learned anything."""
        held = self.held_by(holder)
        if self.result or self.online or self.is_try or not held:
            return None
        places = reversed(range(len(self.log)))
        return next((n for n in places if self._is_entry_of(self.log[n], held)), None)

    def _is_entry_of(self, event: Event, seats: tuple[int, ...]) -> bool:
        if isinstance(event, Rolled):
            return self.own_dice
        return event.seat in seats

    def record(self) -> Record:
        """The match as a record, with the server seed once it is revealed."""
        names = {f"name-{n}": plain(seat.name) for n, seat in enumerate(self.seats) if seat}
        bound = {
            f"commitment-{n}": seat.commitment
            for n, seat in enumerate(self.seats)
            if seat and seat.commitment
        }
        words = {f"words-{n}": text for n, text in enumerate(self.words) if text}
        notes = {"match": self.id, **names, **bound, **words, "promise": self.commitment}
        if self.begins and self.game.seats > 1:
            notes["coin"] = "none" if self.coin is None else str(self.coin)
        notes["secret"] = self.secret
        if self.loss:
            how = "resigned" if self.loss.why == "resigned" else "forfeited"
            notes[how] = str(self.loss.seat)
        if self.called_off:
            notes["closed"] = "yes"
        if self.take_backs:
            notes["take-backs"] = str(self.take_backs)
        notes |= {"day": self.day, "dice-by": self.dice_by, "practice": self.practice}
        notes["dice"] = OWN_DICE if self.own_dice else ""
        return Record(self.game, self.log, {note: text for note, text in notes.items() if text})


def fold(match_id: str, events: MatchEvents) -> Match:
    """Build a match from its events."""
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
        waiting_since=opened.at,
        imported=opened.imported,
        take_backs=opened.take_backs,
        practice=opened.practice,
        own_dice=opened.own_dice,
        dice_by=opened.dice_by,
        day=opened.day,
        reveal_at=opened.reveal_at,
        challenge=opened.challenge,
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
        case DiceRolled(roll=roll, seat=seat, id=command_id):
            state = match.game.roll(match.state, roll)
            rolled = _moved(match, Rolled(roll), state, rolls=match.rolls + 1)
            if seat is None:
                return rolled
            entered = {**match.moves_by_id, (seat, command_id): spell(Rolled(roll))}
            return replace(rolled, moves_by_id=entered, decided_version=version)
        case MovePlayed(seat=seat, move=move, id=command_id):
            state = match.game.play(match.state, move)
            return _moved(
                match,
                Played(seat, move),
                state,
                moves_by_id={**match.moves_by_id, (seat, command_id): move},
                decided_version=match.decided_version if _is_computer(match, seat) else version,
                waiting_since=event.at or match.waiting_since,
                claim=None,
                nudged_at=0.0,
            )
        case TakenBack(seat=seat, to=to, id=command_id):
            return after(
                **_position_at(match, to),
                moves_by_id={**match.moves_by_id, (seat, command_id): TAKE_BACK},
                decided_version=version,
                line=match.line + 1,
                take_backs=match.take_backs + event.marked,
            )
        case SeatTaken(seat=seat):
            holder = Computer() if event.level else event.holder
            reveals = event.words_later or bool(event.commitment)
            taken = Seat(
                event.name, holder, event.level, event.words, event.face, event.commitment, reveals
            )
            seats = _with_seat(match, seat, taken)
            at = event.at or match.waiting_since
            return after(seats=seats, position_version=version, waiting_since=at)
        case WordsTold(seat=seat, words=words, at=at):
            revealing = match.seats[seat]
            assert revealing
            seats = _with_seat(match, seat, copy(revealing, words=words, must_reveal=False))
            return after(seats=seats, position_version=version, waiting_since=at, claim=None)
        case CoinTossed(coin=coin):
            seats = match.seats[::-1] if coin else match.seats
            return after(seats=seats, coin=coin, position_version=version)
        case Resigned(seat=seat, id=command_id):
            moves_by_id = {**match.moves_by_id, (seat, command_id): ""}
            return after(loss=Loss(seat, "resigned"), moves_by_id=moves_by_id)
        case WinClaimed(seat=seat, until=until):
            return after(claim=Claim(seat, until))
        case ClaimAnswered(at=at):
            return after(claim=None, waiting_since=at)
        case Nudged(at=at):
            return after(nudged_at=at)
        case ClockSet(seat=seat, seconds=seconds, at=at):
            return after(
                clock=seconds, clock_set_by=seat, clock_set_at=at, waiting_since=at, nudged_at=0.0
            )
        case Forfeited(seat=seat, why=why):
            return after(loss=Loss(seat, why))
        case MatchEnded(scores=scores, winners=winners, secret=secret):
            return after(result=Over(scores, winners), secret=secret, claim=None)
        case SeedRevealed(secret=secret):
            return after(secret=secret)
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


def _is_computer(match: Match, number: int) -> bool:
    seat = match.seats[number]
    return seat is not None and bool(seat.level)


def _position_at(match: Match, moment: int) -> dict[str, Any]:
    """The position after the first `moment` rolls and moves."""
    log = match.log[:moment]
    state = fold_record(Record(match.game, log))
    return {
        "state": state,
        "turn": match.game.turn(state),
        "position_version": match.version + 1,
        "log": log,
        "lines": match.lines[:moment],
        "rolls": sum(isinstance(event, Rolled) for event in log),
    }


def _moved(match: Match, event: Event, state: Any, **changes: Any) -> Match:
    """The match after a roll or a move, with what else it changes."""
    version = match.version + 1
    return replace(
        match,
        version=version,
        state=state,
        turn=match.game.turn(state),
        position_version=version,
        log=(*match.log, event),
        lines=(*match.lines, spell(event)),
        **changes,
    )
