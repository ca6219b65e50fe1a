"""A table at which a seat is free, as its opener sees it and as everybody else does."""

import segno
from markupsafe import Markup

from dicehall.game.refused import Refused
from dicehall.match.match import Match
from dicehall.web.context import WebRequest, guest, preferences
from dicehall.web.views.online import clock_words
from dicehall.web.views.render import render

HERE_ONLY = ("localhost", "127.0.0.1", "::1")


def draw_empty_seat(
    request: WebRequest,
    match: Match,
    said: dict[str, str] | None = None,
    refusal: Refused | None = None,
) -> str:
    """A table at which a seat is free: the invitation for its opener, a form for everybody else.

    If it was closed there is nothing to wait for.
    """
    if match.result:
        return render("closed.html", match=match)
    link = f"{request.base_url}matches/{match.id}"
    return render(
        "waiting.html",
        match=match,
        seated=match.held_by(guest(request)),
        opener=next((seat.name for seat in match.seats if seat), ""),
        begins=match.free == 0,
        clock=clock_words(match.clock),
        link=link,
        here_only=request.base_url.hostname in HERE_ONLY,
        picture=_qr_code(link),
        said=said or {"name": preferences(request).name},
        promise=match.promise,
        refusal=refusal,
    )


def _qr_code(link: str) -> Markup:
    """A picture of a link that phones can read, dark on light whatever the theme."""
    code = segno.make(link, error="m", micro=False)
    svg = code.svg_inline(border=3, dark="#111", light="#fff", omitsize=True, svgclass="qr")
    return Markup(svg)
