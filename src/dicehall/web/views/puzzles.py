"""What the pages of puzzles show."""

from dataclasses import dataclass
from urllib.parse import urlencode

from dicehall.game.positions import spell_position
from dicehall.game_page.advice import say_loss, say_value, win_percent
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.match.puzzles import Progress, PuzzleTry
from dicehall.players.puzzles import THEMES, Puzzle
from dicehall.players.reasons import explain_answer
from dicehall.players.worth import POINTS
from dicehall.words.language import _
from dicehall.words.numbers import say_number
from dicehall.words.telling import name_move

AT_ONCE = 6
"""How many moves are listed before "more"."""


@dataclass(frozen=True, slots=True)
class MoveBar:
    """A move, or several that come to the same, with its value."""

    named: str
    value: str
    loss: str
    """How much less it is than the best; empty for the best."""
    width: float
    """Of its bar, in percent."""
    best: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Answered:
    """A guest's answer to a puzzle."""

    solved: bool
    rated: bool
    why: str
    bars: tuple[MoveBar, ...]
    more: tuple[MoveBar, ...]
    """Further moves, behind a "more"."""
    rating: str
    gained: str
    """What the answer changed the rating by; empty if it did not count."""


def puzzle_scene(puzzle: Puzzle, answer_path: str = "") -> Scene:
    """The position of a puzzle as at a table; without a path to answer to, a picture."""
    seat, seats = puzzle.decision.seat, range(puzzle.game.seats)
    return Scene(
        History(puzzle.game, puzzle.state),
        players=tuple(_("You") if one == seat else _("Opponent") for one in seats),
        levels=("",) * len(seats),
        mine=(seat,),
        match_id="puzzle",
        running=bool(answer_path),
        answer_path=answer_path,
    )


def theme_names(themes: tuple[str, ...]) -> dict[str, str]:
    """The names of themes, by key."""
    return {theme: _(THEMES[theme]) for theme in themes}


def analysis_path(puzzle: Puzzle) -> str:
    """The analysis board with the position of a puzzle."""
    game = puzzle.game
    given = {"position": spell_position(game, puzzle.state), "seats": game.seats, **game.options}
    return f"/analysis/{game.name}?{urlencode(given)}"


def answered(puzzle: Puzzle, progress: Progress, answer: PuzzleTry) -> Answered:
    """What the page says after an answer."""
    bars = _bars(puzzle, answer.move)
    shown = [bar for n, bar in enumerate(bars) if n < AT_ONCE or bar.chosen]
    return Answered(
        answer.solved,
        answer.rated,
        explain_answer(puzzle.game, puzzle.state, puzzle.worth, answer.move),
        tuple(shown),
        tuple(bar for bar in bars if bar not in shown),
        say_number(progress.rating.rating),
        say_number(answer.gained, signed=True).replace("-", "\u2212") if answer.rated else "",
    )


def _bars(puzzle: Puzzle, chosen: str) -> list[MoveBar]:
    """The values of all moves, best first; moves of the same name and value are one."""
    worth, best = puzzle.worth, puzzle.worth.moves[puzzle.worth.best]
    lowest = min(worth.moves.values())
    if worth.unit == POINTS:
        lowest = min(lowest, best - 1)
    found: dict[tuple[str, float], list[str]] = {}
    for move in sorted(worth.moves, key=lambda move: -worth.moves[move]):
        named = name_move(puzzle.game, puzzle.state, move)
        found.setdefault((named, worth.moves[move]), []).append(move)
    return [
        MoveBar(
            named,
            say_value(value, worth.unit),
            say_loss(best - value, worth.unit) if value < best else "",
            _width(value, lowest, best, worth.unit),
            best=value == best,
            chosen=chosen in moves,
        )
        for (named, value), moves in found.items()
    ]


def _width(value: float, lowest: float, best: float, unit: str) -> float:
    """Chances to win are drawn as they are; points from the worst move to the best."""
    if unit == POINTS:
        return round(4 + 96 * (value - lowest) / (best - lowest), 1)
    return round(max(1.0, win_percent(value)), 1)
