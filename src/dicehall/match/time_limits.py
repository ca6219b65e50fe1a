"""How long a match waits for a seat.

With a clock, a seat loses when its time runs out. Without one, the waiting side can claim the win
from a player who has left, nudge one who does not move, and set a clock if the nudge is ignored.

All of it follows from the log and the time alone, never from who is connected.
"""

from dataclasses import dataclass
from math import inf

from dicehall.game.messages import translatable, translatable_plural
from dicehall.game.refused import NothingToClaim, NotYourSeat
from dicehall.match.events import (
    ClaimAnswered,
    ClockSet,
    Forfeited,
    Nudged,
    TableClosed,
    WinClaimed,
)
from dicehall.match.match import Match

CLOCKS = (0, 30, 60, 120, 300, 86_400)
"""The seconds for each move that can be chosen; 0 is no clock."""

QUIET_SECONDS = 180
"""How long the seat to move must have been quiet before the other may claim the win."""

ANSWER_SECONDS = 120
"""How long that seat has to answer a claim; its page, if it is open anywhere, does at once."""

NUDGE_SECONDS = 60
"""How long the seat to move must have been quiet before the other may nudge it."""

PATIENCE_SECONDS = 180
"""How long after a nudge the other may set a clock."""

SET_CLOCK = 120
"""The seconds for each move, if a waiting player sets the clock."""

WORDS_SECONDS = 86_400
"""How long a match without a clock waits if both seats owe their words; then it is closed. A friend
may come back to an invitation a day later."""

GRACE_SECONDS = 2
"""How late a move may arrive by the clock, because of the network."""

SKEW_SECONDS = 5
"""How far the clocks of two machines may differ."""

