"""What luck did adds up: over random matches of every game, by made-up and by real worths."""

import os
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest

from dicehall.game import AnyGame, Decide, Over, new_game
from dicehall.games.bones import players as bones
from dicehall.players.levels import find_weigher, worth_of_start
from dicehall.players.review import (
    Balance,
    JudgedDecision,
    Review,
    balance,
    conclude,
    decisions,
    judge,
)
from dicehall.players.worth import POINTS, WIN_MINUS_LOSS, Weigher, Worth, unit_of
from support.playouts import GAMES, events_of, play_match

MATCHES = int(os.environ.get("DICEHALL_LUCK_MATCHES", "3"))
"""How many random matches of each game."""

FUNE = new_game("fune", 1)
BONES = new_game("knucklebones")


def made_up(game: AnyGame, state: Any) -> Worth:
    """An arbitrary worth: the sum must not depend on it."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    random = Random(repr(state))
    return Worth({move: random.uniform(-1, 1) for move in turn.moves}, unit_of(game), exact=False)


def reviewed(game: AnyGame, seed: int, weigher: Weigher, start: float | None = None) -> Review:
    """The review of a match played at random."""
    steps = play_match(game, seed)
    log, end = events_of(steps), steps[-1].turn
    assert isinstance(end, Over)
    judged = [judge(one, weigher(game, one.state)) for one in decisions(game, game.start(), log)]
    return conclude(judged, unit_of(game), len(log), end, start=start)


def balanced(review: Review, seats: int) -> Balance:
    """The balance of a review; it adds up, or the test fails."""
    found = balance(review, seats)
    assert found
    assert found.total == pytest.approx(found.result, abs=1e-9)
    assert all(moves <= 0 for moves in found.moves)
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_it_adds_up_whatever_the_moves_are_worth(game: AnyGame) -> None:
    for seed in range(MATCHES):
        for start in (None, 0.25):
            balanced(reviewed(game, seed, made_up, start), game.seats)


def test_alone_at_fune_nothing_but_dice_and_moves_makes_the_score() -> None:
    for seed in range(MATCHES):
        review = reviewed(FUNE, seed, find_weigher("fune"), worth_of_start(FUNE))
        assert review.exact
        found = balanced(review, seats=1)
        assert found.start == pytest.approx(255.2197576634)
        assert found.other == pytest.approx(0, abs=1e-9)


def test_over_many_matches_luck_averages_zero() -> None:
    """With exact worths, the dice give 0 on average, however the seats play."""
    weigh, start = find_weigher("fune"), worth_of_start(FUNE)
    luck = [
        balanced(reviewed(FUNE, seed, weigh, start), seats=1).dice[0]
        for seed in range(20 * MATCHES)
    ]
    assert abs(fmean(luck)) < 4 * stdev(luck) / len(luck) ** 0.5


def test_against_another_seat_the_last_move_leaves_nothing_open() -> None:
    game = new_game("fune", 2)
    for seed in range(MATCHES):
        found = balanced(reviewed(game, seed, find_weigher("fune"), worth_of_start(game)), seats=2)
        assert found.other == pytest.approx(0, abs=1e-9)
        assert abs(found.start) < 0.05


@pytest.mark.parametrize("name", ["knucklebones", "knuckles"])
def test_a_searched_match_of_bones_adds_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, name: str
) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))
    monkeypatch.setattr(bones, "DEEP_ROLLS", 2)  # enough, and quick
    game = new_game(name)
    for seed in range(MATCHES):
        review = reviewed(game, seed, find_weigher(name), worth_of_start(game))
        assert not review.exact
        assert balanced(review, seats=2).other == 0


def test_a_balance_by_hand() -> None:
    judged = (
        JudgedDecision(1, 0, "a", 0.1, "b", 0.4, exact=True, rolled_by=0),
        JudgedDecision(3, 1, "a", 0.2, "a", 0.2, exact=True, rolled_by=1),
        JudgedDecision(5, 0, "a", 0.0, "b", 0.3, exact=True, rolled_by=0),
    )
    review = conclude(judged, WIN_MINUS_LOSS, 7, Over((2, 5), (1,)), start=0.1)
    found = balance(review, seats=2)
    # Seat 0: 0.1 -> 0.4 by its roll, -0.2 -> 0.3 by the next, and a last roll from 0 to defeat.
    assert found == Balance(
        start=0.1,
        dice=(pytest.approx(0.3 + 0.5 - 1), pytest.approx(0.3)),
        moves=(pytest.approx(-0.6), 0),
        other=0,
        result=-1,
    )


def test_resigning_is_not_bad_luck() -> None:
    judged = [JudgedDecision(1, 0, "a", 0.4, "a", 0.4, exact=True, rolled_by=0)]
    review = conclude(judged, WIN_MINUS_LOSS, 3, Over((2, 5), (1,)), start=0.4, played_out=False)
    found = balance(review, seats=2)
    assert found
    assert (found.dice, found.moves) == ((0, 0), (0, 0))
    assert found.other == pytest.approx(-1.4)


def test_an_estimate_that_changes_without_a_roll_is_not_luck() -> None:
    judged = [
        JudgedDecision(1, 0, "a", 10.0, "a", 10.0, exact=False, rolled_by=0),
        JudgedDecision(2, 0, "a", 12.0, "a", 12.0, exact=False),
    ]
    found = balance(conclude(judged, POINTS, 3, Over((12,), (0,)), start=9.0), seats=1)
    assert found == Balance(start=9, dice=(1,), moves=(0,), other=2, result=12)


def test_an_estimate_that_the_last_move_proves_wrong_is_not_luck() -> None:
    judged = [JudgedDecision(1, 0, "a", 10.0, "a", 10.0, exact=False, rolled_by=0)]
    found = balance(conclude(judged, POINTS, 2, Over((13,), (0,)), start=9.0), seats=1)
    assert found == Balance(start=9, dice=(1,), moves=(0,), other=3, result=13)


def test_without_a_move_there_is_nothing_to_balance() -> None:
    assert balance(conclude([], POINTS, 1, Over((0,), (0,))), seats=1) is None
