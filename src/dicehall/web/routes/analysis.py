"""The analysis board: what each move of any position is worth, and what follows from it."""

from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game import Chance, Decide, Over, find_game
from dicehall.game.messages import translatable
from dicehall.game.positions import has_positions, spell_position
from dicehall.game.records import Event, Played, Rolled, read_event
from dicehall.game.refused import BadLine, BadPosition, CoachWaits, IllegalRoll, Refused
from dicehall.game.turns import spell_face
from dicehall.game_page.history import History
from dicehall.game_page.protocol import find_page
from dicehall.game_page.scene import Scene
from dicehall.match.thinking.coach import is_coached
from dicehall.players.rolls_ahead import RollsWorth
from dicehall.players.worth import Worth
from dicehall.web.analysis.address import Fields, fields_of, read_fields, write_address
from dicehall.web.analysis.board import analyse, branches_of, scene_of, tries_of, values_of
from dicehall.web.analysis.set_up import edited, is_edited, pasted, setting_up, still
from dicehall.web.analysis.variations import Variations
from dicehall.web.context import WebRequest, guest, page, public_base, server
from dicehall.web.edge.statuses import status
from dicehall.words.refusals import sentence

AHEAD = 12
"""How many later events of a match the board loads, so that one can see how it continued."""
KNOWN = ("line", "at", "also", "seat", "seats", "position", "play", "roll", "edit")
"""The fields of an address and of the board's own forms; others come from a game's board."""


@get("/analysis/{game:str}", include_in_schema=False, cost=2)
async def show_analysis(request: WebRequest, game: str) -> Response[str] | Redirect:
    """A state of the board, or the way to the next one after a move, a roll or a tap."""
    fields: Fields = request.query_params.dict()
    shown = _read(game, fields)
    if "edit" in fields:
        return _set_up(request, shown, fields)
    try:
        shown = shown.checked()
    except BadPosition as problem:
        return _show_set_up(request, shown, "", problem=problem)
    try:
        event = _event(shown, fields)
        if event:
            return _go(write_address(shown.after(event)))
    except Refused as problem:
        return await _show(request, shown, problem)
    return await _show(request, shown)


@post("/analysis/{game:str}", status_code=200, include_in_schema=False)
async def paste_position(request: WebRequest, game: str) -> Response[str] | Redirect:
    """The board of a pasted position or record."""
    form = await request.form()
    shown = _read(game, {name: [str(value)] for name, value in form.multi_items()})
    text = str(form.get("text", ""))
    try:
        return _go(write_address(pasted(shown, text)))
    except Refused as problem:
        return _show_set_up(request, shown, text, problem=problem)


@get("/matches/{match_id:str}/analysis", include_in_schema=False)
async def analyse_match(request: WebRequest, match_id: str, at: int | None = None) -> Redirect:
    """The board at a moment of a match, by default before its last move, and how the match went on
    from there."""
    match = await server(request).matches.see(match_id)
    if not is_coached(match, guest(request)):
        raise CoachWaits(translatable("the coach is available when the match is over"))
    timeline = await server(request).histories.timeline(match)
    if at is None:
        moves = [n for n, event in enumerate(match.log) if isinstance(event, Played)]
        at = max(moves, default=0)
    at = min(max(at, 0), len(match.log))
    position = spell_position(match.game, timeline[at].state)
    mine = match.held_by(guest(request))
    seat = mine[0] if len(mine) == 1 and match.game.seats > 1 else None
    line = tuple(match.log[at : at + AHEAD])
    return _go(write_address(Variations(match.game, position, line, at=0, seat=seat)))


def _read(game: str, fields: Fields) -> Variations:
    shown = read_fields(find_game(game).name, fields)
    if not has_positions(shown.game):
        message = translatable("%(game)s has no position notation", game=shown.game.name)
        raise BadPosition(message)
    return shown


def _event(shown: Variations, fields: Fields) -> Event | None:
    """The move or roll that a form asks for, if there is one; refused if it is impossible."""
    state = shown.timeline()[shown.at].state
    turn = shown.game.turn(state)
    event: Event | None = None
    if isinstance(turn, Chance) and "roll" in fields:
        event = _roll(turn, fields["roll"])
    elif isinstance(turn, Decide) and "play" in fields:
        event = Played(turn.seat, fields["play"][0])
    elif isinstance(turn, Decide) and (tapped := _tapped(shown, fields)):
        event = Played(turn.seat, find_page(shown.game.name).module.read_move(tapped))
    if isinstance(event, Played):
        shown.game.play(state, event.move)
    elif event:
        shown.game.roll(state, event.roll)
    return event


