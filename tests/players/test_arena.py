"""Contests between computer players."""

from random import Random

import pytest

from dicehall.game import new_game
from dicehall.game.refused import BadOption
from dicehall.players.arena import (
    Estimate,
    HeadToHead,
    check_players,
    contest,
    play_game,
    rate_levels,
    scores,
)
from dicehall.players.chooser import choose_at_random
from dicehall.players.levels import find_level

BONES = new_game("knucklebones")


def test_an_estimate_has_the_interval_of_its_spread() -> None:
    estimate = Estimate.of([1, 2, 3, 4])
    assert estimate.mean == 2.5
    assert estimate.interval == pytest.approx(1.96 * (5 / 3) ** 0.5 / 2)


def test_a_draw_is_half_a_point() -> None:
    assert HeadToHead.of([1, 1, 0, -1]) == HeadToHead(2, 1, 1, Estimate.of([1, 1, 0.5, 0]))


def test_a_contest_depends_on_its_seed_alone() -> None:
    first = contest(BONES, ("normal", "random"), 60, seed=3)
    assert first == contest(BONES, ("normal", "random"), 60, seed=3)
    assert first != contest(BONES, ("normal", "random"), 60, seed=4)
    assert sum(first) > 0


def test_a_contest_is_as_good_the_other_way_round() -> None:
    there = contest(BONES, ("random", "normal"), 60, seed=3)
    assert sum(there) < 0


def test_equal_players_who_share_their_dice_in_turn_share_the_points() -> None:
    level = HeadToHead.of(contest(BONES, ("normal", "normal"), 40, seed=1))
    assert (level.wins, level.share.mean) == (level.losses, 0.5)


def test_alone_everybody_gets_the_same_dice() -> None:
    game = new_game("fune", 1)
    expected = [
        play_game(game, [find_level("fune", "hard")], Random(f"dice 5 {n}"), Random(f"own 5 {n}"))[
            0
        ]
        for n in range(8)
    ]
    assert scores(game, "hard", 8, seed=5) == Estimate.of(expected)


def test_levels_are_rated_by_their_contests() -> None:
    ratings = rate_levels({("a", "b"): [1, 0, 1], ("a", "c"): [1, 1, 1], ("b", "c"): [1, -1, 1]})
    assert ratings["a"].rating > ratings["b"].rating > ratings["c"].rating


def test_progress_is_told_to_its_end() -> None:
    told: list[float] = []
    contest(BONES, ("random", "random"), 30, seed=1, report=told.append)
    assert told == sorted(told)
    assert told[-1] == 1


def test_levels_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadOption) as refused:
        check_players(BONES, ["normal", "divine"])
    assert "random" in refused.value.legal
    with pytest.raises(BadOption):
        check_players(BONES, ["normal"])
    check_players(new_game("sparkle"), ["easy", "normal", "random"])


def test_a_game_played_out_is_that_of_the_rules() -> None:
    finals = play_game(BONES, [choose_at_random] * 2, Random(1), Random(1))
    assert len(finals) == 2
    assert all(final >= 0 for final in finals)
