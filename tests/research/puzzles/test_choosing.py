"""How puzzles are made, and that greed solves few of those that ship."""

import pytest

from dicehall.game import new_game
from dicehall.game.positions import read_position, spell_position
from dicehall.players.puzzles import puzzles
from dicehall.players.worth import Worth
from research.puzzles.choosing import answers, is_clear, margin_of, right_moves, signature
from research.puzzles.difficulty import rating_of
from research.puzzles.greedy import greedy
from research.puzzles.matches import match

LEAST_WRONG = 0.6


@pytest.mark.parametrize("game", ["sparkle", "pocket-hexes", "knuckles", "knucklebones", "fune"])
def test_the_greedy_move_is_mostly_wrong_and_no_two_puzzles_are_alike(game: str) -> None:
    some = puzzles(game).values()
    wrong = [one for one in some if not one.solved_by(greedy(one.game, one.state))]
    assert len(wrong) >= LEAST_WRONG * len(some)
    assert len({signature(one.game, one.state) for one in some}) == len(some)


def test_equal_dice_are_one_answer() -> None:
    game = new_game("fune", 1)
    state = game.roll(game.start(), (3, 3, 1, 2, 6))
    moves = dict.fromkeys(game.turn(state).moves, 0.0) | {"keep 1": 9.0, "keep 2": 9.0}
    worth = Worth(moves, "points", exact=True)
    assert right_moves(worth) == {"keep 1", "keep 2"}
    assert len(answers(game, state, worth)) == 1
    assert margin_of(worth) == 9.0
    assert is_clear(game, state, worth)


def test_an_unclear_or_uncertain_decision_is_none() -> None:
    game = new_game("knuckles")
    state = read_position(game, "53._._-_._.66-4-0")
    moves = {"column 1": 0.10, "column 2": 0.16, "column 3": 0.0}
    assert is_clear(game, state, Worth(moves, "win-minus-loss", exact=True))
    assert not is_clear(game, state, Worth(moves, "win-minus-loss", exact=False, error=0.03))
    assert not is_clear(game, state, Worth(moves, "win-minus-loss", exact=False))
    close = moves | {"column 1": 0.12}
    assert not is_clear(game, state, Worth(close, "win-minus-loss", exact=True))


def test_what_fewer_levels_solve_is_rated_higher() -> None:
    shares = [
        {"easy": 1.0, "normal": 1.0, "hard": 1.0},
        {"easy": 0.0, "normal": 1.0, "hard": 1.0},
        {"easy": 0.0, "normal": 0.0, "hard": 1.0},
        {"easy": 0.0, "normal": 0.0, "hard": 0.0},
    ]
    ratings = list(map(rating_of, shares))
    assert ratings == sorted(ratings)
    assert ratings[-1] - ratings[0] > 500


def test_the_same_seed_plays_the_same_match() -> None:
    first, again, other = match("knuckles", 1, 0), match("knuckles", 1, 0), match("knuckles", 2, 0)
    spelled = [
        [spell_position(one.game, one.state) for one in some] for some in (first, again, other)
    ]
    assert spelled[0] == spelled[1] != spelled[2]
