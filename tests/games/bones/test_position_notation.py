"""Which positions of Knuckles and Knucklebones are impossible, and why."""

import pytest

from dicehall.game import new_game
from dicehall.game.positions import read_position, spell_position
from dicehall.game.refused import BadPosition

GAME = new_game("knucklebones")


def test_columns_are_written_from_the_lowest_slot() -> None:
    state = GAME.start()
    for die, column in ((5, 1), (2, 2), (5, 1), (6, 2), (3, 1), (1, 3)):
        state = GAME.play(GAME.roll(state, (die,)), f"column {column}")
    assert spell_position(GAME, GAME.roll(state, (4,))) == "553._._-_.26.1-4-0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not of the form grid-grid-die-seat"),
        ("_._-_._._-_-0", "'_._' is not of the form column.column.column"),
        ("7._._-_._.1-_-0", "'7' is impossible in '7'"),
        ("0._._-_._.1-_-0", "'0' is impossible in '0'"),
        ("1111._._-_._.1-_-0", "a column holds at most 3 dice"),
        ("1._._-_._.1-_-2", "'2' is not a number from 0 to 1"),
        ("1._._-_._.2-55-0", "'55' must have 1 character"),
        ("53._._-5._._-4-0", "facing columns cannot share a 5"),
        ("_._._-_._._-_-1", "seat 1 cannot be to move here"),
        ("5._._-_._._-_-0", "seat 0 cannot be to move here"),
        ("111.111.111-2._._-_-0", "seat 0 cannot be to move here"),
        ("111.111.111-222.222.222-_-0", "seat 0 cannot be to move here"),
        ("111.111.111-2._._-3-1", "the game is over: no die is rolled"),
        ("5_3._._-_._.1-_-0", "write this position as 53._._-_._.1-_-0"),
        ("..-_._.1-_-00", "write this position as _._._-_._.1-_-0"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        read_position(GAME, text)
    assert refused.value.reason == reason
