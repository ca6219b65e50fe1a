"""Luck is 0 on average, whatever was played; and in points, luck and costs explain the score."""

from itertools import product
from random import Random
from statistics import fmean, pvariance

import pytest

from dicehall.game import AnyGame, Chance, Decide, Over, new_game
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.turns import SPARK
from dicehall.players.fortune import Fortune, Swing, fortune, rolls_made, swinger
from dicehall.players.levels import worth_of_start


def played(game: AnyGame, random: Random, most: int = 10_000) -> list[Event]:
    """A match of random moves, or its beginning."""
    state, log = game.start(), list[Event]()
    while len(log) < most:
        match game.turn(state):
            case Over():
                break
            case Chance() as chance:
                log.append(Rolled(chance.throw(random)))
                state = game.roll(state, log[-1].roll)
            case Decide(seat=seat, moves=moves):
                log.append(Played(seat, random.choice(moves)))
                state = game.play(state, log[-1].move)
    return log


def swings_of(game: AnyGame, log: list[Event]) -> list[tuple[int, Swing]]:
    estimate = swinger(game.name)
    assert estimate
    swings = ((r.seat, estimate(game, r.before, r.after, r.move)) for r in rolls_made(game, log))
    return [(seat, swing) for seat, swing in swings if swing]


@pytest.mark.parametrize("name", ["knuckles", "knucklebones", "fune", "sparkle"])
def test_the_luck_of_all_rolls_that_can_fall_is_0_on_average(name: str) -> None:
    game, estimate, random = new_game(name), swinger(name), Random(1)
    assert estimate
    made = [made for _ in range(4) for made in rolls_made(game, played(game, random))]
    few = [one.before for one in made if len(game.turn(one.before).dice) <= 2]
    for before in random.sample(few, 6):
        dice = game.turn(before).dice
        rolls = product(*(die.faces for die in dice))
        tried = [estimate(game, before, game.roll(before, roll), "") for roll in rolls]
        swings = [swing for swing in tried if swing]
        assert fmean(swing.luck for swing in swings) == pytest.approx(0, abs=1e-9)
        values = [swing.value for swing in swings]
        assert {round(swing.variance, 9) for swing in swings} == {round(pvariance(values), 9)}


def test_in_points_the_start_and_luck_without_the_costs_are_the_score() -> None:
    game = new_game("fune")
    log = played(game, Random(2))
    found = fortune(game, 0, swings_of(game, log))
    *_, last = rolls_made(game, log)
    (score,) = game.scores(game.play(last.after, last.move))
    start = worth_of_start(game)
    assert start is not None
    assert found.cost is not None
    assert start + found.luck - found.cost == pytest.approx(score, abs=0.01)
    assert found.cost > 50  # random moves


def test_a_win_was_worth_the_chance_before_the_last_die() -> None:
    # 24 : 31, and the last die goes beside 5 6: a pair of either wins, and nothing else does.
    game, estimate = new_game("knucklebones"), swinger("knucklebones")
    grids = (((2, 1, 3), (1, 2, 4), (5, 6)), ((6, 6, 4), (3,), ()))
    state = game.start()._replace(grids=grids, seat=0)
    assert game.scores(state) == (24, 31)
    assert estimate
    for die, value in ((3, 0), (5, 1), (6, 1)):
        swing = estimate(game, state, game.roll(state, (die,)), "column 3")
        assert swing == Swing(value, pytest.approx(1 / 3), pytest.approx(2 / 9), 0)


def test_the_luck_of_the_opponent_counts_against_a_win() -> None:
    swings = [(0, Swing(0.75, 0.5, 0.04, 0.01)), (1, Swing(0.98, 0.97, 0.01, 0.2))]
    found = fortune(new_game("knuckles"), 0, swings)
    assert found.luck == pytest.approx(0.25 - 0.01)
    assert found.spread == pytest.approx(0.05)
    assert found.cost == pytest.approx(0.01)
    assert found.lowest == pytest.approx(0.03)


def test_points_are_the_luck_of_the_own_dice() -> None:
    swings = [(0, Swing(250, 240, 9.0, 2.0)), (1, Swing(200, 240, 9.0, 0.0))]
    found = fortune(new_game("fune", 2), 0, swings)
    assert found == Fortune(luck=10, spread=9.0, cost=2.0, lowest=None)


def test_a_void_roll_has_no_luck() -> None:
    game, estimate = new_game("sparkle"), swinger("sparkle")
    state = game.roll(game.start(), (2, 2, 2, 3, 4))
    before = game.play(state, "roll 1 2 3")
    assert estimate
    assert estimate(game, before, game.roll(before, (2, 5)), "") is None
    assert estimate(game, before, game.roll(before, (5, 5)), "roll 4 5") is not None


@pytest.mark.parametrize("name", ["sparkle", "pocket-hexes"])
def test_a_roll_is_compared_with_the_same_others_each_time_and_another_with_others(
    name: str,
) -> None:
    game, estimate = new_game(name), swinger(name)
    roll = (SPARK, 1, 1, 1, 1) if name == "sparkle" else (4, 6, 8, 9, 12, 20)
    before = game.start()
    assert estimate
    first, again = (estimate(game, before, game.roll(before, roll), "") for _ in range(2))
    assert first == again
    other = estimate(game, before, game.roll(before, (1, *roll[1:-1], 2)), "")
    assert first is not None
    assert other is not None
    assert first.variance > 0
    assert first.mean != other.mean
