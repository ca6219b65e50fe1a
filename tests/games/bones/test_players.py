"""Computer players of Bones, with and without the exact tablebase."""

import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from dicehall.game import Chance, Decide, Over
from dicehall.games.bones import players as bones
from dicehall.games.bones.columns import column_classes, position_number
from dicehall.games.bones.players import search, worth
from dicehall.games.bones.rules import Bones, BonesState
from dicehall.games.bones.search import (
    LANE,
    ONE,
    evaluation_path,
    look_ahead,
    read_evaluation,
    shipped_evaluation,
)
from dicehall.games.bones.solver.columns import column_arrays
from dicehall.games.bones.solver.tablebase import SURE, BonesTablebase
from dicehall.players.chooser import Chooser, choose_at_random
from dicehall.players.levels import find_level, levels
from games.bones.naive_bones import Position, position_of, solve_naively, state_of
from research.bones import evaluation as arrays
from support.playouts import play_levels

LEVELS = {level: find_level("knucklebones", level) for level in levels("knucklebones")}

SCORINGS = ("knucklebones", "knuckles")
LATE = BonesState(
    ((((1, 2, 3), (6, 6, 5), (4,)), ((4, 4, 5), (1, 2, 3), (5, 5)))), seat=0, die=None
)
"""Two columns are full on both sides; the third decides."""


