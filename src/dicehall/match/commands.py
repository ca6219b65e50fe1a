"""What can be asked of a match, and the events that answer it.

`decide` is pure: it refuses, or says what happens; the dice and the time are handed in.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from dicehall.bots.levels import check_level
from dicehall.match import patience
from dicehall.match.events import (
    DiceRolled,
    Event,
    MatchEnded,
    MovePlayed,
    NextOpened,
    RematchOffered,
    Resigned,
    SeatTaken,
    TableClosed,
)
from dicehall.match.match import Holder, Match, extend
from dicehall.refused import (
    BadName,
    BadOption,
    MatchOver,
    NotOver,
    NotYourSeat,
    NotYourTurn,
    SeatNotFree,
    SeatOpen,
    StaleVersion,
)
from dicehall.rules import Chance, Decide, Die, Over, Roll
from dicehall.rules.game import check_move

LONGEST_NAME = 20
LONGEST_WORDS = 100

Throw = Callable[[Match, tuple[Die, ...]], Roll]
"""Rolls dice for a match: the next of its promised rolls."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Sit down at a free place: a guest with a `holder`, or a computer player with a `level`."""

    seat: int
    name: str
    holder: str = ""
    level: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Move, at the version of the match that the mover has seen."""

    holder: Holder
    move: str
    version: int
    id: str
    """Makes a resend harmless; empty if the mover does not care."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up; the other seat wins. A table at which a seat is free is closed."""

    holder: str
    id: str


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Ask for the win, because the seat to move seems to have left."""

    holder: str


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Say that one is still there."""

    holder: str


@dataclass(frozen=True, slots=True)
class LookAtTime:
    """Nobody asks, but time has passed."""


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """After the end: say that one would play again."""

    holder: str


@dataclass(frozen=True, slots=True)
class LeadOn:
    """After the end: name the match in which it goes on."""

    match_id: str


AfterEnd = OfferRematch | LeadOn
Command = TakeSeat | PlayMove | Resign | ClaimWin | AnswerClaim | LookAtTime | AfterEnd


@dataclass(frozen=True, slots=True)
class Chances:
    """What comes from outside: the dice, the secret they come from, and the time."""

    throw: Throw
    secret: str
    now: float
    since: float = 0.0
    """When this house opened."""


def decide(match: Match, command: Command, chances: Chances) -> tuple[Event, ...]:
    """The events that answer a command; none if it has been carried out before."""
    if isinstance(command, AfterEnd):
        return _after_end(match, command)
    if _done(match, command):
        return ()
    if match.result:
        raise MatchOver("this match is over")
    first = patience.forfeit(match, chances.now, chances.since) or _answer(match, command, chances)
    if first is None:
        return ()
    after = extend(match, [first])
    return (first, *_follow(after, chances))


def _done(match: Match, command: Command) -> bool:
    """Whether a command has nothing to do any more: it was carried out, or came to nothing."""
    match command:
        case PlayMove(holder=holder, id=given) | Resign(holder=holder, id=given):
            # An id counts for the seat that gave it: nobody uses up the ids of another.
            return bool(given) and any((seat, given) in match.ids for seat in match.held_by(holder))
        case AnswerClaim() | LookAtTime():
            return match.result is not None
    return False


def _answer(match: Match, command: Command, chances: Chances) -> Event | None:
    """The first event that answers a command; None if there is nothing to say."""
    match command:
        case TakeSeat():
            return _take_seat(match, command, chances.now)
        case PlayMove():
            return _play_move(match, command, chances.now)
        case Resign():
            return _resign(match, command, chances.now)
        case ClaimWin(holder=holder):
            return patience.claim_win(match, holder, chances.now)
        case AnswerClaim(holder=holder):
            return patience.answer_claim(match, holder, chances.now)
    return None


