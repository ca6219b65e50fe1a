"""Pocket Hexes, rule by rule: the numbers are those of docs/rules/pocket-hexes.md."""

from dataclasses import replace

import pytest

from dicehall.game import Chance, Decide, Over
from dicehall.game.refused import GameOver
from dicehall.game.turns import Roll
from dicehall.games.hexes.rules import (
    DICE,
    EMPTY,
    HEXES,
    INNER,
    NEIGHBOURS,
    PLACES,
    Hexes,
    HexesState,
    dead_ends,
)
from support.playouts import legal_moves, play_match, state_after, why_refused

GAME = Hexes()
ROLL = (4, 6, 8, 9, 12, 20)
RING = ("d4", "d5", "e4", "e6", "f4", "f5")
"""The hexes around e5, the centre."""


def position(board: str, dice: Roll = ROLL) -> HexesState:
    """A board written "e5 1, e6 7", in which the dice have just been rolled."""
    numbers = dict(pair.split() for pair in board.split(", "))
    return replace(
        GAME.start(), board=tuple(int(numbers.get(name, EMPTY)) for name in HEXES), dice=dice
    )


def filled(number: int, but: str) -> str:
    """A board that holds this number everywhere but on some hexes."""
    return ", ".join(f"{name} {number}" for name in HEXES if name not in but.split())


def play(state: HexesState, *moves: str) -> HexesState:
    for move in moves:
        state = GAME.play(state, move)
    return state


def open_to(state: HexesState, die: str) -> set[str]:
    """The hexes on which a die may be placed."""
    words = [move.split() for move in legal_moves(GAME, state)]
    return {word[2] for word in words if word[:2] == ["place", die]}


def scores(state: HexesState) -> list[str]:
    return [move for move in legal_moves(GAME, state) if move.startswith("score")]


def around(*names: str) -> set[str]:
    return {HEXES[near] for name in names for near in NEIGHBOURS[HEXES.index(name)]}


def test_1_a_hexagon_of_side_five() -> None:
    rows = ["".join(name[0] for name in HEXES).count(letter) for letter in "abcdefghi"]
    assert rows == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert len(HEXES) == 61


def test_1_neighbours_are_those_of_a_hexagonal_grid() -> None:
    # Three coordinates that sum to 0: neighbours are one step apart, whatever the code does.
    spots = [
        (x, y, -x - y) for y in range(-4, 5) for x in range(max(-4, -4 - y), min(4, 4 - y) + 1)
    ]
    for spot, near in enumerate(NEIGHBOURS):
        distances = [max(abs(a - b) for a, b in zip(spots[spot], o, strict=True)) for o in spots]
        assert set(near) == {other for other, steps in enumerate(distances) if steps == 1}


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("a1", "a2 b1 b2"),
        ("a5", "a4 b5 b6"),
        ("e1", "d1 e2 f1"),
        ("e9", "d8 e8 f8"),
        ("i5", "h5 h6 i4"),
        ("c3", "b2 b3 c2 c4 d3 d4"),
        ("e5", "d4 d5 e4 e6 f4 f5"),
        ("g4", "f4 f5 g3 g5 h3 h4"),
    ],
)
def test_1_neighbours_by_hand(name: str, near: str) -> None:
    assert around(name) == set(near.split())


def test_1_it_starts_with_a_1_in_the_centre() -> None:
    board = dict(zip(HEXES, GAME.start().board, strict=True))
    assert board.pop("e5") == 1
    assert set(board.values()) == {EMPTY}


def test_2_six_dice() -> None:
    assert GAME.turn(GAME.start()) == Chance(DICE)
    spans = ((1, 4), (1, 6), (1, 8), (0, 9), (1, 12), (1, 20))
    assert [die.faces for die in DICE] == [tuple(range(low, top + 1)) for low, top in spans]


def test_2_three_are_placed_each_once_in_any_order() -> None:
    state = play(position("e5 1"), "place d20 e6", "place d4 e4")
    assert why_refused(GAME, state, "place d4 d4") == "the d4 has already been placed"
    done = play(state, "place d8 d4")
    assert legal_moves(GAME, done) == ("roll",)
    assert "three dice have been placed" in why_refused(GAME, done, "place d6 f4")


