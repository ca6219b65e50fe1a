"""Which positions of FUNE are impossible, and why."""

import pytest

from dicehall.game import new_game
from dicehall.game.positions import read_position, spell_position
from dicehall.game.refused import BadPosition

GAME = new_game("fune")
EMPTY = "_._._._._._._._._._._._._"
ONES = "3._._._._._._._._._._._._"
FULL = "3.6.9.12.15.18.25.0.50.35.30.40.20"


def test_dice_in_the_cup_are_missing() -> None:
    state = GAME.play(GAME.roll(GAME.start(), (6, 6, 3, 2, 6)), "keep 1 2 5")
    assert spell_position(GAME, state) == f"{EMPTY}-66__6-2-0"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{EMPTY}-_____-3", f"'{EMPTY[:40]}-_____-3' is not of the form card-dice-rolls-seat"),
        (f"{EMPTY}-_____-4-0", "'4' is not a number from 0 to 3"),
        (f"{EMPTY}-_____-3-1", "'1' is not a number from 0 to 0"),
        (f"{EMPTY}-1234-2-0", "'1234' must have 5 characters"),
        (f"{EMPTY}-12347-2-0", "'7' is impossible in '12347'"),
        (f"{EMPTY}-12345-3-0", "these dice do not fit the rolls that are left"),
        (f"{EMPTY}-1234_-0-0", "these dice do not fit the rolls that are left"),
        (f"{EMPTY.replace('_', '6', 1)}-_____-3-0", "'6' is not a number from 0 to 5"),
        (f"{FULL.replace('6', '5', 1)}-_____-3-0", "twos cannot score 5"),
        (f"{FULL.replace('25', '4', 1)}-_____-3-0", "three-dice cannot score 4"),
        (f"{FULL.replace('50', '49', 1)}-_____-3-0", "fune cannot score 49"),
        (f"{FULL}-12345-2-0", "the game is over: no die is rolled"),
        (f"{EMPTY}-_____-03-0", f"write this position as {EMPTY}-_____-3-0"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        read_position(GAME, text)
    assert refused.value.reason == reason


@pytest.mark.parametrize(("cards", "seat"), [((ONES, EMPTY), 0), ((EMPTY, ONES), 1)])
def test_seats_take_turns(cards: tuple[str, str], seat: int) -> None:
    game = new_game("fune", seats=2)
    wrong = "-".join([*cards, "_____", "3", str(seat)])
    with pytest.raises(BadPosition, match=f"seat {seat} cannot be to move here"):
        read_position(game, wrong)
    right = "-".join([ONES, EMPTY, "_____", "3", "1"])
    assert read_position(game, right).seat == 1
