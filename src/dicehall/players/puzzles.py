"""Puzzles: positions in which one move is clearly the best, with the values of all their moves.

A game's puzzles are lines of text in its folder, `puzzles/<game>.txt`; docs/puzzles.md has the
format. Showing a puzzle needs no solver: research/puzzles computed the values.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from dicehall.game import AnyGame, Decide, find_game, games, new_game
from dicehall.game.messages import N_, translatable
from dicehall.game.positions import read_position
from dicehall.game.refused import UnknownPuzzle
from dicehall.players.rating import Rating
from dicehall.players.worth import POINTS, WIN_MINUS_LOSS, Worth, unit_of

THEMES = {
    "knockout": N_("knockout"),
    "gravity": N_("gravity"),
    "pair": N_("pairs"),
    "patience": N_("patience"),
    "risk": N_("risk"),
    "stop": N_("stop in time"),
    "endgame": N_("endgame"),
    "bonus": N_("bonus"),
    "sacrifice": N_("sacrifice"),
    "straight": N_("straight"),
    "duel": N_("duel"),
    "set": N_("sets"),
    "extra-dice": N_("Extra Dice"),
    "ring": N_("ring"),
    "room": N_("room"),
}
"""The themes of all games, by key, with their names."""

STEPS = {POINTS: 0.1, WIN_MINUS_LOSS: 0.002}
"""What a loss is counted in: the smallest difference that is shown."""
DIGITS = 2
MOST_STEPS = 36**DIGITS - 1
DEVIATION = 100.0
"""The deviation of a puzzle's rating, which follows from how the levels do on it."""
FIRST_DAY = date(2026, 1, 1)


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is clearly the best."""

    game: AnyGame
    number: int
    """Its number among the puzzles of the game; never given to another one."""
    rating: int
    themes: tuple[str, ...]
    position: str
    value: float
    """The value of the best move."""
    losses: str
    """What each legal move loses, in `STEPS`: two digits to base 36 a move, in the order of the
    rules."""
    error: float

    @property
    def strength(self) -> Rating:
        """The rating that a guest plays against."""
        return Rating(float(self.rating), DEVIATION)

    @cached_property
    def state(self) -> Any:
        return read_position(self.game, self.position)

    @property
    def decision(self) -> Decide:
        """Whose move it is, and the legal moves."""
        turn = self.game.turn(self.state)
        assert isinstance(turn, Decide)
        return turn

    @cached_property
    def worth(self) -> Worth:
        """The values of all moves, rounded to what is shown."""
        unit = unit_of(self.game)
        steps = [
            int(self.losses[at : at + DIGITS], 36) for at in range(0, len(self.losses), DIGITS)
        ]
        moves = {
            move: self.value - STEPS[unit] * lost
            for move, lost in zip(self.decision.moves, steps, strict=True)
        }
        return Worth(moves, unit, exact=not self.error, error=self.error)

    def solved_by(self, move: str) -> bool:
        """Whether a move is the best, or one of several that come to the same, such as keeping
        either of two equal dice."""
        return self.worth.moves[move] == self.worth.moves[self.worth.best]


@cache
def puzzles(game: str) -> Mapping[int, Puzzle]:
    """The puzzles of a game by number, in ascending order; none if it has no file of them."""
    package = find_game(game).package
    file = files(package) / "puzzles" / f"{game}.txt" if package else None
    if file is None or not file.is_file():
        return {}
    lines = (line for line in file.read_text("utf-8").splitlines() if line[:1] not in ("", "#"))
    return {puzzle.number: puzzle for puzzle in (_read(game, line) for line in lines)}


def puzzle_games() -> tuple[str, ...]:
    """The games that have puzzles."""
    return tuple(name for name in games() if puzzles(name))


def find_puzzle(game: str, number: int) -> Puzzle:
    """A puzzle by its number."""
    found = puzzles(game).get(number)
    if found is None:
        raise UnknownPuzzle(translatable("there is no such puzzle"))
    return found


def themes_of(game: str) -> dict[str, int]:
    """The themes of a game's puzzles, and how many puzzles have each; the most frequent first."""
    counts = dict.fromkeys(THEMES, 0)
    for puzzle in puzzles(game).values():
        for theme in puzzle.themes:
            counts[theme] += 1
    return dict(sorted(((one, n) for one, n in counts.items() if n), key=lambda pair: -pair[1]))


def puzzle_of_day(day: date) -> Puzzle:
    """The puzzle of a day (UTC): games take turns, and each goes through its puzzles in an order
    that jumps through the file."""
    playing = puzzle_games()
    days = (day - FIRST_DAY).days
    some = tuple(puzzles(playing[days % len(playing)]).values())
    return some[days // len(playing) * STRIDE % len(some)]


STRIDE = 89
"""A prime: it visits every puzzle of a file before repeating one."""


def nearest(some: Iterable[Puzzle], rating: float, among: int) -> list[Puzzle]:
    """The puzzles with the nearest ratings, at most `among` of them."""
    ordered = sorted(some, key=lambda puzzle: puzzle.rating)
    middle = bisect_left(ordered, rating, key=lambda puzzle: puzzle.rating)
    around = ordered[max(0, middle - among) : middle + among]
    return sorted(around, key=lambda puzzle: abs(puzzle.rating - rating))[:among]


def _read(game: str, line: str) -> Puzzle:
    number, rating, error, themes, variant, position, value, losses = line.split()
    seats, _, options = variant.partition(",")
    chosen = dict(option.split("=") for option in options.split(",") if option)
    return Puzzle(
        new_game(game, int(seats), chosen),
        int(number),
        int(rating),
        tuple(themes.split(",")),
        position,
        float(value),
        losses,
        float(error),
    )
