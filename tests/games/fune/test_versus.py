"""Two seats: exact last turns against a naive solver, and sound choices before them."""

from functools import cache

import pytest

from dicehall.game.turns import Chance, Decide, Over
from dicehall.games.fune.rules import BOXES, Card, Fune, FuneState
from dicehall.games.fune.solver.versus import is_exact, win_margins, win_margins_then_points
from games.fune.fune_courses import canonical, sorted_outcomes

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
def test_the_last_turns_are_exact(fune_outlook_tablebase, state):
    assert is_exact(state)
    margins = win_margins(state)
    turn = GAME.turn(state)
    assert isinstance(turn, Decide)
    assert tuple(margins) == turn.moves
    for move, margin in margins.items():
        naive = naive_margin(canonical(GAME.play(state, move)), state.seat)
        assert margin == pytest.approx(naive, abs=1e-9), move


def test_equal_cards_are_equal_chances_but_for_the_roll(fune_outlook_tablebase):
    empty = GAME.start()
    best = win_margins(GAME.roll(empty, (6, 6, 6, 6, 6)))
    worst = win_margins(GAME.roll(empty, (1, 2, 2, 4, 6)))
    assert max(worst.values()) < 0 < max(best.values())
    assert not is_exact(GAME.roll(empty, (6, 6, 6, 6, 6)))


def test_a_hopeless_seat_still_plays_for_points(fune_outlook_tablebase):
    rich = card("choice", fune=50, sixes=30, fives=25, fours=20, four_dice=29, long_straight=40)
    poor = replace_open(card("ones"), "fune")
    state = FuneState((poor, rich), 0, (3, 3, 3, 3, 1), 1)
    assert max(win_margins(state).values()) == pytest.approx(-1)
    worths = win_margins_then_points(state)
    assert max(worths, key=worths.__getitem__) == "keep 1 2 3 4"


def replace_open(card: Card, box: str) -> Card:
    index = BOXES.index(box)
    return (*card[:index], None, *card[index + 1 :])