RETURN_SECONDS = 30
"""How long after a start nobody's time runs out, so that players can reconnect."""


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Ask for the win, because the seat to move seems to have left."""

    holder: str


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Say that one is still there."""

    holder: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """Ask the seat to move to go on."""

    holder: str


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set a clock for the rest of the match, because the seat to move was nudged in vain."""

    holder: str


Ask = ClaimWin | AnswerClaim | Nudge | SetClock
"""What a seat that waits for the other may ask for, and the answer to a claim."""

Answer = WinClaimed | ClaimAnswered | Nudged | ClockSet


@dataclass(frozen=True, slots=True)
class ServerTime:
    """The time by the server's clock, and `since` when it has run without a jump: since the server
    started, or since its clock was set."""

    since: float = 0.0
    now: float = inf

    def after(self, began: float, seconds: float) -> float:
        """When these seconds are over. If they began in the future, by a clock that was wrong,
        they count from `since`."""
        return (began if began <= self.now + SKEW_SECONDS else self.since) + seconds


EVER = ServerTime()
"""For a clock that was never wrong."""


def answer(match: Match, command: Ask, server_time: ServerTime) -> Answer | None:
    """The event that a command causes; None if it changes nothing."""
    match command:
        case ClaimWin(holder=holder):
            return _claim_win(match, holder, server_time)
        case AnswerClaim(holder=holder):
            return _answer_claim(match, holder, server_time.now)
        case Nudge(holder=holder):
            return _nudge(match, holder, server_time)
        case SetClock(holder=holder):
            return _set_clock(match, holder, server_time)


def claimable_at(match: Match, server_time: ServerTime = EVER) -> float | None:
    """From when on the seat that waits may claim the win; None if it never may."""
    if not match.online or len(match.awaited) != 1 or match.clock or match.claim:
        return None
    return server_time.after(match.asked_at, QUIET_SECONDS)


def nudgeable_at(match: Match, server_time: ServerTime = EVER) -> float | None:
    """From when on the seat that waits may nudge the other; None if it never may."""
    if claimable_at(match) is None or match.nudged_at:
        return None
    return server_time.after(match.asked_at, NUDGE_SECONDS)


def clock_settable_at(match: Match, server_time: ServerTime = EVER) -> float | None:
    """From when on the seat that waits may set a clock; None if it never may."""
    if claimable_at(match) is None or not match.nudged_at:
        return None
    return server_time.after(match.nudged_at, PATIENCE_SECONDS)


def claim_ends_at(match: Match, server_time: ServerTime = EVER) -> float | None:
    """Until when a claim can be answered; None if there is none."""
    if not match.claim:
        return None
    return server_time.after(match.claim.until - ANSWER_SECONDS, ANSWER_SECONDS)


def clock_ends_at(match: Match, server_time: ServerTime = EVER) -> float | None:
    """When the seats that are awaited have used up their time, as the players see it."""
    if not match.clock or not match.awaited or not match.asked_at:
        return None
    return server_time.after(match.asked_at, match.clock)


def due_at(match: Match, since: float, now: float = inf) -> float | None:
    """When the match ends unless the seats that are awaited act: by a claim, by the clock, or
    because neither seat tells its words."""
    server_time = ServerTime(since, now)
    clock_end = clock_ends_at(match, server_time)
    if (due := claim_ends_at(match, server_time)) is None:
        if clock_end is not None:
            due = clock_end + GRACE_SECONDS
        elif len(match.owing) > 1 and match.online:
            due = server_time.after(match.asked_at, WORDS_SECONDS)
        else:
            return None
    return max(due, since + RETURN_SECONDS)


def forfeit(match: Match, now: float, since: float) -> Forfeited | TableClosed | None:
    """What happens when the time is up; None before. A seat that withholds its words loses; if both
    do, the match is closed."""
    due = due_at(match, since, now)
    if due is None or now < due:
        return None
    if len(match.owing) > 1:
        return TableClosed(now)
    (seat,) = match.awaited
    return Forfeited(seat, "words" if match.owing else "absence" if match.claim else "time")


def _claim_win(match: Match, holder: str, server_time: ServerTime) -> WinClaimed | None:
    """A claim by the waiting side; None if it has been made already."""
    seat = _waiting_seat(match, holder)
    if match.claim and match.claim.seat == seat:
        return None
    _check_time(match, claimable_at(match, server_time), server_time.now)
    return WinClaimed(seat, server_time.now + ANSWER_SECONDS)


def _answer_claim(match: Match, holder: str, now: float) -> ClaimAnswered | None:
    """An answer to a claim; None if there is none to answer."""
    held = match.held_by(holder)
    if not held:
        raise NotYourSeat(translatable("you do not sit at this table"))
    # A seat that owes words answers by telling them, and by nothing else.
    if match.claim is None or match.claim.seat in held or match.owing:
        return None
    return ClaimAnswered(held[0], now)


def _nudge(match: Match, holder: str, server_time: ServerTime) -> Nudged | None:
    """A nudge by the waiting side; None if it was given already."""
    seat = _waiting_seat(match, holder)
    if match.nudged_at:
        return None
    _check_time(match, nudgeable_at(match, server_time), server_time.now)
    return Nudged(seat, server_time.now)


def _set_clock(match: Match, holder: str, server_time: ServerTime) -> ClockSet | None:
    """A clock set by the side that nudged in vain; None if it has set one already."""
    seat = _waiting_seat(match, holder)
    if match.clock_set_by == seat:
        return None
    if not match.nudged_at and not match.clock:
        raise NothingToClaim(translatable("the other side must be nudged first"))
    _check_time(match, clock_settable_at(match, server_time), server_time.now)
    return ClockSet(seat, SET_CLOCK, server_time.now)


def _waiting_seat(match: Match, holder: str) -> int:
    """The seat of a guest who waits for the other side."""
    held = match.held_by(holder)
    if not held:
        raise NotYourSeat(translatable("you do not sit at this table"))
    if set(match.awaited) & set(held):
        raise NothingToClaim(translatable("it is your turn"))
    return held[0]


def _check_time(match: Match, from_then_on: float | None, now: float) -> None:
    """Refuse what cannot be done in this match, or not yet."""
    if from_then_on is None:
        if match.clock:
            raise NothingToClaim(translatable("the clock decides here"))
        raise NothingToClaim(translatable("there is nobody to wait for"))
    if now < from_then_on:
        raise NothingToClaim(
            translatable_plural(
                "the other side may take its time: %(count)d second more",
                "the other side may take its time: %(count)d seconds more",
                int(from_then_on - now) + 1,
            )
        )
