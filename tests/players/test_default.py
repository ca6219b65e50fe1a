"""The default computer players, tested with Pig and the built-in games."""

from dataclasses import replace
from random import Random
from statistics import fmean, stdev
from time import monotonic
from typing import Any

import pytest

from dicehall.game import AnyGame, Chance, Decide, new_game
from dicehall.players import default
from dicehall.players.bots.question import play_game, trusted
from dicehall.players.chooser import choose_at_random
from dicehall_pig import Pig

PIG = Pig()
EASY_CHOICE = replace(PIG.start(), totals=(40, 95), seat=0, points=60, die=6)
"""To hold wins at once."""


def decision(game: AnyGame, seed: int = 1) -> Any:
    """The first state in which there is something to choose."""
    random, state = Random(seed), game.start()
    while not isinstance(turn := game.turn(state), Decide) or len(turn.moves) == 1:
        if isinstance(turn, Chance):
            state = game.roll(state, turn.throw(random))
        elif isinstance(turn, Decide):
            state = game.play(state, turn.moves[0])
    return state


@pytest.mark.slow
def test_hard_wins_two_of_three_against_chance_at_pig() -> None:
    players = [trusted(default.choose_hard), trusted(choose_at_random)]
    wins = 0
    for seed in range(12):
        mine, other = play_game(PIG, players, Random(seed), Random(seed)).scores
        wins += mine > other
    assert wins >= 8


def test_normal_and_hard_see_a_win_at_once() -> None:
    for choose in (default.choose_normal, default.choose_hard):
        assert choose(PIG, EASY_CHOICE, Random(1)) == "hold"


@pytest.mark.parametrize("name", ["pig", "knucklebones", "sparkle", "fune"])
def test_the_same_chance_gives_the_same_move(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default, "HARD_SECONDS", 1000.0)
    monkeypatch.setattr(default, "HARD_TRIALS", 10)
    game: AnyGame = PIG if name == "pig" else new_game(name)
    state = decision(game)
    for choose in (default.choose_easy, default.choose_normal, default.choose_hard):
        assert choose(game, state, Random(7)) == choose(game, state, Random(7))


def test_time_is_kept_even_where_there_is_much_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default, "HARD_SECONDS", 0.05)
    game = new_game("pocket-hexes")
    state = decision(game)
    began = monotonic()
    assert default.choose_hard(game, state, Random(1)) in game.turn(state).moves
    assert monotonic() - began < 5


def test_every_move_has_a_worth_even_without_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default, "WORTH_SECONDS", 0.0)
    for game in (PIG, new_game("pocket-hexes"), new_game("fune")):
        state = decision(game)
        found = default.worth(game, state)
        assert tuple(found.moves) == game.turn(state).moves
        assert not found.exact


def test_worths_are_win_minus_loss_between_two_and_points_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(default, "WORTH_SECONDS", 1000.0)
    monkeypatch.setattr(default, "WORTH_TRIALS", 10)
    found = default.worth(PIG, EASY_CHOICE)
    assert found.unit == "win-minus-loss"
    assert found.moves["hold"] == 1
    assert found.moves["roll"] < 1
    alone = new_game("fune", 1)
    found = default.worth(alone, decision(alone))
    assert found.unit == "points"
    assert all(0 < points < 400 for points in found.moves.values())
    assert found == default.worth(alone, decision(alone))


def test_alone_a_move_that_ends_the_match_is_worth_its_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is added for a rest that is not played."""
    monkeypatch.setattr(default, "WORTH_SECONDS", 1000.0)
    monkeypatch.setattr(default, "WORTH_TRIALS", 5)
    game = new_game("sparkle", options={"curve": "gentle"})
    found = default.worth(game, game.roll(game.start(), (2, 2, 3, 3, 4)))
    assert found.moves["fizzle"] == 0
    assert max(found.moves.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pig", "knucklebones", "sparkle"])
def test_the_standard_error_says_how_much_two_estimates_differ(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(default, "WORTH_SECONDS", 1000.0)
    monkeypatch.setattr(default, "WORTH_TRIALS", 20)
    game: AnyGame = PIG if name == "pig" else new_game(name)
    state = decision(game)
    found = [default.estimate(game, state, Random(seed)) for seed in range(20)]
    errors = [one.error for one in found if one.error is not None]
    assert len(errors) == len(found)
    moves = found[0].moves
    deviation = max(stdev(one.moves[move] for one in found) for move in moves)
    assert 0.5 < deviation / fmean(errors) < 2


def test_without_time_the_standard_error_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(default, "WORTH_SECONDS", 0.0)
    assert default.worth(PIG, EASY_CHOICE).error is None
