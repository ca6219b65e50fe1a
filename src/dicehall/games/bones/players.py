"""Computer players of Knucklebones and Knuckles, and the value of each move.

Tablebases and evaluation cover the full-size game; on smaller grids *hard* and *perfect* are the
default players of games without their own.
"""

from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, pvariance
from typing import TYPE_CHECKING

from dicehall.game import Decide, Over
from dicehall.game.turns import D6
from dicehall.games.bones.columns import column_classes
from dicehall.games.bones.rules import MOVES, Bones, BonesState
from dicehall.games.bones.search import NO_MOVE, look_ahead, weigh_columns
from dicehall.players import default
from dicehall.players.chooser import choose_plausibly
from dicehall.players.fortune import WINS, Swing
from dicehall.players.worth import Worth
from dicehall.solving.folders import tablebase_path

if TYPE_CHECKING:
    from dicehall.games.bones.solver.tablebase import BonesTablebase

EASY_ATTENTION = 0.25
EASY_TEMPERATURE = 10.0
"""How often *easy* looks at the opponent's dice; and the temperature, in points, at which it
chooses plausibly."""
NORMAL_ATTENTION = 0.85
NORMAL_TEMPERATURE = 2.5
HARD_TEMPERATURE = 0.1
"""In win minus loss chance; without such mistakes *hard* would be nearly perfect."""
HARD_ROLLS = 1
"""How many rolls *hard* looks ahead: only the die in its hand."""
DEEP_ROLLS = 5
"""How many rolls *perfect* looks ahead without a tablebase; takes up to half a second a move."""
QUICK_ROLLS = 1
"""How many rolls `quick_worth` looks ahead."""
SEARCH_ERROR = 0.01
"""The standard error of such a search, measured against the exact tablebase."""
LUCK_UNIT = WINS
COMPACT_ERROR = 1 / 127 / sqrt(12)
"""The standard error of a compact tablebase, which is rounded to steps of 1/127."""


def choose_easy(game: Bones, state: BonesState, random: Random) -> str:
    """Likes equal dice of its own, often overlooks knockouts, and makes many mistakes."""
    likings = _likings(game, state, watchful=random.random() < EASY_ATTENTION)
    return choose_plausibly(likings, EASY_TEMPERATURE, random)


def choose_normal(game: Bones, state: BonesState, random: Random) -> str:
    """Maximises the immediate change of the margin; seldom overlooks a knockout."""
    likings = _likings(game, state, watchful=random.random() < NORMAL_ATTENTION)
    return choose_plausibly(likings, NORMAL_TEMPERATURE, random)


def choose_hard(game: Bones, state: BonesState, random: Random) -> str:
    """The best or nearly the best move by the fitted evaluation, without looking further ahead."""
    if not game.is_whole:
        return default.choose_hard(game, state, random)
    return choose_plausibly(search(game, state, HARD_ROLLS), HARD_TEMPERATURE, random)


def choose_perfect(game: Bones, state: BonesState, random: Random) -> str:
    """The best move by the tablebase, or by a deep search if there is none."""
    return best_move(worth(game, state).moves)


def worth(game: Bones, state: BonesState) -> Worth:
    """The value of each legal move: exact by the tablebase, nearly exact by a compact one, or else
    searched."""
    if not game.is_whole:
        return default.worth(game, state)
    tablebase = _tablebase(game)
    if tablebase is None:
        moves = search(game, state, DEEP_ROLLS)
        return Worth(moves, "win-minus-loss", exact=False, error=SEARCH_ERROR)
    moves = {move: _looked_up(game, state, move, tablebase) for move in legal_moves(game, state)}
    error = None if tablebase.exact else COMPACT_ERROR
    return Worth(moves, "win-minus-loss", exact=tablebase.exact, error=error)


def worth_of_start(game: Bones) -> float | None:
    """The value of moving first, as `worth` computes it; None if unknown."""
    if not game.is_whole:
        return default.worth_of_start(game)
    tablebase, start = _tablebase(game), column_classes(game.scoring).start
    if tablebase is None:
        return look_ahead(game.scoring, start, DEEP_ROLLS)
    return tablebase.before_roll(start)


def quick_worth(game: Bones, state: BonesState) -> float | None:
    """What a state before a roll is worth to the seat that rolls, by the fitted evaluation: an
    estimate that takes 0.1 ms. None if there is no evaluation."""
    if not game.is_whole:
        return None
    return look_ahead(game.scoring, _position(game, state, state.seat), QUICK_ROLLS)


def swing(game: Bones, before: BonesState, after: BonesState, move: str) -> Swing | None:
    """The luck of a roll in wins, a draw being half, by the fitted evaluation; None if there is
    none."""
    if not game.is_whole:
        return None
    weigh = partial(weigh_columns, game.scoring, _position(game, before, before.seat), rolls=1)
    chances = [(1 + max(weigh(die))) / 2 for die in D6.faces]
    assert after.die is not None
    value = chances[after.die - 1]
    made = (1 + weigh(after.die)[MOVES.index(move)]) / 2 if move else value
    return Swing(value, fmean(chances), pvariance(chances), value - made)


def is_proven(game: Bones) -> bool:
    """Whether the perfect level reads the exact tablebase."""
    tablebase = _tablebase(game) if game.is_whole else None
    return tablebase is not None and tablebase.exact


def search(game: Bones, state: BonesState, rolls: int) -> dict[str, float]:
    """The value of each legal move by the fitted evaluation, `rolls` rolls ahead."""
    assert state.die is not None
    position = _position(game, state, state.seat)
    worths = weigh_columns(game.scoring, position, state.die, rolls)
    return {move: value for move, value in zip(MOVES, worths, strict=True) if value > NO_MOVE}


def best_move(worths: dict[str, float]) -> str:
    """The move of the highest value; the first among equals."""
    return max(worths, key=worths.__getitem__)


def legal_moves(game: Bones, state: BonesState) -> tuple[str, ...]:
    """The columns that have room for the die in hand."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    return turn.moves


def _tablebase(game: Bones) -> "BonesTablebase | None":
    """The exact tablebase on this machine, or else the compact one; imports NumPy only for them."""
    names = (game.scoring, f"{game.scoring}-compact")
    try:
        if not any(tablebase_path(name).is_file() for name in names):
            return None
    except ModuleNotFoundError:  # the bare package has no tablebase folder
        return None
    from dicehall.games.bones.solver.tablebase import open_compact, open_tablebase

    return open_tablebase(game.scoring) or open_compact(game.scoring)


def _looked_up(game: Bones, state: BonesState, move: str, tablebase: "BonesTablebase") -> float:
    after = game.play(state, move)
    if isinstance(game.turn(after), Over):
        return float(_sign(_margin(game, after, state.seat)))
    return -tablebase.before_roll(_position(game, after, after.seat))


def _position(game: Bones, state: BonesState, seat: int) -> list[int]:
    """The classes of the facing columns as a seat sees them."""
    return column_classes(game.scoring).position(state.grids[seat], state.grids[1 - seat])


def _likings(game: Bones, state: BonesState, *, watchful: bool) -> dict[str, float]:
    """The points that each move gains at once; if `watchful`, plus what the opponent loses."""
    seat, before = state.seat, game.scores(state)
    likings: dict[str, float] = {}
    for move in legal_moves(game, state):
        after = game.scores(game.play(state, move))
        likings[move] = after[seat] - before[seat]
        if watchful:
            likings[move] += before[1 - seat] - after[1 - seat]
    return likings


def _margin(game: Bones, state: BonesState, seat: int) -> int:
    scores = game.scores(state)
    return scores[seat] - scores[1 - seat]


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