def test_3_a_number_needs_a_neighbour() -> None:
    state = position("e5 1")
    assert open_to(state, "d6") == set(RING)
    assert why_refused(GAME, state, "place d6 e7") == "6 must go next to a number"


def test_3_a_number_must_not_be_smaller_than_a_neighbour() -> None:
    state = position("e5 1, e6 7", dice=(4, 6, 8, 7, 12, 20))
    assert why_refused(GAME, state, "place d6 e7") == "6 cannot go next to a 7"
    assert "e7" in open_to(state, "d8")
    assert "e7" in open_to(state, "d10"), "as big as its neighbour is big enough"
    assert "e4" in open_to(state, "d4"), "the 7 is not next to it"
    assert open_to(state, "d4") == {"d4", "e4", "f4"}


def test_3_an_empty_hex_only() -> None:
    assert why_refused(GAME, position("e5 1"), "place d4 e5") == "e5 already holds a 1"


def test_3_a_0_is_a_neighbour() -> None:
    state = position("a1 0, e5 1")
    assert open_to(state, "d4") == {"a2", "b1", "b2", *RING}


def test_4_a_0_may_go_on_any_empty_hex() -> None:
    state = position("e5 1, e6 7", dice=(4, 6, 8, 0, 12, 20))
    assert open_to(state, "d10") == {*HEXES} - {"e5", "e6"}


def test_4_a_1_may_not_touch_a_number() -> None:
    state = position("e5 1, a1 0", dice=(1, 6, 8, 9, 12, 20))
    assert open_to(state, "d4") == {*HEXES} - {"e5", "a1"} - around("e5", "a1")
    assert why_refused(GAME, state, "place d4 e6") == "a 1 cannot touch another number"
    assert why_refused(GAME, state, "place d4 a2") == "a 1 cannot touch another number"


SIX_AND_FIVE = "e5 6, d4 6, d5 7, e4 8, f4 9, f5 10"
SIX_IN_A_RING = f"{SIX_AND_FIVE}, e6 11"


def test_5_six_filled_neighbours_surround() -> None:
    five = position(SIX_AND_FIVE, dice=(4, 6, 7, 9, 12, 20))
    assert why_refused(GAME, five, "score e5") == "e5 is not surrounded"
    state = play(five, "place d12 e6")
    assert scores(state) == ["score e5"]
    assert GAME.scores(play(state, "score e5")) == (6,)


def test_5_zeros_count_as_neighbours_and_empty_hexes_do_not() -> None:
    ring = ", ".join(f"{name} 0" for name in RING)
    assert scores(position(f"{ring}, e5 20")) == ["score e5"]
    assert why_refused(GAME, position(f"{ring}, a1 1"), "score e5") == "e5 is not surrounded"


def test_5_border_hexes_never_score_and_37_can() -> None:
    assert len(INNER) == 37
    state = position(filled(20, but="e5"))
    assert len(scores(state)) == 37 - 1 - 6
    assert why_refused(GAME, state, "score a1") == "a1 is on the border: it never scores"


def test_5_border_hexes_help_to_surround() -> None:
    assert scores(position("b2 5, a1 5, a2 6, b1 6, b3 6, c2 6, c3 6")) == ["score b2"]


def test_6_one_score_a_round() -> None:
    state = play(position(filled(9, but="a1 a2 a3 a4")), "score e5")
    assert scores(state) == []
    assert why_refused(GAME, state, "score e6") == ("this round's score is already taken")
    later = next_round(play(state, "place d10 a1", "place d12 a3", "place d20 a2"))
    assert "score e6" in scores(later)


def next_round(state: HexesState) -> HexesState:
    return GAME.roll(play(state, "roll"), ROLL)


def test_6_at_any_time_of_the_round() -> None:
    moves = ["place d4 c1", "place d6 c2", "place d8 c3"]
    for when in range(4):
        state = position(f"{SIX_IN_A_RING}, b1 2")
        assert GAME.scores(play(state, *moves[:when], "score e5", *moves[when:], "roll")) == (6,)


def test_6_a_ring_left_unscored_stays_open() -> None:
    moves = ["place d4 c1", "place d6 c2", "place d8 c3"]
    assert scores(next_round(play(position(f"{SIX_IN_A_RING}, b1 2"), *moves))) == ["score e5"]


