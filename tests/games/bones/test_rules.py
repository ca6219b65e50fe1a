"""Knuckles and Knucklebones, rule by rule: the numbers are those of docs/rules/bones.md."""

from itertools import product

import pytest

from dicehall.game import Chance, Decide, Over
from dicehall.game.turns import D6
from dicehall.games.bones.rules import Bones, BonesState, Grid, dice_in
from support.playouts import legal_moves, play_match, why_refused

KNUCKLEBONES, KNUCKLES = Bones("knucklebones"), Bones("knuckles")
BOTH = pytest.mark.parametrize("game", [KNUCKLEBONES, KNUCKLES], ids=lambda game: game.name)


def position(own: str, other: str, *, seat: int = 0, die: int | None = None) -> BonesState:
    """Two grids, written "6 5 / 3 / -", from the seat that moves."""
    grids = read_grid(own), read_grid(other)
    return BonesState(grids if seat == 0 else grids[::-1], seat, die)


def read_grid(text: str) -> Grid:
    columns = text.split("/")
    assert len(columns) == 3
    return tuple(tuple(int(word) for word in column.split() if word != "-") for column in columns)


@BOTH
def test_1_three_columns_each_and_seat_0_is_first(game: Bones) -> None:
    start = game.start()
    assert start == position("- / - / -", "- / - / -")
    assert game.turn(game.roll(start, (4,))) == Decide(0, ("column 1", "column 2", "column 3"))


@BOTH
def test_2_one_die_is_rolled_and_seats_alternate(game: Bones) -> None:
    state = game.start()
    for seat in (0, 1, 0, 1):
        assert game.turn(state) == Chance((D6,))
        state = game.roll(state, (3 + seat,))
        assert (state.seat, state.die) == (seat, 3 + seat)
        state = game.play(state, "column 2")


@BOTH
def test_2_a_die_takes_the_lowest_free_slot(game: Bones) -> None:
    after = game.play(position("6 5 / - / 1", "- / - / -", die=2), "column 1")
    assert after == position("- / - / -", "6 5 2 / - / 1", seat=1)


@BOTH
def test_2_a_full_column_has_no_room(game: Bones) -> None:
    state = position("6 5 5 / - / 1", "- / - / -", die=2)
    assert legal_moves(game, state) == ("column 2", "column 3")
    assert why_refused(game, state, "column 1") == "column 1 is full"
    assert "not a move" in why_refused(game, state, "column 4")


KNOCKOUTS = """
5    - / - / -     5 / - / -         column 1    5 / - / -      - / - / -
5    - / - / -     5 5 5 / - / -     column 1    5 / - / -      - / - / -
5    - / - / -     5 3 5 / 5 / 5     column 1    5 / - / -      3 / 5 / 5
3    - / - / -     3 4 6 / - / -     column 1    3 / - / -      4 6 / - / -
3    - / - / -     4 3 6 / - / -     column 1    3 / - / -      4 6 / - / -
3    - / - / -     4 6 3 / - / -     column 1    3 / - / -      4 6 / - / -
3    - / - / -     3 4 6 / - / -     column 2    - / 3 / -      3 4 6 / - / -
2    2 / 2 2 / -   - / - / 2 1       column 3    2 / 2 2 / 2    - / - / 1
"""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("line", KNOCKOUTS.strip().split("\n"))
@BOTH
def test_3_dice_of_that_value_leave_the_facing_column_and_the_gap_closes(
    game: Bones, line: str, seat: int
) -> None:
    die, own, other, move, own_after, other_after = (
        part.strip() for part in line.split("  ") if part.strip()
    )
    after = game.play(position(own, other, seat=seat, die=int(die)), move)
    assert after == position(other_after, own_after, seat=1 - seat)


@BOTH
def test_3_the_last_move_knocks_out_before_the_winner_is_decided(game: Bones) -> None:
    before = position("1 1 2 / 1 1 2 / 1 1", "- / - / 6 6 6", die=6)
    assert game.scores(before)[0] < game.scores(before)[1]
    after = game.play(before, "column 3")
    assert after.grids[1] == ((), (), ())
    end = game.turn(after)
    assert isinstance(end, Over)
    assert end.winners == (0,)


@BOTH
def test_3_ones_own_dice_are_never_touched(game: Bones) -> None:
    after = game.play(position("4 / 4 4 / 4", "4 4 / 1 / 2", die=4), "column 1")
    assert after.grids == (((4, 4), (4, 4), (4,)), ((), (1,), (2,)))


@BOTH
def test_4_the_game_ends_at_once_when_a_grid_holds_nine(game: Bones) -> None:
    eight = position("2 3 4 / 2 3 4 / 2 3", "6 6 / - / -", seat=1, die=4)
    assert legal_moves(game, eight) == ("column 3",)
    end = game.turn(game.play(eight, "column 3"))
    assert isinstance(end, Over)
    assert end.scores == (game.scores(eight)[0], 27)


def test_4_equal_totals_are_a_draw() -> None:
    before = position("1 2 3 / 1 2 3 / 1 2", "- / 6 6 / -", die=6)
    assert KNUCKLEBONES.turn(KNUCKLEBONES.play(before, "column 3")) == Over((21, 24), (1,))
    before = position("1 2 3 / 1 2 3 / 1 5", "- / 6 6 / -", die=6)
    assert KNUCKLEBONES.turn(KNUCKLEBONES.play(before, "column 3")) == Over((24, 24), (0, 1))


COLUMNS = """
6        6     6
6 6     24    36
6 6 6   54   216
6 5     11    11
5 5     20    25
3 3     12     9
3 3 3   27    27
5 5 3   23    28
5 3 5   23    28
1        1     1
1 1      4     2
1 1 1    9     3
1 1 4    8     6
2 2 2   18     8
-        0     0
1 2 3    6     6
"""


@pytest.mark.parametrize("line", COLUMNS.strip().split("\n"))
def test_5_what_a_column_is_worth(line: str) -> None:
    *dice, squares, powers = line.split()
    column = tuple(int(die) for die in dice if die != "-")
    assert KNUCKLEBONES.column_score(column) == int(squares)
    assert KNUCKLES.column_score(column) == int(powers)


def test_5_every_column_by_the_formula() -> None:
    for size in range(4):
        for column in product(range(1, 7), repeat=size):
            counts = {value: column.count(value) for value in range(1, 7)}
            squares = sum(value * count**2 for value, count in counts.items())
            powers = counts[1] + sum(v**n for v, n in counts.items() if n and v > 1)
            assert KNUCKLEBONES.column_score(column) == squares
            assert KNUCKLES.column_score(column) == powers


@BOTH
def test_5_a_score_is_the_sum_of_three_columns(game: Bones) -> None:
    state = position("6 6 6 / 6 5 / 1", "5 5 / 3 3 3 / 1 1 1")
    assert game.scores(state) == ((66, 56) if game == KNUCKLEBONES else (228, 55))


@pytest.mark.parametrize("seed", range(20))
@BOTH
def test_6_facing_columns_never_hold_the_same_value(game: Bones, seed: int) -> None:
    for state, _, _ in play_match(game, seed):
        for own, other in zip(*state.grids, strict=True):
            assert not set(own) & set(other)
        assert all(dice_in(grid) <= 9 for grid in state.grids)
