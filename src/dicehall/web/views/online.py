"""What two guests who play each other see beside the game: clock, claims, nudges, rematch."""

import time
from collections.abc import Collection
from dataclasses import dataclass

from dicehall.match.bus.protocol import Reaction
from dicehall.match.live.presence import Presence
from dicehall.match.match import Match
from dicehall.match.names import shown_name
from dicehall.match.time_limits import (
    ANSWER_SECONDS,
    QUIET_SECONDS,
    SET_CLOCK,
    ServerTime,
    claim_ends_at,
    claimable_at,
    clock_ends_at,
    clock_settable_at,
    nudgeable_at,
)
from dicehall.web.reactions import REACTIONS
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import together


@dataclass(frozen=True, slots=True)
class OnlineView:
    """A match between two guests, for one viewer. Times are in seconds since 1970."""

    now: float
    mine: int | None
    """The viewer's seat; None for spectators."""
    names: tuple[str, ...]
    to_move: int | None
    clock: str
    """The time for each move, as text; empty if there is no clock."""
    clock_ends: float | None
    claim_after: float | None
    """When the viewer may claim the win; None if they may not."""
    claimant: int | None
    """The seat that claims the win."""
    claim_until: float
    nudge_after: float | None
    """When the viewer may nudge the opponent; None if they may not."""
    nudged: bool
    clock_after: float | None
    """When the waiting seat may set a clock; None if it may not."""
    clock_setter: str
    """Who set the clock, until the next move; empty if nobody did."""
    begun: bool
    """Whether anybody has moved."""
    offers: Collection[int]
    declined: int | None
    next_id: str

    @property
    def other(self) -> str:
        """The name of the viewer's opponent."""
        return self.names[1 - self.mine] if self.mine is not None else ""

    @property
    def must_answer_claim(self) -> bool:
        return self.claimant is not None and self.mine == 1 - self.claimant

    @property
    def acting(self) -> bool:
        return self.mine is not None and self.to_move == self.mine

    @property
    def may_set_clock(self) -> bool:
        """Whether the viewer may set a clock from `clock_after` on."""
        waits = self.mine is not None and not self.acting
        return self.nudged and waits and self.clock_after is not None

    @property
    def call(self) -> str:
        """A short call for the page's title when the viewer is needed; empty otherwise."""
        if self.mine is None:
            return ""
        if self.acting:
            waits = _("%(name)s is waiting for you") % {"name": self.other}
            return waits if self.nudged else _("Your turn")
        if self.to_move is not None and not self.begun:
            return _("%(name)s goes first") % {"name": self.mover}
        if self.offers and self.mine not in self.offers and not self.next_id:
            return _("%(name)s would like to play again") % {"name": self.other}
        return ""

    @property
    def clock_to_set(self) -> str:
        return clock_words(SET_CLOCK)

    @property
    def quiet(self) -> str:
        return clock_words(QUIET_SECONDS)

    @property
    def time_to_answer(self) -> str:
        return clock_words(ANSWER_SECONDS)

    @property
    def mover(self) -> str:
        return self.names[self.to_move] if self.to_move is not None else ""


def online_view(match: Match, viewer: str) -> OnlineView | None:
    """The online view of a match; None unless two guests play."""
    if not match.online:
        return None
    held = match.held_by(viewer)
    mine = held[0] if held else None
    waits = mine is not None and mine not in match.awaited
    names = tuple(shown_name(seat.name) if seat else "" for seat in match.seats)
    just_set = match.clock_set_by if match.clock_set_at == match.waiting_since else None
    now = time.time()
    server_time = ServerTime(now, now)
    return OnlineView(
        now=now,
        mine=mine,
        names=names,
        to_move=match.awaited[0] if len(match.awaited) == 1 else None,
        clock=clock_words(match.clock),
        clock_ends=clock_ends_at(match, server_time),
        claim_after=claimable_at(match, server_time) if waits else None,
        claimant=match.claim.seat if match.claim else None,
        claim_until=claim_ends_at(match, server_time) or 0.0,
        nudge_after=nudgeable_at(match, server_time) if waits else None,
        nudged=bool(match.nudged_at) and not match.result,
        clock_after=clock_settable_at(match, server_time),
        clock_setter="" if just_set is None else names[just_set],
        begun=len(match.log) > match.rolls,
        offers=match.offers,
        declined=match.declined,
        next_id=match.next,
    )


def due_offers(match: Match) -> tuple[bool, ...]:
    """Whether a nudge, a claim and a clock are possible now; the table is redrawn when one of these
    changes."""
    now = time.time()
    server_time = ServerTime(now, now)
    times = (find(match, server_time) for find in (nudgeable_at, claimable_at, clock_settable_at))
    return tuple(at is not None and now >= at for at in times)


def clock_words(seconds: int) -> str:
    """The time for each move as text; empty if there is no clock.

    >>> clock_words(30), clock_words(120), clock_words(86400), clock_words(0)
    ('30 seconds', '2 minutes', '1 day', '')
    """
    days, minutes = seconds // 86_400, seconds // 60
    if days:
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    if minutes:
        return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    if seconds:
        return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}
    return ""


def reaction_text(match: Match, reaction: Reaction) -> str:
    """A reaction, with the name of the player who sent it."""
    sign, words = REACTIONS[reaction.reaction]
    seat = match.seats[reaction.seat]
    name = shown_name(seat.name) if seat else ""
    return f"{sign} " + _("%(name)s: %(text)s") % {"name": name, "text": _(words)}


def presence_text(match: Match, presence: Presence, viewer: str) -> str:
    """Who is at the table, who is away and since when, and how many people watch; empty if there is
    nothing to say. Times stand between tabs, in seconds since 1970: the page's script replaces them
    by the viewer's local time."""
    mine = match.held_by(viewer)
    others = [
        (n, shown_name(seat.name)) for n, seat in enumerate(match.seats) if seat and n not in mine
    ]
    words = [
        _("%(name)s has been away since %(time)s.")
        % {"name": name, "time": f"\t{presence.away[n]:.0f}\t"}
        for n, name in others
        if n in presence.away
    ]
    words += [_("%(name)s is here.") % {"name": name} for n, name in others if n in presence.here]
    watchers = presence.watchers - (0 if mine else 1)
    if watchers > 0:
        message = ngettext(
            "%(count)d person is watching.", "%(count)d people are watching.", watchers
        )
        words.append(message % {"count": watchers})
    return together(*words) if words else ""