def _tapped(shown: Variations, fields: Fields) -> Mapping[str, Sequence[str]]:
    """The fields of a move that was made on the board."""
    known = (*KNOWN, *shown.game.options)
    if not find_page(shown.game.name).plays_on_board:
        return {}
    return {name: values for name, values in fields.items() if name not in known}


def _roll(chance: Chance, faces: Sequence[str]) -> Rolled:
    """The dice as chosen, or thrown."""
    if list(faces) == ["random"]:
        return Rolled(chance.throw(SystemRandom()))
    try:
        event = read_event(f"roll {' '.join(faces)}")
    except BadLine as problem:
        raise IllegalRoll(problem.message) from None
    assert isinstance(event, Rolled)
    return event


async def _show(
    request: WebRequest, shown: Variations, problem: Refused | None = None
) -> Response[str]:
    """A state of the board. If the coach refuses, the page says why, and moves can be tried."""
    timeline = shown.timeline()
    history = timeline[shown.at]
    found, refusal = await _ask(request, shown, timeline)
    scene = scene_of(shown, history, found if isinstance(found, Worth) else None)
    return _page(
        request,
        shown,
        scene,
        problem or refusal,
        text=spell_position(shown.game, history.state),
        caption=history.recent[-1].sentence(scene.viewer) if shown.at else "",
        values=values_of(scene, found),
        dice=_faces(scene),
        tries=tries_of(shown),
        branches=branches_of(shown),
        begin=write_address(shown.to(0)),
        back=write_address(shown.to(shown.at - 1)),
        forward=write_address(shown.to(shown.at + 1)),
        here=write_address(shown.from_here()),
        set_up=write_address(shown.from_here(), edit=""),
    )


async def _ask(
    request: WebRequest, shown: Variations, timeline: Sequence[History]
) -> tuple[Worth | RollsWorth | None, Refused | None]:
    """What the moves or rolls are worth, or why the coach does not say; neither if the game is
    over."""
    *passed, state = [history.state for history in timeline[: shown.at + 1]]
    if isinstance(shown.game.turn(state), Over):
        return None, None
    try:
        return await analyse(request, shown.game, state, passed), None
    except Refused as refusal:
        if status(refusal) >= 500:
            raise
        return None, refusal


def _faces(scene: Scene) -> list[list[str]]:
    """The faces of each die that is due."""
    dice = scene.turn.dice if isinstance(scene.turn, Chance) else ()
    return [[*map(spell_face, die.faces)] for die in dice]


def _set_up(request: WebRequest, shown: Variations, fields: Fields) -> Response[str] | Redirect:
    """A position that is being set up, or the way to the changed one."""
    tool = fields["edit"][0]
    if not is_edited(fields):
        return _show_set_up(request, shown, shown.position, tool)
    try:
        return _go(write_address(edited(shown, tool, fields), edit=tool))
    except BadPosition as problem:
        return _show_set_up(request, shown, shown.position, tool, problem)


def _show_set_up(
    request: WebRequest,
    shown: Variations,
    text: str,
    tool: str = "",
    problem: Refused | None = None,
) -> Response[str]:
    text = text or shown.position
    drawn, history = still(shown)
    scene = scene_of(drawn, history, editing=find_page(shown.game.name).editor is not None)
    setting = setting_up(drawn, tool)
    return _page(
        request,
        drawn,
        scene,
        problem or setting.problem,
        text=text or spell_position(shown.game, history.state),
        setting=setting,
        done=write_address(drawn),
    )


def _page(
    request: WebRequest, shown: Variations, scene: Scene, problem: Refused | None, **parts: Any
) -> Response[str]:
    game_page = find_page(shown.game.name)
    entry = find_game(shown.game.name)
    return page(
        request,
        "analysis.html",
        status(problem) if problem and "setting" not in parts else 200,
        styles=[game_page.style, "coach.css", "lists.css", "analysis.css"],
        entry=entry,
        shown=shown,
        fields=fields_of(shown),
        link=public_base(request) + write_address(shown).lstrip("/"),
        scene=scene,
        view=game_page.module.view(scene),
        board=game_page.board,
        plays_on_board=game_page.plays_on_board,
        problem=sentence(problem) if problem else "",
        **parts,
    )


def _go(address: str) -> Redirect:
    return Redirect(address, status_code=303)
