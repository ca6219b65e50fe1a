"""The table of a match that has not begun: a seat is free, or a client seed is not revealed yet."""

from dataclasses import dataclass

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused, SeatNotFree
from dicehall.match.match import Match
from dicehall.match.names import shown_name
from dicehall.web.views.online import clock_words, online_view
from dicehall.web.views.pictures import qr_code
from dicehall.web.views.render import render

TAKEN = SeatNotFree(translatable("somebody else took the seat first, so you are watching"))
"""Shown to a guest who pressed Join too late."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest at a table that has not begun, and the link for inviting others."""

    guest: str
    name: str
    """The name that the form suggests."""
    link: str
    here_only: bool
    """Whether the link works only on this computer."""
    watches: bool
    """Whether the guest has chosen to watch."""


def draw_not_begun(
    match: Match,
    visitor: Visitor,
    typed: dict[str, str] | None = None,
    refusal: Refused | None = None,
) -> str:
    """The table of a match that has not begun, for one guest; `typed` is what they entered into a
    form that was refused."""
    if match.full and not match.result:
        return _draw_reveal(match, visitor.guest, refusal)
    if match.result:
        return render("closed.html", match=match)
    return _draw_empty_seat(match, visitor, typed or {"name": visitor.name}, refusal)


def _draw_reveal(match: Match, viewer: str, refusal: Refused | None) -> str:
    """A table with all seats taken, whose players still have to reveal their client seeds."""
    held = match.held_by(viewer)
    own_seat = next((match.seats[number] for number in match.to_reveal if number in held), None)
    return render(
        "telling.html",
        match=match,
        own_seat=own_seat,
        contest=online_view(match, viewer),
        names=[shown_name(seat.name) for n in match.to_reveal if (seat := match.seats[n])],
        refusal=refusal,
    )


def _draw_empty_seat(
    match: Match, visitor: Visitor, typed: dict[str, str], refusal: Refused | None
) -> str:
    """A table with a free seat: an invitation for its opener, Join and Watch for everybody else."""
    return render(
        "waiting.html",
        match=match,
        seated=match.held_by(visitor.guest),
        watches=visitor.watches,
        opener=next((shown_name(seat.name) for seat in match.seats if seat), ""),
        begins="coin" if match.begins == "coin" else "other" if match.free == 0 else "opener",
        clock=clock_words(match.clock),
        link=visitor.link,
        here_only=visitor.here_only,
        picture="" if visitor.here_only else qr_code(visitor.link),
        entered=typed,
        promise=match.commitment,
        refusal=refusal,
        taken=TAKEN,
    )
