"""What moves are worth: against naive solvers built on the rules, and against a fresh solve."""

from collections import Counter
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from dicehall.game.turns import Chance, Decide, Over
from dicehall.games.fune.cards import counted_upper_sum, open_boxes, points_of
from dicehall.games.fune.keeps import KEEPS as SORTED_KEEPS
from dicehall.games.fune.keeps import POINTS, ROLLS, keep_of, roll_of
from dicehall.games.fune.rules import (
    BOXES,
    KEEPS,
    REROLLS,
    UPPER,
    Card,
    Fune,
    FuneState,
    total,
)
from dicehall.games.fune.solver.dice import SUMS
from dicehall.games.fune.tables import SLICE_UNIT, VALUE_UNIT, outlook, points_to_come
from dicehall.games.fune.worths import (
    BLUR,
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


def test_win_margins_are_those_of_the_solved_outlooks(fune_outlook_tablebase):
    """The lattice and the shipped slices against arrays and the tablebase, in states of every
    kind."""
    random, differences, exact = Random(3), [], 0
    for _ in range(1_000):
        state = any_state(random)
        expected = margins_by_arrays(state, fune_outlook_tablebase)
        found = win_margins(state)
        assert found.keys() == expected.keys()
        if is_exact(state):
            exact += 1
            assert found == pytest.approx(expected, abs=1e-9)
        differences += [abs(found[move] - expected[move]) for move in found]
    assert exact > 50
    assert max(differences) < 0.02  # slices are shipped in steps of half a point
    assert np.mean(differences) < 0.001


def any_state(random: Random) -> FuneState:
    """A state of two seats, whose closed boxes hold points that they can hold."""
    boxes = len(BOXES)
    still_open = random.randint(1, boxes)
    cards = []
    for count in (still_open, still_open - random.randint(0, 1)):
        empty = random.sample(range(boxes), count)
        cards.append(tuple(None if b in empty else random.choice(POINTS[b]) for b in range(boxes)))
    dice = tuple(random.randint(1, 6) for _ in range(5))
    return FuneState(tuple(cards), 0, dice, random.randint(1, REROLLS + 1))


def margins_by_arrays(state: FuneState, outlooks: np.ndarray) -> dict[str, float]:
    """The win margin of each move, from the distribution of every keep."""
    card, other = state.cards
    after = {}
    for box in [box for box in range(len(BOXES)) if card[box] is None]:
        margins = {p: margin_after(card, other, box, p, outlooks) for p in set(POINTS[box])}
        after[f"score {BOXES[box]}"] = np.array([margins[p] for p in POINTS[box]])
    best = np.max(list(after.values()), axis=0)
    moves = {move: float(margins[roll_of(state.dice)]) for move, margins in after.items()}
    if state.rerolls_left:
        keeps = keep_margins(best, state.rerolls_left)
        for move, places in KEEPS.items():
            moves[move] = keeps[keep_of([state.dice[place - 1] for place in places])]
    return moves


def margin_after(card: Card, other: Card, box: int, points: int, outlooks: np.ndarray) -> float:
    """The margin once a box is confirmed."""
    full = (*card[:box], points, *card[box + 1 :])
    if None not in full:
        if None not in other:
            return float(np.sign(total(full) - total(other)))
        last = other.index(None)
        answers = [
            np.sign(total((*other[:last], theirs, *other[last + 1 :])) - total(full))
            for theirs in POINTS[last]
        ]
        return -float(keep_margins(np.array(answers), REROLLS + 1)[keep_of(())])
    mine, theirs = (
        outlooks[CARD_NUMBERS[open_boxes(one), counted_upper_sum(one)]] / SCALE + points_of(one)
        for one in (full, other)
    )
    return float(np.clip((mine[:, None] - theirs) / BLUR, -1, 1).mean())


def keep_margins(scored: np.ndarray, rerolls: int) -> np.ndarray:
    """The worth of each keep with this many re-rolls left; `scored` are the worths of the rolls."""
    chances, held = keep_chances(), kept_of_rolls()
    values = chances @ scored
    for _ in range(rerolls - 1):
        best_keeps = np.where(held, values, -np.inf).max(axis=1)
        values = chances @ np.maximum(scored, best_keeps)
    return values


@cache
def keep_chances() -> np.ndarray:
    """The chance of each roll after the missing dice of each keep are rolled."""
    chances = np.zeros((len(SORTED_KEEPS), len(ROLLS)))
    for number, keep in enumerate(SORTED_KEEPS):
        missing = 5 - len(keep)
        for dice in product(range(1, 7), repeat=missing):
            chances[number, roll_of((*keep, *dice))] += 6.0**-missing
    return chances


@cache
def kept_of_rolls() -> np.ndarray:
    """Whether some dice of each roll can be each keep, with at least one die left to roll."""
    return np.array(
        [[len(keep) < 5 and Counter(keep) <= Counter(roll) for keep in SORTED_KEEPS]
         for roll in ROLLS]
    )  # fmt: skip


def cards() -> list[tuple[int, int]]:
    """Every card that the tables tell apart: its open boxes and its upper sum."""
    return [
        (boxes, upper)
        for boxes, (lowest, highest) in enumerate(SUMS)
        for upper in range(lowest, highest + 1)
    ]
