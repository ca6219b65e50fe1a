"""The greedy move of each game: what someone plays who wants the most points now."""

from typing import Any

from dicehall.game import AnyGame, Decide
from dicehall.games.fune.keeps import POINTS
from dicehall.games.fune.rules import BOXES, SCORES
from dicehall.games.fune.worths import move_values
from dicehall.games.hexes.plain import highest_score, points_and_room, points_at_once
from dicehall.games.hexes.rules import PLACES
from dicehall.games.sparkle.rules import selections


def greedy(game: AnyGame, state: Any) -> str:
    """The greedy move; the first among equals.

    - Knuckles and Knucklebones: the most points gained plus points knocked out.
    - FUNE: the most points of this turn, on average, in any box.
    - Sparkle: bank the most points, and end the turn if possible; after a fizzle, re-roll all dice
      that can be paid for only to save the game, else accept it.
    - Pocket Hexes: the best score; or else the placement that surrounds the most points at once,
      and among equals leaves the most room.
    """
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    match game.name:
        case "fune":
            values = move_values(state, {box: POINTS[box] for box in range(len(BOXES))})
            return max(turn.moves, key=lambda move: (values[move], move in SCORES))
        case "sparkle":
            return _most_banked(game, state, turn.moves)
        case "pocket-hexes":
            return _most_surrounded(state, turn.moves)
    return max(turn.moves, key=lambda move: _margin_after(game, state, move))


def _margin_after(game: AnyGame, state: Any, move: str) -> int:
    scores = game.scores(game.play(state, move))
    seat: int = state.seat
    return scores[seat] - scores[1 - seat]


def _most_banked(game: Any, state: Any, moves: tuple[str, ...]) -> str:
    banks = selections(state)
    if not banks:
        rerolls = [move for move in moves if move.startswith("reroll")]
        return "fizzle" if game.survives_fizzle(state) or not rerolls else max(rerolls, key=len)

    def banked(move: str) -> tuple[int, bool]:
        verb, *rest = move.split()
        if verb == "reroll":
            return -1, False
        return banks[tuple(map(int, rest))].points, verb == "end"

    return max(moves, key=banked)


def _most_surrounded(state: Any, moves: tuple[str, ...]) -> str:
    placements = [move for move in moves if move in PLACES]
    if not placements or len(placements) < len(moves):
        return highest_score(state, moves)

    def looks(move: str) -> tuple[float, float]:
        die, spot = PLACES[move]
        placed = state, state.dice[die], spot
        return points_at_once(*placed), points_and_room(*placed)

    return max(placements, key=looks)