@pytest.fixture(autouse=True)
def _no_tablebase(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DICEHALL_CACHE", str(tmp_path))


def result(scoring: str, players: tuple[Chooser, Chooser], seed: int) -> int:
    """How a game ends for the first player: 1, 0 or -1."""
    game = Bones(scoring)
    first, second = game.scores(play_levels(game, players, Random(seed))[-1])
    return (first > second) - (first < second)


def mean_result(scoring: str, player: Chooser, other: Chooser, games: int) -> float:
    """Wins minus losses of a player, a game; both sit in each seat equally often."""
    first = [result(scoring, (player, other), seed) for seed in range(games // 2)]
    second = [-result(scoring, (other, player), seed) for seed in range(games // 2)]
    return sum(first + second) / games


@pytest.mark.slow
@pytest.mark.parametrize("scoring", SCORINGS)
def test_perfect_plays_a_game_to_its_end_without_a_tablebase(scoring: str) -> None:
    assert result(scoring, (LEVELS["perfect"], LEVELS["perfect"]), seed=1) in (-1, 0, 1)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_easy_is_better_than_chance(scoring: str) -> None:
    assert mean_result(scoring, LEVELS["easy"], choose_at_random, games=2000) > 0.02


@pytest.mark.parametrize("scoring", SCORINGS)
def test_normal_beats_easy(scoring: str) -> None:
    assert mean_result(scoring, LEVELS["normal"], LEVELS["easy"], games=1000) > 0.12


@pytest.mark.parametrize("scoring", SCORINGS)
def test_hard_beats_normal(scoring: str) -> None:
    assert mean_result(scoring, LEVELS["hard"], LEVELS["normal"], games=400) > 0.08


@pytest.mark.slow
@pytest.mark.parametrize("scoring", SCORINGS)
def test_perfect_beats_hard_even_without_a_tablebase(
    monkeypatch: pytest.MonkeyPatch, scoring: str
) -> None:
    monkeypatch.setattr(bones, "DEEP_ROLLS", 2)  # enough to see it in little time
    assert mean_result(scoring, LEVELS["perfect"], LEVELS["hard"], games=300) > 0.05


def chosen(level: str, state: BonesState) -> Counter[str]:
    """How often a level makes each move out of a thousand."""
    random, game = Random(3), Bones("knucklebones")
    return Counter(LEVELS[level](game, state, random) for _ in range(1000))


def test_normal_seldom_misses_the_largest_change_of_the_margin() -> None:
    knocks_out = BonesState((((), (5,), ()), ((5, 5), (), ())), seat=0, die=5)
    assert chosen("normal", knocks_out)["column 1"] > 800
    pairs = BonesState((((), (5,), ()), ((), (), ())), seat=0, die=5)
    assert chosen("normal", pairs)["column 2"] > 900


def test_easy_likes_pairs_and_overlooks_whom_it_could_knock_out() -> None:
    pairs = BonesState((((), (5,), ()), ((), (), ())), seat=0, die=5)
    assert chosen("easy", pairs)["column 2"] > 500
    knocks_out = BonesState((((), (5,), ()), ((5, 5), (), ())), seat=0, die=5)
    moves = chosen("easy", knocks_out)
    assert moves["column 2"] > moves["column 1"] > moves["column 3"]


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_small_mistakes_are_commoner_than_large_ones(level: str) -> None:
    """A six beside two others, beside one other, or alone."""
    state = BonesState((((6, 6), (6,), ()), ((), (), ())), seat=0, die=6)
    moves = chosen(level, state)
    assert moves["column 1"] > moves["column 2"] >= moves["column 3"]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_move_that_ends_the_game_is_worth_its_result(scoring: str) -> None:
    state = BonesState((((1, 1, 2), (3, 3, 4), (6, 6)), ((5,), (5, 5), (1, 1, 1))), seat=1, die=6)
    ends = BonesState((state.grids[0], ((6, 6, 6), (5, 5, 6), (1, 1))), seat=1, die=1)
    worths = search(Bones(scoring), ends, rolls=3)
    assert worths == {"column 3": 1.0}
    assert len(search(Bones(scoring), state, rolls=2)) == 2


@pytest.mark.parametrize("scoring", SCORINGS)
def test_looking_ahead_agrees_with_the_rules(scoring: str) -> None:
    game, evaluation = Bones(scoring), shipped_evaluation(scoring)
    state = BonesState((((1, 2), (6,), ()), ((4, 4, 5), (), (5, 5))), seat=0, die=None)

    def value(state: BonesState, rolls: int) -> float:
        """To the seat that moves."""
        match game.turn(state):
            case Over(winners=winners):
                return 0.0 if len(winners) == 2 else 1.0 if winners == (state.seat,) else -1.0
            case Chance() as chance if rolls:
                outcomes = chance.outcomes()
                return sum(
                    float(weight) * value(game.roll(state, roll), rolls)
                    for roll, weight in outcomes
                )
            case Decide(moves=moves):
                return max(-value(game.play(state, move), rolls - 1) for move in moves)
        position = evaluation.classes.position(state.grids[state.seat], state.grids[1 - state.seat])
        return evaluation.value((position[0], position[1], position[2]))

    position = evaluation.classes.position(*state.grids)
    assert look_ahead(scoring, position, 2) == pytest.approx(value(state, 2), abs=1e-9)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_best_moves_of_all_rolls_are_worth_what_the_position_is(scoring: str) -> None:
    """So the moves are searched as deeply as the position."""
    game = Bones(scoring)
    state = BonesState((((1, 2), (6,), ()), ((4, 4, 5), (), (5, 5))), seat=0, die=None)
    position = column_classes(scoring).position(*state.grids)
    for rolls in (1, 2, 3):
        best = [max(search(game, game.roll(state, (die,)), rolls).values()) for die in range(1, 7)]
        assert sum(best) / 6 == pytest.approx(look_ahead(scoring, position, rolls), abs=1e-9)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_hidden_units_have_room_in_their_lanes(scoring: str) -> None:
    """No three classes and threshold add up to what would spill into the next lane."""
    arrays = read_evaluation(scoring)
    mixing, (shares,) = np.array(arrays["mixing"]), np.array(arrays["shares"])
    units = np.abs(np.array(arrays["column_traits"]) @ mixing * shares).max(axis=0)
    thresholds = np.abs(np.array(arrays["thresholds"]) * shares).max(axis=0)
    assert (3 * units + thresholds).sum() < 2 ** (LANE - 1) / ONE


@pytest.mark.parametrize("scoring", SCORINGS)
def test_worths_do_not_depend_on_earlier_questions(scoring: str) -> None:
    positions = [[3, 200, 1500], [0, 0, 0], [17, 40, 900]]
    before = [look_ahead(scoring, position, 3) for position in positions]
    after = [look_ahead(scoring, position, 3) for position in reversed(positions)]
    assert before == after[::-1]


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_search_is_that_of_whole_arrays(scoring: str) -> None:
    """The plain search of the players against the one that fits and measures, on positions of
    every kind."""
    evaluation, classes = arrays.evaluation_arrays(scoring), column_arrays(scoring)
    random = np.random.default_rng(1)
    positions = random.integers(0, classes.count, (3_000, 3)).astype(np.int16)
    for grid in (classes.own, classes.other):
        positions = positions[~(grid[positions] == classes.height).all(axis=1)]
    for rolls, count in ((0, 2_000), (1, 300), (3, 5)):
        expected = arrays.look_ahead(evaluation, positions[:count], rolls)
        found = [look_ahead(scoring, row.tolist(), rolls) for row in positions[:count]]
        assert np.abs(found - expected).max() < 1e-5


def test_without_a_tablebase_the_worths_are_not_called_exact() -> None:
    game = Bones("knucklebones")
    found = worth(game, game.roll(LATE, (4,)))
    assert (found.unit, found.exact) == ("win-minus-loss", False)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_tablebase_gives_the_worths_of_the_rules(
    monkeypatch: pytest.MonkeyPatch, scoring: str
) -> None:
    game, classes = Bones(scoring), column_arrays(scoring)
    expected = solve_naively(game, LATE)
    stored = Stored({number_after(scoring, p): round(-v * SURE) for p, v in expected.items()})
    tablebase: Any = BonesTablebase(classes, stored)  # type: ignore[arg-type]
    monkeypatch.setattr(bones, "_tablebase", lambda _: tablebase)
    for die in range(1, 7):
        state = game.roll(LATE, (die,))
        found = worth(game, state)
        assert found.exact
        after = expected[position_of(game.play(state, "column 3"))]
        assert found.moves == {"column 3": pytest.approx(-after, abs=1e-4)}


@pytest.mark.parametrize("scoring", SCORINGS)
def test_searching_deeper_comes_nearer_to_the_exact_worths(scoring: str) -> None:
    game, evaluation = Bones(scoring), shipped_evaluation(scoring)
    expected = {
        position: value
        for position, value in solve_naively(game, LATE).items()
        if not isinstance(game.turn(state_of(position)), Over)
    }
    positions = [evaluation.classes.position(*zip(*position, strict=True)) for position in expected]
    errors = [
        np.array([look_ahead(scoring, position, rolls) for position in positions])
        - list(expected.values())
        for rolls in (1, 2, 4)
    ]
    near, nearer, nearest = (float(np.sqrt((error**2).mean())) for error in errors)
    assert 0.1 > near > nearer > nearest
    assert nearest < 0.01


@pytest.mark.parametrize("scoring", SCORINGS)
def test_the_shipped_evaluation_is_small(scoring: str) -> None:
    assert evaluation_path(scoring).stat().st_size < 60_000


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", [(1, 6), (2, 4)])
def test_every_level_plays_small_grids_to_their_end(level: str, size: tuple[int, int]) -> None:
    game, random = Bones("knucklebones", *size), Random(1)
    state = game.start()
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.roll(state, (random.randint(1, game.faces),))
        else:
            move = LEVELS[level](game, state, random)
            assert move in turn.moves
            state = game.play(state, move)


def test_a_tablebase_of_the_whole_game_says_nothing_of_small_grids(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tablebase = BonesTablebase(column_arrays("knucklebones"), Stored({}))  # type: ignore[arg-type]
    monkeypatch.setattr(bones, "_tablebase", lambda _: tablebase)
    game = Bones("knucklebones", 2, 4)
    found = worth(game, BonesState((((1, 2), (), ()), ((), (3,), ())), seat=0, die=3))
    assert set(found.moves) == {"column 2", "column 3"}
    assert found.best == "column 2"
    assert not found.exact
    assert not bones.is_proven(game)
    assert bones.worth_of_start(game) is None


def test_players_and_coach_do_without_numpy() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None; from random import Random;"
        "from dicehall.players.levels import find_level, find_weigher, levels;"
        "from dicehall.games.bones.rules import Bones;"
        "game = Bones('knuckles'); state = game.roll(game.start(), (5,));"
        "[find_level('knuckles', level)(game, state, Random(1)) for level in levels('knuckles')];"
        "print(len(find_weigher('knuckles')(game, state).moves))"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    assert done.stdout == b"3\n"


@dataclass(frozen=True)
class Stored:
    """A tablebase of which only some numbers are known."""

    worths: dict[int, int]

    def __getitem__(self, number: int) -> int:
        return self.worths[number]


def number_after(scoring: str, position: Position) -> int:
    """The number of a position as the seat that has just moved sees it."""
    own, other = zip(*position, strict=True)
    return position_number(column_classes(scoring).position(other, own))


def test_a_searched_worth_says_how_sure_it_is() -> None:
    game = Bones("knucklebones")
    searched = worth(game, game.roll(game.start(), (5,)))
    assert not searched.exact
    assert 0 < searched.error < 0.02