def _after_end(match: Match, command: AfterEnd) -> tuple[Event, ...]:
    if not match.result:
        raise NotOver("this match is not over yet")
    match command:
        case LeadOn(match_id=next_id):
            return () if match.next else (NextOpened(next_id),)
        case OfferRematch(holder=holder):
            held = match.held_by(holder)
            if not held:
                raise NotYourSeat("you did not sit at this table")
            if not match.online:
                raise SeatOpen("there was nobody else at this table")
            return () if match.next or held[0] in match.offers else (RematchOffered(held[0]),)


def _follow(match: Match, chances: Chances) -> Iterator[Event]:
    """What happens by itself: the dice that are due are rolled, and an end is an end."""
    if match.result:
        return
    if match.loss:
        scores = match.game.scores(match.state)
        winners = tuple(seat for seat in range(match.game.seats) if seat != match.loss.seat)
        yield MatchEnded(scores, winners, chances.secret, chances.now)
        return
    while match.full:
        match match.game.turn(match.state):
            case Decide():
                return
            case Over(scores=scores, winners=winners):
                yield MatchEnded(scores, winners, chances.secret, chances.now)
                return
            case Chance(dice=dice):
                rolled = DiceRolled(chances.throw(match, dice))
                yield rolled
                match = extend(match, [rolled])


def _take_seat(match: Match, command: TakeSeat, now: float) -> SeatTaken:
    if command.seat not in range(match.game.seats):
        raise BadOption(f"there is no seat {command.seat}")
    if match.seats[command.seat]:
        raise SeatNotFree("somebody sits there already")
    others = [seat.name for seat in match.seats if seat]
    name = check_name(command.name, others)
    if bool(command.holder) == bool(command.level):
        raise NotYourSeat("a seat is for a guest or for a computer player")
    if command.level:
        check_level(match.game.name, command.level)
    words = clean_words(command.words)
    taken = SeatTaken(command.seat, name, command.holder, command.level, words)
    return replace(taken, at=round(now, 3)) if extend(match, [taken]).online else taken


def _play_move(match: Match, command: PlayMove, now: float) -> MovePlayed:
    if not match.full:
        raise SeatOpen("a seat is still free: the match has not begun")
    turn = match.game.turn(match.state)
    assert isinstance(turn, Decide), "dice are rolled as soon as they are due"
    seat = match.seats[turn.seat]
    assert seat
    if seat.holder != command.holder:
        if match.held_by(command.holder):
            raise NotYourTurn(f"it is {seat.name}'s turn")
        raise NotYourSeat("you do not sit at this table")
    if not match.moved <= command.version <= match.version:
        raise StaleVersion(
            "the match has moved on since this page was shown: look again", legal=turn.moves
        )
    check_move(match.game, match.state, command.move)
    at = round(now, 3) if match.online else 0.0
    return MovePlayed(turn.seat, command.move, command.id, at)


def _resign(match: Match, command: Resign, now: float) -> Resigned | TableClosed:
    held = match.held_by(command.holder)
    if not held:
        raise NotYourSeat("you do not sit at this table")
    if not match.full:
        return TableClosed(round(now, 3))
    to_move = match.to_move
    return Resigned(to_move if to_move in held else held[0], command.id)


def check_name(name: str, others: list[str]) -> str:
    """A player's name, trimmed; refused if it is empty, too long, or taken at this table."""
    name = " ".join(name.split())
    if not name:
        raise BadName("a name is needed")
    if len(name) > LONGEST_NAME:
        raise BadName(f"a name has at most {LONGEST_NAME} characters")
    if not name.isprintable():
        raise BadName("a name is made of characters that can be seen")
    if "#" in name:  # in a record it would start a comment
        raise BadName("a name has no #")
    if name.casefold() in (other.casefold() for other in others):
        raise BadName("the names must be different")
    return name


def clean_words(words: str) -> str:
    """A seat's words as a line of a record can hold them, so that the dice can be verified.

    >>> clean_words("  my  own luck # 7 ")
    'my own luck 7'
    """
    seen = "".join(sign if sign.isprintable() and sign != "#" else " " for sign in words)
    return " ".join(seen.split())[:LONGEST_WORDS].strip()
