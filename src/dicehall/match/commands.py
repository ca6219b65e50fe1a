"""The commands that change a match, and the events they cause.

`carry_out` is pure: it refuses a command or returns its events. Seed and time are passed in.
"""

from dataclasses import dataclass

from msgspec.structs import replace

from dicehall.game import Chance, Decide, Die, Over, Roll
from dicehall.game.messages import translatable
from dicehall.game.records import Played, Rolled, spell
from dicehall.game.refused import (
    BadOption,
    BadWords,
    IdReused,
    IllegalMove,
    MatchOver,
    NothingToTakeBack,
    NotOver,
    NotYourSeat,
    NotYourTurn,
    SeatNotFree,
    SeatOpen,
    TooOften,
)
from dicehall.game.slots import slots_due
from dicehall.match import time_limits
from dicehall.match.dice import by_slot, rolling
from dicehall.match.dice.client_seeds import check_commitment, check_reveal, clean_client_seed
from dicehall.match.events import (
    CoinTossed,
    DiceRolled,
    MatchEnded,
    MatchEvent,
    MovePlayed,
    NextOpened,
    RematchDeclined,
    RematchOffered,
    Resigned,
    SeatTaken,
    SeedRevealed,
    TableClosed,
    TakenBack,
    WordsTold,
)
from dicehall.match.match import TAKE_BACK, Match, extend
from dicehall.match.names import check_guest_name, check_name
from dicehall.match.own_dice import EnterRoll, check_entered
from dicehall.match.seats import Holder
from dicehall.match.time_limits import AnswerClaim, ClaimWin, Nudge, SetClock
from dicehall.players.characters import check_face
from dicehall.players.levels import check_level

MOST_TAKE_BACKS = 500
"""In one match: a match that was played on for ever would take for ever to load."""


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take a free seat: a guest with a `holder`, or a computer player with a `level`."""

    seat: int
    name: str
    holder: str = ""
    level: str = ""
    words: str = ""
    face: str = ""
    commitment: str = ""
    """The hash of a client seed that is revealed once every seat has committed."""
    words_later: bool = False
    """Whether a client seed without a commitment follows once every other seat has committed."""


@dataclass(frozen=True, slots=True)
class TellWords:
    """Reveal the client seed of a seat that has not revealed it."""

    holder: str
    words: str


@dataclass(frozen=True, slots=True)
class PlayMove:
    """Play a move at the version of the match that the player has seen."""

    holder: Holder
    move: str
    version: int
    id: str
    """Makes retries safe; may be empty."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take back one's last move and everything that followed it. The same dice come again. Not
    possible in a match between guests. With own dice, a roll that was entered counts as a move."""

    holder: str
    version: int
    """The version that the player has seen; it must include the move."""
    id: str


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up: the other seat wins. A match with a free seat is closed instead."""

    holder: str
    id: str


@dataclass(frozen=True, slots=True)
class CheckDeadline:
    """Check whether a seat has run out of time."""


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """After the end: offer a rematch, with a commitment to a client seed."""

    holder: str
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class DeclineRematch:
    """After the end: decline a rematch, or withdraw one's own offer."""

    holder: str


@dataclass(frozen=True, slots=True)
class NameNextMatch:
    """After the end: link to the rematch."""

    match_id: str


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """After the end: reveal the server seed, once nobody can play with it any more."""


AfterEnd = OfferRematch | DeclineRematch | NameNextMatch

