"""Which positions of Sparkle are impossible, and why."""

import pytest

from dicehall.game import new_game
from dicehall.game.positions import read_position, spell_position
from dicehall.game.refused import BadPosition

GAME = new_game("sparkle")
START = "1-0-0-_____-_-12345-_-5"


def test_the_start_and_a_set_that_waits() -> None:
    assert spell_position(GAME, GAME.start()) == START
    state = GAME.roll(GAME.start(), (-1, 6, 6, 1, 2))
    assert spell_position(GAME, state) == "1-0-0-s6612-_-_-_-5"
    assert spell_position(GAME, GAME.play(state, "roll 1 2 3")) == "1-0-60-s6612-123-45-6-5"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1-0-0", "'1-0-0' is not of the form turn-total-points-dice-banked-thrown-waiting-extra"),
        (START.replace("1", "0", 1), "'0' is not a number from 1 to 999"),
        (START.replace("5", "7"), "'7' is impossible in '12347'"),
        ("1-0-0-_____-_-12345-_-7", "'7' is not a number from 0 to 6"),
        ("1-5-0-_____-_-12345-_-5", "turn 1 cannot begin with 5 points"),
        ("2-95-0-_____-_-12345-_-5", "turn 2 cannot begin with 95 points"),
        ("2-101-0-_____-_-12345-_-5", "turn 2 cannot begin with 101 points"),
        ("999-999999999995-0-_____-_-12345-_-5", "turn 999 cannot begin with 999999999995 points"),
        ("1-0-0-3____-_-12345-_-5", "'3' is impossible in '3____'"),
        ("1-0-0-1____-_-12345-_-5", "dice are missing: a turn opens with a roll of all five"),
        ("1-0-0-_____-_-1234-_-5", "dice are missing: a turn opens with a roll of all five"),
        ("1-0-50-11115-12345-_-_-5", "all five dice cannot be banked: they come back"),
        ("1-0-10-12346-1-12-_-5", "a banked die is not thrown"),
        ("1-0-10-12346-2-_-_-5", "not all of the banked dice score"),
        ("1-0-0-12346-1-_-_-5", "the dice banked in this turn cannot have 0 points"),
        ("1-0-12-12346-1-_-_-5", "the dice banked in this turn cannot have 12 points"),
        ("1-0-20-12346-_-12345-_-5", "the dice banked in this turn cannot have 20 points"),
        ("1-0-20-22261-123-45-3-5", "no set of 3s is waiting"),
        ("1-0-15-22261-123-45-2-5", "no set of 2s is waiting"),
        ("1-0-20-22261-123-_-2-5", "no set of 2s is waiting"),
        ("1-0-0-s2346-_-over-_-5", "the game is over only after a fizzle below the threshold"),
        ("2-500-0-22346-_-over-_-5", "the game is over only after a fizzle below the threshold"),
        ("1-0-60-s6612-321-45-6-5", "write this position as 1-0-60-s6612-123-45-6-5"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        read_position(GAME, text)
    assert refused.value.reason == reason


def test_the_curve_decides_what_is_possible() -> None:
    text = "2-60-0-_____-_-12345-_-5"
    assert read_position(new_game("sparkle", options={"curve": "gentle"}), text).total == 60
    with pytest.raises(BadPosition, match="turn 2 cannot begin with 60 points"):
        read_position(GAME, text)
