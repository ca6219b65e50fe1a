"""The JSON interface to puzzles: get one, answer it, and see your ratings."""

from typing import Annotated, Literal

import msgspec
from litestar import get, post

from dicehall.game import find_game
from dicehall.match.puzzles import Progress
from dicehall.players.puzzles import Puzzle, find_puzzle, puzzles
from dicehall.players.reasons import explain_answer
from dicehall.players.worth import unit_of
from dicehall.web.api.coach import Exact, Unit
from dicehall.web.api.fields import Name, SeatNumber, doc
from dicehall.web.api.refusals import refusing
from dicehall.web.context import WebRequest, guest, puzzle_book

PuzzleNumber = Annotated[int, doc("The number of the puzzle among those of the game.", 17)]
AttemptNumber = Annotated[
    int, msgspec.Meta(ge=0, le=1_000_000), doc("How many tries you had at this puzzle before.", 0)
]


class PuzzleInfo(msgspec.Struct):
    """A puzzle: find the move that is clearly the best. It says nothing about the answer."""

    game: Annotated[str, doc("The name of the game.", "knucklebones")]
    number: PuzzleNumber
    seats: Annotated[Literal[1, 2], doc("The number of seats.", 2)]
    options: Annotated[dict[str, str], doc("The options of the game.", {}, {"curve": "gentle"})]
    position: Annotated[
        str, doc("The position, in the notation of docs/records.md.", "53._._-_._.66-4-0")
    ]
    seat: SeatNumber
    moves: Annotated[
        list[str], doc("The legal moves, in the order of the rules.", ["column 1", "column 2"])
    ]
    rating: Annotated[int, doc("Its difficulty, on the scale of your rating.", 1500)]
    attempt: AttemptNumber
    counts: Annotated[bool, doc("Whether an answer changes your rating: only the first.", True)]


class PuzzleAnswerIn(msgspec.Struct, forbid_unknown_fields=True):
    """An answer to a puzzle."""

    move: Annotated[Name, doc("The move, as spelled in `moves`.", "column 2")]
    attempt: AttemptNumber


class PuzzleRatingInfo(msgspec.Struct):
    """Your rating at the puzzles of a game (Glicko-2), and your results."""

    game: Annotated[str, doc("The name of the game.", "knucklebones")]
    rating: Annotated[float, doc("Your rating.", 1432.5)]
    deviation: Annotated[float, doc("Its standard deviation.", 80.0)]
    volatility: Annotated[float, doc("How much it is expected to change.", 0.06)]
    rated: Annotated[int, doc("How many of your tries counted.", 12)]
    solved: Annotated[int, doc("How many of these were right.", 8)]
    missed: Annotated[list[int], doc("Puzzles whose newest try was wrong.", [17])]
    best_streak: Annotated[int, doc("The most puzzles that you solved in one streak.", 5)]
    puzzles: Annotated[int, doc("How many puzzles the game has.", 320)]


STANDING = {
    "game": "knucklebones", "rating": 1432.5, "deviation": 80.0, "volatility": 0.06, "rated": 12,
    "solved": 8, "missed": [17], "best_streak": 5, "puzzles": 320,
}  # fmt: skip


class PuzzleAnswerInfo(msgspec.Struct):
    """The result of an answer to a puzzle."""

    move: Annotated[str, doc("The move of your newest try.", "column 1")]
    solved: Annotated[bool, doc("Whether it was the best.", False)]
    rated: Annotated[bool, doc("Whether it changed your rating.", True)]
    gained: Annotated[float, doc("By how much it changed your rating.", -23.5)]
    best: Annotated[str, doc("The best move.", "column 2")]
    why: Annotated[
        str,
        doc(
            "Why it is the best, as a sentence in your language.",
            "Column 2 knocks out 24 points, and keeps the chance to win with best play at 62% "
            "instead of 51%.",
        ),
    ]
    moves: Annotated[
        dict[str, float],
        doc("Each legal move and its worth, rounded.", {"column 1": 0.02, "column 2": 0.24}),
    ]
    unit: Unit
    exact: Exact
    themes: Annotated[list[str], doc("What the puzzle is about.", ["knockout", "risk"])]
    standing: Annotated[PuzzleRatingInfo, doc("Your rating after it.", STANDING)]


@get("/puzzles", responses=refusing(), cost=2)
async def my_puzzles(request: WebRequest) -> list[PuzzleRatingInfo]:
    """Get your rating at every game that has puzzles."""
    overview = await puzzle_book(request).overview(guest(request))
    return [_standing(progress) for progress in overview.values()]


@get("/puzzles/today", responses=refusing())
async def puzzle_of_the_day(request: WebRequest) -> PuzzleInfo:
    """Get the puzzle of the day, which is the same for everybody. Days are those of UTC."""
    puzzle = puzzle_book(request).puzzle_of_day
    return _describe(puzzle, await _progress(request, puzzle.game.name))


@get("/puzzles/{game_name:str}/next", responses=refusing(404))
async def next_puzzle_for_me(request: WebRequest, game_name: str, theme: str = "") -> PuzzleInfo:
    """Get a puzzle near your rating that you have not seen, or one that you missed."""
    find_game(game_name)
    progress = await _progress(request, game_name)
    return _describe(progress.next_puzzle(theme), progress)


@get("/puzzles/{game_name:str}/{number:int}", responses=refusing(404))
async def get_puzzle(request: WebRequest, game_name: str, number: int) -> PuzzleInfo:
    """Get a puzzle by its number."""
    puzzle = find_puzzle(game_name, number)
    return _describe(puzzle, await _progress(request, game_name))


@post("/puzzles/{game_name:str}/{number:int}", status_code=200, responses=refusing(404, 409, 422))
async def answer_a_puzzle(
    request: WebRequest, game_name: str, number: int, data: PuzzleAnswerIn
) -> PuzzleAnswerInfo:
    """Answer a puzzle. The first attempt counts for your rating. The response is about your newest
    attempt: one that was made before changes nothing, so sending it again is harmless."""
    puzzle = find_puzzle(game_name, number)
    progress = await puzzle_book(request).answer(guest(request), puzzle, data.move, data.attempt)
    return _answered(puzzle, progress)


async def _progress(request: WebRequest, game: str) -> Progress:
    return await puzzle_book(request).progress(guest(request), game)


def _describe(puzzle: Puzzle, progress: Progress) -> PuzzleInfo:
    return PuzzleInfo(
        puzzle.game.name,
        puzzle.number,
        1 if puzzle.game.seats == 1 else 2,
        puzzle.game.options,
        puzzle.position,
        puzzle.decision.seat,
        list(puzzle.decision.moves),
        puzzle.rating,
        progress.attempt(puzzle.number),
        progress.counts(puzzle.number),
    )


def _answered(puzzle: Puzzle, progress: Progress) -> PuzzleAnswerInfo:
    answer, worth = progress.newest[puzzle.number], puzzle.worth
    return PuzzleAnswerInfo(
        answer.move,
        answer.solved,
        answer.rated,
        answer.gained,
        worth.best,
        explain_answer(puzzle.game, puzzle.state, worth, answer.move),
        {move: round(value, 3) for move, value in worth.moves.items()},
        unit_of(puzzle.game),
        worth.exact,
        list(puzzle.themes),
        _standing(progress),
    )


def _standing(progress: Progress) -> PuzzleRatingInfo:
    own = progress.rating
    return PuzzleRatingInfo(
        progress.game,
        own.rating,
        own.deviation,
        own.volatility,
        progress.rated,
        progress.solved,
        progress.missed,
        progress.best_streak,
        len(puzzles(progress.game)),
    )
