"""A match that has not begun: a seat is free, or the words for the dice are not told yet."""

from dataclasses import dataclass

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused, SeatNotFree
from dicehall.match.match import Match
from dicehall.match.names import shown_name
from dicehall.web.views.online import clock_words, online_view
from dicehall.web.views.qr_code import qr_code
from dicehall.web.views.render import render

TAKEN = SeatNotFree(translatable("somebody else took the seat first: you are watching"))
"""Told to a guest who pressed Join a moment too late."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """Who has come to a table that waits, and the link by which others would come."""

    guest: str
    name: str
    """What the guest is called here unless they say otherwise."""
    link: str
    here_only: bool
    """Whether the link leads nobody here but those at this computer."""
    watches: bool
    """Whether the guest has chosen to watch."""


def draw_not_begun(
    match: Match,
    arrival: Arrival,
    typed: dict[str, str] | None = None,
    refusal: Refused | None = None,
) -> str:
    """The table of a match that has not begun, as a guest sees it: with what they `typed` into a
    form that was refused."""
    if match.full and not match.result:
        return _draw_owed_words(match, arrival.guest, refusal)
    if match.result:
        return render("closed.html", match=match)
    return _draw_empty_seat(match, arrival, typed or {"name": arrival.name}, refusal)


def _draw_owed_words(match: Match, viewer: str, refusal: Refused | None) -> str:
    """Everybody sits, and the seats tell what they add to the dice."""
    held = match.held_by(viewer)
    asked = next((match.seats[number] for number in match.owing if number in held), None)
    return render(
        "telling.html",
        match=match,
        asked=asked,
        contest=online_view(match, viewer),
        names=[shown_name(seat.name) for n in match.owing if (seat := match.seats[n])],
        refusal=refusal,
    )


def _draw_empty_seat(
    match: Match, arrival: Arrival, typed: dict[str, str], refusal: Refused | None
) -> str:
    """A table at which a seat is free: the invitation for its opener, for everybody else the ways
    to join and to watch."""
    return render(
        "waiting.html",
        match=match,
        seated=match.held_by(arrival.guest),
        watches=arrival.watches,
        opener=next((shown_name(seat.name) for seat in match.seats if seat), ""),
        begins="coin" if match.begins == "coin" else "other" if match.free == 0 else "opener",
        clock=clock_words(match.clock),
        link=arrival.link,
        here_only=arrival.here_only,
        picture="" if arrival.here_only else qr_code(arrival.link),
        said=typed,
        promise=match.commitment,
        refusal=refusal,
        taken=TAKEN,
    )
