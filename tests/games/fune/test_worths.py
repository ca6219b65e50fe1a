"""What moves are worth: against naive solvers built on the rules, and against a fresh solve."""

from functools import cache
from random import Random

import pytest

from dicehall.game.turns import Chance, Decide, Over
from dicehall.games.fune.cards import counted_upper_sum, open_boxes, points_of
from dicehall.games.fune.keeps import ROLLS
from dicehall.games.fune.rules import BOXES, UPPER, Card, Fune, FuneState, total
from dicehall.games.fune.solver.dice import SUMS
from dicehall.games.fune.tables import SLICE_UNIT, VALUE_UNIT, outlook, points_to_come
from dicehall.games.fune.worths import (
    expected_scores,
    is_exact,
    move_values,
    scores_after,
    value_before_roll,
    win_margins,
    win_margins_then_points,
)
from games.fune.fune_courses import canonical, sorted_outcomes
from research.fune.outlook import CARD_NUMBERS, SCALE
from support.playouts import play_match

ALONE = Fune()
GAME = Fune(seats=2)


def card(open_box: str | None, **points: int) -> Card:
    """A card full of zeros but for one open box and some points."""
    return tuple(None if box == open_box else points.get(box.replace("-", "_"), 0) for box in BOXES)


@cache
def naive_margin(state: FuneState, seat: int) -> float:
    """The chance that a seat wins minus that it loses, by the rules alone."""
    match GAME.turn(state):
        case Over(winners=winners):
            return 0.0 if len(winners) == 2 else 1.0 if winners == (seat,) else -1.0
        case Chance() as chance:
            return sum(
                weight * naive_margin(canonical(GAME.roll(state, roll)), seat)
                for roll, weight in sorted_outcomes(chance)
            )
        case Decide(seat=mover, moves=moves):
            best = max if mover == seat else min
            return best(naive_margin(canonical(GAME.play(state, move)), seat) for move in moves)


@pytest.mark.parametrize(
    "state",
    [
        FuneState((card(None, sixes=24), card("choice")), 1, (1, 4, 6, 6, 2), 1),
        FuneState((card(None, sixes=30, fives=36), card("sixes", fives=45)), 1, (6, 6, 6, 1, 2), 2),
        FuneState((card("sixes", fives=45), card("full-house", fune=50)), 0, (6, 6, 1, 1, 3), 3),
        FuneState((card("fune"), card("fours", sixes=30)), 0, (2, 2, 2, 2, 5), 2),
    ],
)  # fmt: skip
def test_the_last_turns_are_exact(state):
    assert is_exact(state)
    margins = win_margins(state)
    turn = GAME.turn(state)
    assert isinstance(turn, Decide)
    assert tuple(margins) == turn.moves
    for move, margin in margins.items():
        naive = naive_margin(canonical(GAME.play(state, move)), state.seat)
        assert margin == pytest.approx(naive, abs=1e-9), move


def test_the_moves_that_are_weighed_are_the_legal_ones():
    nothing = dict.fromkeys(range(len(BOXES)), [0.0] * len(ROLLS))
    decisions = 0
    for seed in range(120):
        for step in play_match(GAME, seed):
            if isinstance(step.turn, Decide):
                assert tuple(move_values(step.state, nothing)) == step.turn.moves
                decisions += 1
        for card in step.state.cards:
            left = points_to_come(open_boxes(card), counted_upper_sum(card))
            assert points_of(card) + left == total(card)
    assert decisions > 2_000


def test_equal_cards_are_equal_chances_but_for_the_roll():
    empty = GAME.start()
    best = win_margins(GAME.roll(empty, (6, 6, 6, 6, 6)))
    worst = win_margins(GAME.roll(empty, (1, 2, 2, 4, 6)))
    assert max(worst.values()) < 0 < max(best.values())
    assert not is_exact(GAME.roll(empty, (6, 6, 6, 6, 6)))


