"""How long a match waits for a seat: the clock, and the claim of a win from one who has left.

All of it follows from the log and the time; no connection is asked who holds it.
"""

from dicehall.game.messages import said, said_many
from dicehall.game.refused import NothingToClaim, NotYourSeat
from dicehall.match.events import ClaimAnswered, Forfeited, WinClaimed
from dicehall.match.match import Match

CLOCKS = (0, 30, 60, 120, 300, 86_400)
"""The seconds for each move that can be chosen; 0 is no clock."""

QUIET_SECONDS = 180
"""How long the seat to move must have been quiet before the other may claim the win."""

ANSWER_SECONDS = 120
"""How long that seat has to answer a claim; its page, if it is open anywhere, does at once."""

GRACE_SECONDS = 2
"""What a move may be late by the clock: the network's share."""

RETURN_SECONDS = 30
"""After opening, a house lets nobody's time run out: whoever it cut off may come back first."""


def claimable_at(match: Match) -> float | None:
    """From when on the seat that waits may claim the win; None if it never may."""
    if not match.online or match.to_move is None or match.clock or match.claim:
        return None
    return match.asked_at + QUIET_SECONDS


def clock_ends_at(match: Match) -> float | None:
    """When the seat to move has used up its time, as the players see it."""
    if not match.clock or match.to_move is None or not match.asked_at:
        return None
    return match.asked_at + match.clock


def due_at(match: Match, since: float) -> float | None:
    """When the seat to move loses unless it acts; `since` is when the house opened."""
    end = clock_ends_at(match)
    if match.claim:
        due = match.claim.until
    elif end is not None:
        due = end + GRACE_SECONDS
    else:
        return None
    return max(due, since + RETURN_SECONDS)


def forfeit(match: Match, now: float, since: float) -> Forfeited | None:
    """What happens by itself when the time is up."""
    due = due_at(match, since)
    if due is None or now < due:
        return None
    assert match.to_move is not None
    return Forfeited(match.to_move, "absence" if match.claim else "time")


def claim_win(match: Match, holder: str, now: float) -> WinClaimed | None:
    """A claim by the side that waits; none if it stands already."""
    held = match.held_by(holder)
    if not held:
        raise NotYourSeat(said("you do not sit at this table"))
    if match.claim and match.claim.seat in held:
        return None
    if match.to_move in held:
        raise NothingToClaim(said("it is your turn"))
    from_then_on = claimable_at(match)
    if from_then_on is None:
        if match.clock:
            raise NothingToClaim(said("the clock decides here"))
        raise NothingToClaim(said("there is nobody to wait for"))
    if now < from_then_on:
        raise NothingToClaim(
            said_many(
                "the other side may take its time: %(count)d second more",
                "the other side may take its time: %(count)d seconds more",
                int(from_then_on - now) + 1,
            )
        )
    return WinClaimed(held[0], round(now + ANSWER_SECONDS, 3))


def answer_claim(match: Match, holder: str, now: float) -> ClaimAnswered | None:
    """A sign of the side that was missed; none if it is not missed."""
    held = match.held_by(holder)
    if not held:
        raise NotYourSeat(said("you do not sit at this table"))
    if match.claim is None or match.claim.seat in held:
        return None
    return ClaimAnswered(held[0], round(now, 3))
