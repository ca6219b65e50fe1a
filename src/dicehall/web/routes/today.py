"""Today's dice, the archive of earlier days, and challenges by link."""

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.match.commands import TakeSeat
from dicehall.match.dice.days import days_after, read_day
from dicehall.match.match import Match
from dicehall.match.names import shown_name
from dicehall.match.today.seeds import EARLIEST
from dicehall.match.today.turns import result_of, turns_of
from dicehall.web.context import (
    WebRequest,
    count_table,
    face,
    guest,
    page,
    preferences,
    public_base,
    server,
)
from dicehall.web.link_cards import challenge_card, today_card
from dicehall.web.today import (
    DayResult,
    challenge,
    day_result,
    model_of,
    overview,
    own_seat,
    play_today,
    practise_day,
)
from dicehall.web.views.render import render
from dicehall.web.views.today import (
    TurnRow,
    caption,
    distribution,
    say_date_of,
    say_place,
    say_result,
    shared_text,
    side_by_side,
)
from dicehall.words.cldr import conventions
from dicehall.words.dates import machine_time, say_time
from dicehall.words.language import _

ARCHIVE_DAYS = 14
STYLE = "today.css"


@get("/today", include_in_schema=False, cost=3)
async def show_today(request: WebRequest) -> Response[str]:
    """Today's dice: the games of today, and the state of the guest's tries."""
    return await _day_page(request, server(request).days.today)


@get("/today/{day:str}", include_in_schema=False, cost=3)
async def show_day(request: WebRequest, day: str) -> Response[str]:
    """The games of an earlier day."""
    return await _day_page(request, read_day(day))


@get("/today/{day:str}/{game:str}", include_in_schema=False, cost=4)
async def show_day_result(request: WebRequest, day: str, game: str) -> Response[str]:
    """A game of a day: to play it or, afterwards, the results."""
    found = await day_result(server(request), guest(request), read_day(day), game)
    one = found.one
    own = found.ranking.of(guest(request))
    seats = one.game.seats
    model = found.model_turns
    return page(
        request,
        "today/game.html",
        styles=[STYLE],
        found=found,
        one=one,
        is_today=one.day == server(request).days.today,
        ranked=not server(request).single_guest,
        date=say_date_of(one.day),
        caption=caption(one.entry, one.table),
        result_text=_result_text(found),
        place=say_place(found.place, len(found.ranking.tries)),
        bars=distribution([one.result for one in found.ranking.tries], own.result if own else None),
        best=[(one, say_result(one.result, seats)) for one in found.best],
        model=say_result(model[-1].result, seats) if model else "",
        rows=side_by_side([(one.game, found.turns), (one.game, model)]) if found.turns else [],
        share=_shared(request, found),
        card=today_card(request),
    )


@post("/today/{day:str}/{game:str}/try", include_in_schema=False)
async def open_day(request: WebRequest, day: str, game: str) -> Redirect:
    """Open the guest's try that counts, or return to it."""
    if read_day(day) != server(request).days.today:  # a page from before midnight
        return Redirect("/today", status_code=303)
    count_table(request)
    match = await play_today(server(request), _seat(request), game)
    return Redirect(f"/matches/{match.id}", status_code=303)


@post("/today/{day:str}/{game:str}/practice", include_in_schema=False)
async def practise_day_again(request: WebRequest, day: str, game: str) -> Redirect:
    """Open a practice match with the dice of a day."""
    count_table(request)
    match = await practise_day(server(request), _seat(request), read_day(day), game)
    return Redirect(f"/matches/{match.id}", status_code=303)


@get("/today/{day:str}/{game:str}/result.svg", include_in_schema=False)
async def draw_day_result(request: WebRequest, day: str, game: str) -> Response[str]:
    """The guest's result as a picture to share."""
    found = await day_result(server(request), guest(request), read_day(day), game)
    turns = found.turns
    most = max((turn.gain for turn in turns), default=0)
    drawn = render(
        "today/picture.svg",
        title=found.one.entry.title,
        about=" · ".join(
            filter(None, (caption(found.one.entry, found.one.table), say_date_of(found.one.day)))
        ),
        result_text=_result_text(found),
        place=say_place(found.place, len(found.ranking.tries)),
        blocks=[max(turn.gain, 0) / most if most > 0 else 0 for turn in turns],
    )
    return Response(drawn, media_type="image/svg+xml")