def test_6_a_scored_number_stays_and_never_scores_again() -> None:
    moves = ["score e5", "place d4 c1", "place d6 c2", "place d8 c3"]
    state = next_round(play(position(f"{SIX_IN_A_RING}, b1 2"), *moves))
    assert state.board[HEXES.index("e5")] == 6
    assert why_refused(GAME, state, "score e5") == "e5 has already been scored"


def test_7_the_next_round_waits_for_the_third_placement() -> None:
    state = play(position("e5 1"), "place d4 e4")
    assert why_refused(GAME, state, "roll") == "place 2 more before the next roll"
    rolled = play(state, "place d6 e6", "place d8 d4", "roll")
    assert (GAME.turn(rolled), rolled.round) == (Chance(DICE), 2)


def test_7_after_the_third_placement_the_seat_may_still_score() -> None:
    moves = ["place d4 c1", "place d6 c2", "place d8 c3"]
    state = play(position(f"{SIX_IN_A_RING}, b1 2"), *moves)
    assert legal_moves(GAME, state) == ("roll", "score e5")
    assert why_refused(GAME, state, "finish") == "the game can still go on"


def test_8_no_die_can_be_placed_and_no_score_is_open() -> None:
    state = position("e5 20, " + ", ".join(f"{name} 20" for name in HEXES[::2]), dice=(1,) * 6)
    assert GAME.turn(state) == Over((0,), (0,))


def test_8_an_open_score_may_be_taken_first_or_left() -> None:
    state = position(filled(20, but="a1"), dice=(4, 6, 8, 9, 12, 19))
    assert legal_moves(GAME, state)[-1] == "finish"
    assert not any(move.startswith(("place", "roll")) for move in legal_moves(GAME, state))
    assert GAME.turn(play(state, "score e5")) == Over((20,), (0,))
    assert GAME.turn(play(state, "finish")) == Over((0,), (0,))


def test_8_a_score_that_was_left_cannot_be_taken_later() -> None:
    finished = play(position(filled(20, but="a1"), dice=(4, 6, 8, 9, 12, 19)), "finish")
    with pytest.raises(GameOver):
        GAME.play(finished, "score e5")


def test_8_the_third_placement_may_be_the_one_that_fails() -> None:
    state = position(filled(20, but="a1 i5"), dice=(4, 6, 8, 0, 12, 20))
    state = play(state, "score e5", "place d20 a1", "place d10 i5")
    assert GAME.turn(state) == Over((20,), (0,))


def test_8_the_board_is_full() -> None:
    state = play(
        position(filled(9, but="a1 a2 a3"), dice=(1, 1, 1, 9, 10, 11)),
        *("place d10 a1", "place d12 a2", "place d20 a3"),
    )
    assert legal_moves(GAME, state)[-1] == "finish"
    assert why_refused(GAME, state, "roll") == "the board is full"
    assert GAME.turn(play(state, "score b2")) == Over((9,), (0,))


def test_notation_of_a_round() -> None:
    lines = ("roll 4 6 8 9 12 20", "0 place d8 e6", "0 place d4 e4", "0 place d20 f4", "0 roll")
    state = state_after("game: pocket-hexes", *lines)
    assert state == play(position("e5 1"), *(line.removeprefix("0 ") for line in lines[1:]))


def test_8_high_numbers_on_both_sides_of_the_centre_are_a_dead_end() -> None:
    state = GAME.play(position("e5 1", (2, 2, 2, 2, 12, 20)), "place d20 e6")
    assert dead_ends(state) == {"place d12 e4"}
    assert isinstance(GAME.turn(GAME.play(state, "place d12 e4")), Over)


@pytest.mark.parametrize("seed", range(20))
def test_8_dead_ends_are_the_placements_after_which_nothing_fits(seed: int) -> None:
    for state, turn, _ in play_match(GAME, seed):
        if not isinstance(turn, Decide):
            continue
        ending = set()
        for move in turn.moves:
            after = GAME.play(state, move)
            due = move in PLACES and after.placements_left
            if due and not any(one in PLACES for one in getattr(GAME.turn(after), "moves", ())):
                ending.add(move)
        assert dead_ends(state) == ending
