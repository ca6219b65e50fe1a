"""A match that has not begun: a seat is free, or the words for the dice are not told yet."""

from dicehall.game.refused import Refused
from dicehall.match.match import Match
from dicehall.match.names import default_name
from dicehall.players.characters import nickname
from dicehall.web.context import WebRequest, face_beside, guest, house, preferences
from dicehall.web.views.online import clock_words, online_view
from dicehall.web.views.qr_code import qr_code
from dicehall.web.views.render import render


def draw_not_begun(
    request: WebRequest,
    match: Match,
    said: dict[str, str] | None = None,
    refusal: Refused | None = None,
) -> str:
    """The table of a match that has not begun, as the caller sees it."""
    if match.full and not match.result:
        return _draw_owed_words(request, match, refusal)
    return _draw_empty_seat(request, match, said, refusal)


def _draw_owed_words(request: WebRequest, match: Match, refusal: Refused | None) -> str:
    """Everybody sits, and the seats tell what they add to the dice."""
    held = match.held_by(guest(request))
    asked = next((match.seats[number] for number in match.owing if number in held), None)
    return render(
        "telling.html",
        match=match,
        asked=asked,
        contest=online_view(match, guest(request)),
        names=[seat.name for seat in (match.seats[number] for number in match.owing) if seat],
        refusal=refusal,
    )


def _draw_empty_seat(
    request: WebRequest,
    match: Match,
    said: dict[str, str] | None,
    refusal: Refused | None,
) -> str:
    """A table at which a seat is free: the invitation for its opener, for everybody else the ways
    to join and to watch.

    If it was closed there is nothing to wait for.
    """
    if match.result:
        return render("closed.html", match=match)
    others = house(request).public_address
    link = f"{others.base_url(request.base_url)}matches/{match.id}"
    opener = next((seat.name for seat in match.seats if seat), "")
    own_face = face_beside(request, [seat.face for seat in match.seats if seat])
    name = preferences(request).name or default_name(nickname(own_face), [opener])
    return render(
        "waiting.html",
        match=match,
        seated=match.held_by(guest(request)),
        watches="watch" in request.query_params,
        opener=opener,
        begins="coin" if match.begins == "coin" else "other" if match.free == 0 else "opener",
        clock=clock_words(match.clock),
        link=link,
        here_only=others.is_loopback(request.base_url),
        picture=qr_code(link),
        said=said or {"name": name},
        promise=match.promise,
        refusal=refusal,
    )