@get("/matches/{match_id:str}/beat", include_in_schema=False, cost=3)
async def show_challenge(request: WebRequest, match_id: str) -> Response[str]:
    """A challenge: play the dice of somebody's finished match or, afterwards, compare."""
    match = await server(request).matches.see(match_id)
    if match.challenge and match.result:
        return await _comparison(request, match)
    mine, model, rows = bool(match.held_by(guest(request))), "", list[TurnRow]()
    if mine and match.can_be_beaten:
        turns = await model_of(server(request), match) or []
        model = say_result(turns[-1].result, match.game.seats) if turns else ""
        rows = side_by_side([(match.game, turns_of(match.game, match.log)), (match.game, turns)])
    return page(
        request,
        "today/challenge.html",
        styles=[STYLE],
        match=match,
        playable=match.can_be_beaten,
        mine=mine,
        model=model,
        rows=rows,
        name=_name(match),
        result_text=say_result(result_of(match.game, match.state), match.game.seats),
        link=f"{public_base(request)}matches/{match.id}/beat",
        card=challenge_card(request, match),
    )


@post("/matches/{match_id:str}/beat", include_in_schema=False)
async def take_up_challenge(request: WebRequest, match_id: str) -> Redirect:
    """Open a match with the dice of a finished one."""
    count_table(request)
    match = await server(request).matches.see(match_id)
    opened = await challenge(server(request), _seat(request), match)
    return Redirect(f"/matches/{opened.id}", status_code=303)


async def _day_page(request: WebRequest, day: str) -> Response[str]:
    found = await overview(server(request), guest(request), day)
    return page(
        request,
        "today/day.html",
        styles=[STYLE],
        found=found,
        ranked=not server(request).single_guest,
        date=say_date_of(day),
        captions={one.entry.name: caption(one.entry, one.table) for one in found.games},
        result_text={
            one.entry.name: say_result(one.own.result, one.game.seats)
            for one in found.games
            if one.own and one.own.result is not None
        },
        ends=(machine_time(found.ends_at), say_time(found.ends_at, server(request).matches.now())),
        committed=_time(request, found.seed.committed_at),
        reveals=_time(request, found.seed.revealed_at),
        pattern=conventions().date_and_time,
        archive=[
            (one, say_date_of(one))
            for one in (days_after(found.today, -n) for n in range(1, ARCHIVE_DAYS + 1))
            if one >= EARLIEST and await server(request).days.find(one)
        ],
        card=today_card(request),
    )


async def _comparison(request: WebRequest, match: Match) -> Response[str]:
    """A challenge beside the match that it answers, and beside the strongest level."""
    origin = await server(request).matches.see(match.challenge)
    model = await model_of(server(request), match)
    sides = [(_name(one), turns_of(one.game, one.log)) for one in (match, origin)]
    own, other = (result_of(one.game, one.state) for one in (match, origin))
    link = f"{public_base(request)}matches/{match.id}/beat"
    return page(
        request,
        "today/comparison.html",
        styles=[STYLE],
        match=match,
        origin=origin,
        names=[name for name, _turns in sides],
        result_text=[say_result(result, match.game.seats) for result in (own, other)],
        lead=own - other,
        model=say_result(model[-1].result, match.game.seats) if model else "",
        rows=side_by_side([(match.game, turns) for _n, turns in (*sides, ("", model or []))]),
        link=link if match.held_by(guest(request)) else "",
        card=challenge_card(request, origin),
    )


def _time(request: WebRequest, at: float) -> tuple[str, str]:
    return machine_time(at), say_time(at, server(request).matches.now())


def _seat(request: WebRequest) -> TakeSeat:
    return own_seat(guest(request), preferences(request).name, face(request))


def _name(match: Match) -> str:
    seat = match.seats[0]
    return shown_name(seat.name, seat.level) if seat else ""


def _result_text(found: DayResult) -> str:
    own = found.one.own
    if not own or own.result is None:
        return ""
    return _("given up") if own.given_up else say_result(own.result, found.one.game.seats)


def _shared(request: WebRequest, found: DayResult) -> str:
    if found.one.stage != "done":
        return ""
    text = shared_text(
        found.one.entry,
        caption(found.one.entry, found.one.table),
        found.one.day,
        _result_text(found),
        say_place(found.place, len(found.ranking.tries)),
        found.turns,
    )
    return f"{text}\n{public_base(request)}today"
