"""How long a match waits for a seat.

With a clock, a seat loses when its time runs out. Without one, the waiting player can claim the win
if the opponent has left, nudge one who does not move, and set a clock if the nudge is ignored.

All of this depends only on the log and the time, never on who is connected.
"""

from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from dicehall.game.messages import translatable, translatable_plural
from dicehall.game.refused import NothingToClaim
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
"""The choices of seconds per move; 0 means no clock."""

QUIET_SECONDS = 180
"""How long the seat to move must be inactive before the opponent may claim the win."""

ANSWER_SECONDS = 120
"""How long that seat has to answer a claim; an open page answers immediately."""

NUDGE_SECONDS = 60
"""How long the seat to move must be inactive before the opponent may nudge it."""

PATIENCE_SECONDS = 180
"""How long after a nudge the waiting player may set a clock."""

SET_CLOCK = 120
"""Seconds per move when a waiting player sets a clock."""

WORDS_SECONDS = 86_400
"""How long a match without a clock waits for both seats' client seeds before it closes. A friend
may come back to an invitation a day later."""

GRACE_SECONDS = 2
"""How late a move may arrive because of network delay."""

SKEW_SECONDS = 5
"""How far the clocks of two machines may differ."""

RETURN_SECONDS = 30
"""No deadline expires this soon after a start, so that players can reconnect."""


@dataclass(frozen=True, slots=True)
class ClaimWin:
    """Claim the win because the seat to move seems to have left."""

    holder: str


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Answer a claim: the player is still there."""

    holder: str


@dataclass(frozen=True, slots=True)
class Nudge:
    """Nudge the seat to move."""

    holder: str


@dataclass(frozen=True, slots=True)
class SetClock:
    """Set a clock for the rest of the match because the nudge was ignored."""

    holder: str


WaitingCommand = ClaimWin | AnswerClaim | Nudge | SetClock
"""The commands of a seat that waits for its opponent, and the answer to a claim."""

WaitingEvent = WinClaimed | ClaimAnswered | Nudged | ClockSet


class ServerTime(NamedTuple):
    """The server's time. `since` is when the server started or its clock last jumped."""

    since: float = 0.0
    now: float = inf

    def after(self, began: float, seconds: float) -> float:
        """When these seconds have passed. If `began` is in the future because the clock was wrong,
        count from `since`."""
        return (began if began <= self.now + SKEW_SECONDS else self.since) + seconds


STEADY_CLOCK = ServerTime()
"""For a clock that never jumped."""


def first_event(
    match: Match, command: WaitingCommand, server_time: ServerTime
) -> WaitingEvent | None:
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


def claimable_at(match: Match, server_time: ServerTime = STEADY_CLOCK) -> float | None:
    """When the waiting seat may claim the win; None if it may not."""
    if not match.online or len(match.awaited) != 1 or match.clock or match.claim:
        return None
    return server_time.after(match.waiting_since, QUIET_SECONDS)


def nudgeable_at(match: Match, server_time: ServerTime = STEADY_CLOCK) -> float | None:
    """When the waiting seat may nudge its opponent; None if it may not."""
    if claimable_at(match) is None or match.nudged_at:
        return None
    return server_time.after(match.waiting_since, NUDGE_SECONDS)


def clock_settable_at(match: Match, server_time: ServerTime = STEADY_CLOCK) -> float | None:
    """When the waiting seat may set a clock; None if it may not."""
    if claimable_at(match) is None or not match.nudged_at:
        return None
    return server_time.after(match.nudged_at, PATIENCE_SECONDS)


def claim_ends_at(match: Match, server_time: ServerTime = STEADY_CLOCK) -> float | None:
    """When the time to answer a claim is over; None if there is no claim."""
    if not match.claim:
        return None
    return server_time.after(match.claim.until - ANSWER_SECONDS, ANSWER_SECONDS)