def test_a_hopeless_seat_still_plays_for_points():
    rich = card("choice", fune=50, sixes=30, fives=25, fours=20, four_dice=29, long_straight=40)
    poor = replace_open(card("ones"), "fune")
    state = FuneState((poor, rich), 0, (3, 3, 3, 3, 1), 1)
    assert max(win_margins(state).values()) == pytest.approx(-1)
    worths = win_margins_then_points(state)
    assert max(worths, key=worths.__getitem__) == "keep 1 2 3 4"


def replace_open(card: Card, box: str) -> Card:
    index = BOXES.index(box)
    return (*card[:index], None, *card[index + 1 :])


def card_with_open(open_boxes: set[str], upper: int) -> tuple[int | None, ...]:
    """A card whose closed upper boxes hold `upper` points in all, and lower ones none."""
    first_closed = next(box for box in UPPER if box not in open_boxes)
    return tuple(
        None if box in open_boxes else upper if box == first_closed else 0 for box in BOXES
    )


@cache
def naive_value(state: FuneState) -> float:
    """The expected final score, by the rules alone."""
    match ALONE.turn(state):
        case Over(scores=scores):
            return float(scores[0])
        case Chance() as chance:
            return sum(
                weight * naive_value(canonical(ALONE.roll(state, roll)))
                for roll, weight in sorted_outcomes(chance)
            )
        case Decide(moves=moves):
            return max(naive_value(canonical(ALONE.play(state, move))) for move in moves)


@pytest.mark.parametrize(
    ("state", "what"),
    [
        (FuneState((card_with_open({"sixes"}, 45),), 0, (6, 6, 2, 1, 5), 2), "bonus"),
        (FuneState((card_with_open({"choice"}, 63),), 0, (6, 1, 4, 4, 2), 1), "choice"),
        (FuneState((card_with_open({"full-house"}, 9),), 0, (3, 3, 1, 5, 5), 2), "house"),
        (
            FuneState((card_with_open({"fives", "fune"}, 48),), 0, (5, 5, 5, 5, 5), 3),
            "two boxes",
        ),
    ],
)
def test_every_move_is_worth_what_a_naive_solver_says(state, what):
    turn = ALONE.turn(state)
    assert isinstance(turn, Decide)
    worths = expected_scores(state)
    assert tuple(worths) == turn.moves
    for move, worth in worths.items():
        naive = naive_value(canonical(ALONE.play(state, move)))
        assert worth == pytest.approx(naive, abs=VALUE_UNIT), move


def test_the_shipped_tables_are_those_of_a_fresh_solve(fune_tablebase, fune_outlook_tablebase):
    for boxes, (lowest, highest) in enumerate(SUMS):
        for upper in (lowest, highest):
            solved = fune_tablebase[boxes, upper]
            assert points_to_come(boxes, upper) == pytest.approx(solved, abs=VALUE_UNIT)
    for boxes, upper in Random(1).sample(cards(), 5_000):
        solved = fune_outlook_tablebase[CARD_NUMBERS[boxes, upper]] / SCALE
        assert outlook(boxes, upper) == pytest.approx(solved, abs=SLICE_UNIT)


def test_a_turn_is_worth_what_the_compiled_solver_says(fune_tablebase):
    """The lattice in plain Python against the kernels, for cards of every kind."""
    for boxes, upper in Random(2).sample(cards(), 2_000):
        card = [None if boxes >> box & 1 else 0 for box in range(len(BOXES))]
        closed = [box for box in range(len(UPPER)) if card[box] is not None]
        if closed:
            card[closed[0]] = upper
        if boxes and (closed or not upper):
            state = FuneState((tuple(card),), 0, (0,) * 5, 0)
            expected = value_before_roll(state, scores_after(state)) - (upper if closed else 0)
            assert expected == pytest.approx(fune_tablebase[boxes, upper], abs=VALUE_UNIT)


def cards() -> list[tuple[int, int]]:
    """Every card that the tables tell apart: its open boxes and its upper sum."""
    return [
        (boxes, upper)
        for boxes, (lowest, highest) in enumerate(SUMS)
        for upper in range(lowest, highest + 1)
    ]