Command = (
    TakeSeat
    | TellWords
    | PlayMove
    | EnterRoll
    | TakeBack
    | Resign
    | time_limits.WaitingCommand
    | CheckDeadline
    | RevealSeed
    | AfterEnd
)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a command needs besides the match: the server seed and the time."""

    secret: str
    now: float
    """Rounded to milliseconds, as events store it."""
    since: float = 0.0
    """When the server started, or when its clock last jumped."""

    def revealed(self, match: Match) -> str:
        """The server seed as the end of a match reveals it: empty while others play with it, and if
        no dice follow from it."""
        return self.secret if self.now >= match.reveal_at and not match.own_dice else ""

    def throw(self, match: Match, dice: tuple[Die, ...]) -> Roll:
        """The next roll of a match, computed from the seeds."""
        if match.dice_by == by_slot.BY_SLOT:
            slots = slots_due(match.game, match.state, match.log)
            return by_slot.throw(self.secret, match.dice_id, match.words, slots, dice)
        return rolling.throw(self.secret, match.dice_id, match.words, match.rolls, dice)


def carry_out(
    match: Match, command: Command, circumstances: Circumstances
) -> tuple[tuple[MatchEvent, ...], Match]:
    """The events that a command causes, and the match after them. A command that was already
    carried out causes none."""
    first = _first_event(match, command, circumstances)
    if first is None:
        return (), match
    following, after = _follow(extend(match, [first]), circumstances)
    return (first, *following), after


def _first_event(match: Match, command: Command, circumstances: Circumstances) -> MatchEvent | None:
    """The first event that a command causes; None if there is nothing left to do."""
    if isinstance(command, RevealSeed):
        may = match.may_reveal(circumstances.now)
        return SeedRevealed(circumstances.secret) if may else None
    if isinstance(command, AfterEnd):
        return _event_after_end(match, command, circumstances.now)
    if _nothing_to_do(match, command):
        return None
    if match.result:
        raise MatchOver(translatable("this match is over"))
    return time_limits.forfeit(
        match, circumstances.now, circumstances.since
    ) or _event_while_running(match, command, circumstances)


def _nothing_to_do(match: Match, command: Command) -> bool:
    """Whether a command was already carried out, or the end of the match made it moot."""
    match command:
        case (
            PlayMove(holder=holder, id=given)
            | EnterRoll(holder=holder, id=given)
            | TakeBack(holder=holder, id=given)
            | Resign(holder=holder, id=given)
        ) if given:
            # Ids are scoped to a seat, so players cannot use up each other's.
            keys = [(seat, given) for seat in match.held_by(holder)]
            moves = [match.moves_by_id[key] for key in keys if key in match.moves_by_id]
            if moves and moves[0] != _remembered_as(command):
                raise IdReused(
                    translatable(
                        "this id was already used for another move: give each move its own"
                    )
                )
            return bool(moves)
        case AnswerClaim() | CheckDeadline():
            return match.result is not None
    return False


def _remembered_as(command: PlayMove | EnterRoll | TakeBack | Resign) -> str:
    """The text of a command in `Match.moves_by_id`."""
    match command:
        case PlayMove(move=move):
            return move
        case EnterRoll(roll=roll):
            return spell(Rolled(roll))
        case TakeBack():
            return TAKE_BACK
        case Resign():
            return ""


def _event_while_running(
    match: Match, command: Command, circumstances: Circumstances
) -> MatchEvent | None:
    """The first event that a command causes in a running match; None if it changes nothing."""
    match command:
        case TakeSeat():
            return _take_seat(match, command, circumstances.now)
        case TellWords():
            return _tell_words(match, command, circumstances.now)
        case PlayMove():
            return _play_move(match, command, circumstances.now)
        case EnterRoll():
            return check_entered(match, command)
        case TakeBack():
            return _take_back(match, command)
        case Resign():
            return _resign(match, command, circumstances.now)
        case ClaimWin() | AnswerClaim() | Nudge() | SetClock():
            server_time = time_limits.ServerTime(circumstances.since, circumstances.now)
            return time_limits.first_event(match, command, server_time)
    return None


def _follow(match: Match, circumstances: Circumstances) -> tuple[list[MatchEvent], Match]:
    """The events that follow automatically: dice are rolled, unless they are the players' own, and
    a decided match ends."""
    events: list[MatchEvent] = []
    while event := _next_event(match, circumstances):
        events.append(event)
        match = extend(match, [event])
    return events, match


def _next_event(match: Match, circumstances: Circumstances) -> MatchEvent | None:
    if match.result:
        return None
    if match.loss:
        scores = match.game.scores(match.state)
        winners = tuple(seat for seat in range(match.game.seats) if seat != match.loss.seat)
        return MatchEnded(scores, winners, circumstances.revealed(match), circumstances.now)
    if not match.begun:
        return None
    if match.begins == "coin" and match.coin is None and match.game.seats > 1:
        return CoinTossed(rolling.toss(circumstances.secret, match.id, match.words))
    match match.turn:
        case Decide():
            return None
        case Over(scores=scores, winners=winners):
            return MatchEnded(scores, winners, circumstances.revealed(match), circumstances.now)
        case Chance(dice=dice):
            return None if match.own_dice else DiceRolled(circumstances.throw(match, dice))


def _take_seat(match: Match, command: TakeSeat, now: float) -> SeatTaken:
    if command.seat not in range(match.game.seats):
        raise BadOption(translatable("there is no seat %(seat)d", seat=command.seat))
    if match.seats[command.seat]:
        raise SeatNotFree(translatable("this seat is taken"))
    others = [seat.name for seat in match.seats if seat]
    check = check_guest_name if command.holder else check_name
    name = check(command.name, others)
    if bool(command.holder) == bool(command.level):
        raise NotYourSeat(translatable("a seat is for a guest or for a computer player"))
    if command.level:
        check_level(match.game.name, command.level)
    if command.commitment:
        bound = [seat.commitment for seat in match.seats if seat]
        check_commitment(command.commitment, bound)
    if command.words and (command.commitment or command.words_later):
        raise BadWords(translatable("send your words now or reveal them later, not both"))
    taken = SeatTaken(
        command.seat,
        name,
        command.holder,
        command.level,
        clean_client_seed(command.words),
        face=check_face(command.face),
        commitment=command.commitment,
        words_later=command.words_later and not command.commitment,
    )
    return replace(taken, at=now) if extend(match, [taken]).online else taken


def _tell_words(match: Match, command: TellWords, now: float) -> WordsTold | None:
    held = match.check_seats(command.holder)
    if not match.full:
        raise SeatOpen(translatable("the match has not started: a seat is still free"))
    number = next((number for number in match.to_reveal if number in held), None)
    if number is None:
        seats = [match.seats[number] for number in held]
        if any(seat and seat.must_reveal for seat in seats):
            raise BadWords(translatable("your opponent adds their words first: wait for them"))
        if command.words in [seat.words for seat in seats if seat]:
            return None
        raise BadWords(translatable("you have no words to reveal"))
    seat = match.seats[number]
    assert seat
    bound = seat.commitment
    words = check_reveal(command.words, bound) if bound else clean_client_seed(command.words)
    return WordsTold(number, words, now)


def _play_move(match: Match, command: PlayMove, now: float) -> MovePlayed:
    if not match.full:
        raise SeatOpen(translatable("the match has not started: a seat is still free"))
    if not match.begun:
        raise SeatOpen(translatable("the players' words for the dice have not been revealed yet"))
    turn = match.turn
    if not isinstance(turn, Decide):
        raise IllegalMove(translatable("the dice must be rolled first"))
    seat = match.seats[turn.seat]
    assert seat
    if seat.holder != command.holder:
        match.check_seats(command.holder)
        raise NotYourTurn(translatable("it is %(name)s's turn", name=seat.name))
    match.check_version(command.version, match.position_version, turn.moves)
    # The rules check that the move is legal when it is applied.
    at = now if match.online else 0.0
    return MovePlayed(turn.seat, command.move, command.id, at)


def _take_back(match: Match, command: TakeBack) -> TakenBack:
    held = match.check_seats(command.holder)
    if match.online:
        raise NothingToTakeBack(translatable("moves against other people cannot be taken back"))
    if match.is_try:
        raise NothingToTakeBack(translatable("moves cannot be taken back in a try that counts"))
    to = match.last_move_of(command.holder)
    if to is None:
        raise NothingToTakeBack(translatable("there is no move to take back"))
    # A computer player's answer in the meantime does not matter: it is taken back, too.
    match.check_version(command.version, match.decided_version)
    if match.line >= MOST_TAKE_BACKS:
        raise TooOften(
            translatable(
                "at most %(most)d moves of a match can be taken back", most=MOST_TAKE_BACKS
            )
        )
    entry = match.log[to]
    seat = entry.seat if isinstance(entry, Played) else held[0]
    marked = not match.own_dice and len(match.log) > to + 1
    return TakenBack(seat, to, command.id, marked=marked)


def _resign(match: Match, command: Resign, now: float) -> Resigned | TableClosed:
    held = match.check_seats(command.holder)
    if not match.full:
        return TableClosed(now)
    to_move = match.to_move
    return Resigned(to_move if to_move in held else held[0], command.id)


def _event_after_end(
    match: Match, command: AfterEnd, now: float
) -> NextOpened | RematchDeclined | RematchOffered | None:
    if not match.result:
        raise NotOver(translatable("this match is not over yet"))
    if isinstance(command, NameNextMatch):
        return None if match.next else NextOpened(command.match_id)
    held = match.check_seats(command.holder)
    if not match.online:
        raise SeatOpen(translatable("you had no opponent at this table"))
    if match.next:
        return None
    if isinstance(command, DeclineRematch):
        return RematchDeclined(held[0]) if match.offers else None
    return _offer_rematch(match, held[0], command.commitment, now)


def _offer_rematch(match: Match, seat: int, commitment: str, now: float) -> RematchOffered | None:
    if match.declined is not None and match.declined != seat:
        raise MatchOver(translatable("your opponent does not want to play again"))
    if seat in match.offers:
        return None
    if commitment:
        check_commitment(commitment, list(match.offers.values()))
    return RematchOffered(seat, commitment, now)