def clock_ends_at(match: Match, server_time: ServerTime = STEADY_CLOCK) -> float | None:
    """When the clock of the awaited seats runs out, as the players see it."""
    if not match.clock or not match.awaited or not match.waiting_since:
        return None
    return server_time.after(match.waiting_since, match.clock)


def due_at(match: Match, since: float, now: float = inf) -> float | None:
    """The deadline of the awaited seats: the end of a claim, of the clock, or of the wait for
    client seeds. None if there is none."""
    if not (match.claim or match.clock or match.to_reveal):
        return None
    server_time = ServerTime(since, now)
    clock_end = clock_ends_at(match, server_time)
    if (due := claim_ends_at(match, server_time)) is None:
        if clock_end is not None:
            due = clock_end + GRACE_SECONDS
        elif len(match.to_reveal) > 1 and match.online:
            due = server_time.after(match.waiting_since, WORDS_SECONDS)
        else:
            return None
    return max(due, since + RETURN_SECONDS)


def forfeit(match: Match, now: float, since: float) -> Forfeited | TableClosed | None:
    """The event that a missed deadline causes; None before the deadline. A seat that withholds its
    client seed loses; if both do, the match is closed."""
    due = due_at(match, since, now)
    if due is None or now < due:
        return None
    if len(match.to_reveal) > 1:
        return TableClosed(now)
    (seat,) = match.awaited
    return Forfeited(seat, "words" if match.to_reveal else "absence" if match.claim else "time")


def _claim_win(match: Match, holder: str, server_time: ServerTime) -> WinClaimed | None:
    """A claim by the waiting seat; None if it was already made."""
    seat = _waiting_seat(match, holder)
    if match.claim and match.claim.seat == seat:
        return None
    _check_time(match, claimable_at(match, server_time), server_time.now)
    return WinClaimed(seat, server_time.now + ANSWER_SECONDS)


def _answer_claim(match: Match, holder: str, now: float) -> ClaimAnswered | None:
    """An answer to a claim; None if there is none to answer."""
    held = match.check_seats(holder)
    # A seat with a client seed to reveal can only answer by revealing it.
    if match.claim is None or match.claim.seat in held or match.to_reveal:
        return None
    return ClaimAnswered(held[0], now)


def _nudge(match: Match, holder: str, server_time: ServerTime) -> Nudged | None:
    """A nudge by the waiting seat; None if it was already given."""
    seat = _waiting_seat(match, holder)
    if match.nudged_at:
        return None
    _check_time(match, nudgeable_at(match, server_time), server_time.now)
    return Nudged(seat, server_time.now)


def _set_clock(match: Match, holder: str, server_time: ServerTime) -> ClockSet | None:
    """A clock set by the seat whose nudge was ignored; None if it was already set."""
    seat = _waiting_seat(match, holder)
    if match.clock_set_by == seat:
        return None
    if not match.nudged_at and not match.clock:
        raise NothingToClaim(translatable("nudge your opponent first"))
    _check_time(match, clock_settable_at(match, server_time), server_time.now)
    return ClockSet(seat, SET_CLOCK, server_time.now)


def _waiting_seat(match: Match, holder: str) -> int:
    """The seat of a guest who waits for the opponent."""
    held = match.check_seats(holder)
    if set(match.awaited) & set(held):
        raise NothingToClaim(translatable("it is your turn"))
    return held[0]


def _check_time(match: Match, allowed_at: float | None, now: float) -> None:
    """Refuse an action that is not allowed in this match, or not yet."""
    if allowed_at is None:
        if match.clock:
            raise NothingToClaim(translatable("this match has a clock: wait until it runs out"))
        raise NothingToClaim(translatable("you are not waiting for anyone"))
    if now < allowed_at:
        raise NothingToClaim(
            translatable_plural(
                "your opponent still has time: %(count)d second",
                "your opponent still has time: %(count)d seconds",
                int(allowed_at - now) + 1,
            )
        )
