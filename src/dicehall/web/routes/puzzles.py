"""The pages of puzzles."""

from typing import Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.response import Redirect

from dicehall.game import find_game
from dicehall.game.refused import Refused
from dicehall.game_page.protocol import find_page
from dicehall.match.puzzles import LIVES, Progress
from dicehall.players.puzzles import Puzzle, find_puzzle, puzzles, themes_of
from dicehall.web.actions import read_number
from dicehall.web.context import WebRequest, guest, page, puzzle_book
from dicehall.web.edge.statuses import status
from dicehall.web.views.puzzles import analysis_path, answered, puzzle_scene, theme_names
from dicehall.words.refusals import sentence


@get("/puzzles", include_in_schema=False, cost=2)
async def show_puzzles(request: WebRequest) -> Response[str]:
    """All games with puzzles, and how the guest does at them."""
    overview = await puzzle_book(request).overview(guest(request))
    return page(
        request,
        "puzzles.html",
        overview=overview,
        of_day=puzzle_book(request).puzzle_of_day,
        counts={game: len(puzzles(game)) for game in overview},
        themes={game: theme_names(tuple(themes_of(game))) for game in overview},
        lives=LIVES,
    )


@get("/puzzles/{game:str}", include_in_schema=False)
async def next_puzzle(request: WebRequest, game: str, theme: str = "") -> Redirect:
    """The guest's next puzzle of a game."""
    find_game(game)
    progress = await puzzle_book(request).progress(guest(request), game)
    puzzle = progress.next_puzzle(theme)
    again = "yes" if puzzle.number in progress.newest else ""
    return Redirect(puzzle_path(puzzle, theme=theme, again=again), status_code=303)


@get("/puzzles/{game:str}/streak", include_in_schema=False)
async def next_of_streak(request: WebRequest, game: str) -> Redirect:
    """The next puzzle of the guest's streak."""
    find_game(game)
    progress = await puzzle_book(request).progress(guest(request), game)
    return Redirect(puzzle_path(progress.streak_puzzle(), streak="yes"), status_code=303)


@get("/puzzles/{game:str}/{number:int}", include_in_schema=False)
async def show_puzzle(
    request: WebRequest, game: str, number: int, theme: str = "", again: str = "", streak: str = ""
) -> Response[str]:
    """One puzzle: a question, or what the guest answered."""
    puzzle = find_puzzle(game, number)
    progress = await puzzle_book(request).progress(guest(request), game)
    due = bool(streak) and progress.streak_puzzle().number == number
    if number in progress.newest and not again and not due:
        return _show_answer(request, puzzle, progress, theme)
    return _ask(request, puzzle, progress, theme, in_streak=due)


@post("/puzzles/{game:str}/{number:int}", status_code=200, include_in_schema=False)
async def answer_puzzle(
    request: WebRequest,
    game: str,
    number: int,
    theme: str = "",
    attempt: str = "",
    streak: str = "",
) -> Response[Any]:
    """Answer a puzzle with a plain form. Sending it again changes nothing."""
    puzzle = find_puzzle(game, number)
    form = (await request.form()).dict()
    in_streak = bool(streak)
    try:
        move = find_page(game).module.read_move(form)
        await puzzle_book(request).answer(
            guest(request), puzzle, move, read_number(attempt), in_streak=in_streak
        )
    except Refused as refusal:
        progress = await puzzle_book(request).progress(guest(request), game)
        return _ask(request, puzzle, progress, theme, in_streak=in_streak, refusal=refusal)
    return Redirect(puzzle_path(puzzle, theme=theme), status_code=303)


def puzzle_path(puzzle: Puzzle, **given: str) -> str:
    """The path of a puzzle, with the parts of the query that are not empty."""
    query = urlencode({name: value for name, value in given.items() if value})
    return f"/puzzles/{puzzle.game.name}/{puzzle.number}{'?' if query else ''}{query}"


def _ask(
    request: WebRequest,
    puzzle: Puzzle,
    progress: Progress,
    theme: str,
    *,
    in_streak: bool,
    refusal: Refused | None = None,
) -> Response[str]:
    attempt = str(progress.attempt(puzzle.number))
    streak = "yes" if in_streak else ""
    path = puzzle_path(puzzle, theme=theme, attempt=attempt, streak=streak)
    game_page, scene = find_page(puzzle.game.name), puzzle_scene(puzzle, path)
    return page(
        request,
        "puzzle.html",
        status(refusal) if refusal else 200,
        puzzle=puzzle,
        progress=progress,
        theme=theme,
        themes=theme_names(tuple(themes_of(puzzle.game.name))),
        counts=progress.counts(puzzle.number, in_streak=in_streak),
        in_streak=in_streak,
        lives=LIVES,
        notice=sentence(refusal) if refusal else "",
        scene=scene,
        view=game_page.module.view(scene),
        play_template=game_page.table,
        styles=[game_page.style],
        scripts=game_page.scripts,
    )


def _show_answer(
    request: WebRequest, puzzle: Puzzle, progress: Progress, theme: str
) -> Response[str]:
    answer = progress.newest[puzzle.number]
    game_page, scene = find_page(puzzle.game.name), puzzle_scene(puzzle)
    return page(
        request,
        "puzzle_answer.html",
        puzzle=puzzle,
        progress=progress,
        theme=theme,
        answer=answered(puzzle, progress, answer),
        tags=theme_names(puzzle.themes),
        streak=progress.streak_of(answer.streak) if answer.streak else None,
        lives=LIVES,
        missed=puzzle.number in progress.missed,
        analysis=analysis_path(puzzle),
        scene=scene,
        view=game_page.module.view(scene),
        board=game_page.board,
        styles=[game_page.style, "lists.css"],
    )
