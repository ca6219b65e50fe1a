"""What can be asked of a match, and the events that answer it.

`decide` is pure: it refuses, or says what happens; the dice and the time are handed in.
"""

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace

from dicehall.game import Chance, Decide, Die, Over, Roll
from dicehall.game.messages import said
from dicehall.game.refused import (
    BadOption,
    MatchOver,
    NotOver,
    NotYourSeat,
    NotYourTurn,
    SeatNotFree,
    SeatOpen,
    StaleVersion,
)
from dicehall.match import time_limits
from dicehall.match.events import (
    DiceRolled,
    MatchEnded,
    MatchEvent,
    MovePlayed,
    NextOpened,
    RematchOffered,
    Resigned,
    SeatTaken,
    TableClosed,
)
from dicehall.match.match import Holder, Match, extend
from dicehall.match.names import check_name, clean_words
from dicehall.players.levels import check_level

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
class CheckDeadline:
    """Nobody asks, but time has passed."""


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """After the end: say that one would play again."""

    holder: str


@dataclass(frozen=True, slots=True)
class NameNextMatch:
    """After the end: name the match in which it goes on."""

    match_id: str


AfterEnd = OfferRematch | NameNextMatch
Command = TakeSeat | PlayMove | Resign | ClaimWin | AnswerClaim | CheckDeadline | AfterEnd


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What comes from outside: the dice, the secret they come from, and the time."""

    throw: Throw
    secret: str
    now: float
    since: float = 0.0
    """When this house opened."""


def decide(match: Match, command: Command, circumstances: Circumstances) -> tuple[MatchEvent, ...]:
    """The events that answer a command; none if it has been carried out before."""
    return carry_out(match, command, circumstances)[0]


def carry_out(
    match: Match, command: Command, circumstances: Circumstances
) -> tuple[tuple[MatchEvent, ...], Match]:
    """The events that answer a command, and the match after them."""
    first = _first_event(match, command, circumstances)
    if first is None:
        return (), match
    following, after = _follow(extend(match, [first]), circumstances)
    return (first, *following), after


def _first_event(match: Match, command: Command, circumstances: Circumstances) -> MatchEvent | None:
    """What a command makes happen; None if it has nothing to do any more."""
    if isinstance(command, AfterEnd):
        return _after_end(match, command)
    if _done(match, command):
        return None
    if match.result:
        raise MatchOver(said("this match is over"))
    return time_limits.forfeit(match, circumstances.now, circumstances.since) or _answer(
        match, command, circumstances
    )


def _done(match: Match, command: Command) -> bool:
    """Whether a command has nothing to do any more: it was carried out, or came to nothing."""
    match command:
        case PlayMove(holder=holder, id=given) | Resign(holder=holder, id=given):
            # An id counts for the seat that gave it: nobody uses up the ids of another.
            return bool(given) and any((seat, given) in match.ids for seat in match.held_by(holder))
        case AnswerClaim() | CheckDeadline():
            return match.result is not None
    return False


def _answer(match: Match, command: Command, circumstances: Circumstances) -> MatchEvent | None:
    """The first event that answers a command; None if there is nothing to say."""
    match command:
        case TakeSeat():
            return _take_seat(match, command, circumstances.now)
        case PlayMove():
            return _play_move(match, command, circumstances.now)
        case Resign():
            return _resign(match, command, circumstances.now)
        case ClaimWin(holder=holder):
            return time_limits.claim_win(match, holder, circumstances.now)
        case AnswerClaim(holder=holder):
            return time_limits.answer_claim(match, holder, circumstances.now)
    return None


def _after_end(match: Match, command: AfterEnd) -> MatchEvent | None:
    if not match.result:
        raise NotOver(said("this match is not over yet"))
    match command:
        case NameNextMatch(match_id=next_id):
            return None if match.next else NextOpened(next_id)
        case OfferRematch(holder=holder):
            held = match.held_by(holder)
            if not held:
                raise NotYourSeat(said("you did not sit at this table"))
            if not match.online:
                raise SeatOpen(said("there was nobody else at this table"))
            return None if match.next or held[0] in match.offers else RematchOffered(held[0])


def _follow(match: Match, circumstances: Circumstances) -> tuple[list[MatchEvent], Match]:
    """What happens by itself: the dice that are due are rolled, and an end is an end."""
    events: list[MatchEvent] = []
    while event := _due(match, circumstances):
        events.append(event)
        match = extend(match, [event])
    return events, match


def _due(match: Match, circumstances: Circumstances) -> MatchEvent | None:
    if match.result:
        return None
    if match.loss:
        scores = match.game.scores(match.state)
        winners = tuple(seat for seat in range(match.game.seats) if seat != match.loss.seat)
        return MatchEnded(scores, winners, circumstances.secret, circumstances.now)
    if not match.full:
        return None
    match match.turn:
        case Decide():
            return None
        case Over(scores=scores, winners=winners):
            return MatchEnded(scores, winners, circumstances.secret, circumstances.now)
        case Chance(dice=dice):
            return DiceRolled(circumstances.throw(match, dice))


def _take_seat(match: Match, command: TakeSeat, now: float) -> SeatTaken:
    if command.seat not in range(match.game.seats):
        raise BadOption(said("there is no seat %(seat)d", seat=command.seat))
    if match.seats[command.seat]:
        raise SeatNotFree(said("somebody sits there already"))
    others = [seat.name for seat in match.seats if seat]
    name = check_name(command.name, others)
    if bool(command.holder) == bool(command.level):
        raise NotYourSeat(said("a seat is for a guest or for a computer player"))
    if command.level:
        check_level(match.game.name, command.level)
    words = clean_words(command.words)
    taken = SeatTaken(command.seat, name, command.holder, command.level, words)
    return replace(taken, at=round(now, 3)) if extend(match, [taken]).online else taken


def _play_move(match: Match, command: PlayMove, now: float) -> MovePlayed:
    if not match.full:
        raise SeatOpen(said("a seat is still free: the match has not begun"))
    turn = match.turn
    assert isinstance(turn, Decide), "dice are rolled as soon as they are due"
    seat = match.seats[turn.seat]
    assert seat
    if seat.holder != command.holder:
        if match.held_by(command.holder):
            raise NotYourTurn(said("it is %(name)s's turn", name=seat.name))
        raise NotYourSeat(said("you do not sit at this table"))
    if not match.moved <= command.version <= match.version:
        raise StaleVersion(
            said("the match has moved on since this page was shown: look again"), legal=turn.moves
        )
    # Whether the move is legal, the rules say when it is played.
    at = round(now, 3) if match.online else 0.0
    return MovePlayed(turn.seat, command.move, command.id, at)


def _resign(match: Match, command: Resign, now: float) -> Resigned | TableClosed:
    held = match.held_by(command.holder)
    if not held:
        raise NotYourSeat(said("you do not sit at this table"))
    if not match.full:
        return TableClosed(round(now, 3))
    to_move = match.to_move
    return Resigned(to_move if to_move in held else held[0], command.id)
