"""What can be asked of a match, and the events that answer it.

`decide` is pure: it refuses, or says what happens; the dice and the time are handed in.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from dicehall.bots.levels import check_level
from dicehall.match.events import DiceRolled, Event, MatchEnded, MovePlayed, Resigned, SeatTaken
from dicehall.match.match import Holder, Match, extend
from dicehall.refused import (
    BadName,
    BadOption,
    MatchOver,
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
    """Give up; the other seat wins."""

    holder: str
    id: str


Command = TakeSeat | PlayMove | Resign


@dataclass(frozen=True, slots=True)
class Chances:
    """What comes from outside: the dice, the secret they come from, and the time."""

    throw: Throw
    secret: str
    now: float


def decide(match: Match, command: Command, chances: Chances) -> tuple[Event, ...]:
    """The events that answer a command; none if it has been carried out before."""
    if not isinstance(command, TakeSeat) and command.id and command.id in match.ids:
        return ()
    if match.result:
        raise MatchOver("this match is over")
    match command:
        case TakeSeat():
            first: Event = _take_seat(match, command)
        case PlayMove():
            first = _play_move(match, command)
        case Resign():
            first = _resign(match, command)
    after = extend(match, [first])
    return (first, *_follow(after, chances))


def _follow(match: Match, chances: Chances) -> Iterator[Event]:
    """What happens by itself: the dice that are due are rolled, and an end is an end."""
    if match.resigned is not None:
        scores = match.game.scores(match.state)
        sitting = (seat for seat in range(match.game.seats) if match.seats[seat])
        winners = tuple(seat for seat in sitting if seat != match.resigned)
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


def _take_seat(match: Match, command: TakeSeat) -> SeatTaken:
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
    return SeatTaken(command.seat, name, command.holder, command.level, words)


def _play_move(match: Match, command: PlayMove) -> MovePlayed:
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
    if command.version != match.version:
        raise StaleVersion(
            "the match has moved on since this page was shown: look again", legal=turn.moves
        )
    check_move(match.game, match.state, command.move)
    return MovePlayed(turn.seat, command.move, command.id)


def _resign(match: Match, command: Resign) -> Resigned:
    held = match.held_by(command.holder)
    if not held:
        raise NotYourSeat("you do not sit at this table")
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
