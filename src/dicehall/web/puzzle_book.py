"""Puzzles as pages and programs ask for them."""

from datetime import UTC, datetime

from dicehall.match.puzzles import PuzzleBook
from dicehall.players.puzzles import Puzzle, puzzle_of_day
from dicehall.web.context import WebRequest, server


def book(request: WebRequest) -> PuzzleBook:
    """The progress of all guests."""
    matches = server(request).matches
    return PuzzleBook(matches.store, matches.now)


def today(request: WebRequest) -> Puzzle:
    """The puzzle of the day (UTC)."""
    return puzzle_of_day(datetime.fromtimestamp(server(request).matches.now(), UTC).date())
