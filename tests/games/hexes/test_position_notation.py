"""Which positions of Pocket Hexes are impossible, and why."""

import pytest

from dicehall.game import new_game
from dicehall.game.positions import read_position, spell_position
from dicehall.game.refused import BadPosition

GAME = new_game("pocket-hexes")
TOP, BOTTOM = "_____.______._______", "_______.______._____"
START = f"{TOP}.________.____1____.________.{BOTTOM}-_-______-open"


def board(above: str, centre: str, below: str) -> str:
    """A board of its three middle rows."""
    return f"{TOP}.{above}.{centre}.{below}.{BOTTOM}"


UNFIT = "the dice do not fit the numbers on the board"
RING = board("___23___", "___514___", "___22___")


def test_the_start_and_a_placed_die() -> None:
    assert spell_position(GAME, GAME.start()) == START
    state = GAME.play(GAME.roll(GAME.start(), (1, 2, 3, 4, 5, 20)), "place d20 e6")
    placed = board("________", "____1k___", "________")
    assert spell_position(GAME, state) == f"{placed}-_-12345_-open"


def test_a_scored_hex() -> None:
    state = read_position(GAME, f"{RING}-e5-123___-taken")
    assert (state.round, GAME.scores(state)) == (2, (1,))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("_", "'_' is not of the form board-scored-dice-score"),
        ("_-_-______-open", "'_' is not of the form a.b.c.d.e.f.g.h.i"),
        (START.replace("_____", "____", 1), "'____' must have 5 characters"),
        (START.replace("1", "l"), "'l' is impossible in '____l____'"),
        (START.replace("1", "2"), "the centre holds a 1"),
        (START.replace("______-", "7_____-"), "'7' is impossible in '7_____'"),
        (START.replace("-open", "-taken"), "you can score once per round, after the roll"),
        (START.replace("-open", "-finished"), "the game can still go on"),
        (START.replace("-open", "-"), "'' is not open, taken or finished"),
        (START.replace("-_-", "-e5-"), "e5 is not surrounded"),
        (START.replace("-_-", "-j1-"), "'j1' is not a hex"),
        (f"{board('________', '____11___', '________')}-_-1234_6-open", "1 cannot be on e6"),
        (f"{board('________', '____1_5__', '________')}-_-1234_6-open", "5 cannot be on e7"),
        (f"{board('________', '____15___', '________')}-_-123456-open", UNFIT),
        (f"{board('________', '____1k___', '________')}-_-_23456-open", UNFIT),
        (f"{RING}-_-______-taken", "you can score once per round, after the roll"),
        (f"{RING}-e5-______-taken", "you can score once per round, after the roll"),
        (f"{RING}-_-123___-taken", "you can score once per round, after the roll"),
        (f"{RING}-e5.e5-123___-taken", f"write this position as {RING}-e5-123___-taken"),
    ],
)
def test_impossible_positions(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        read_position(GAME, text)
    assert refused.value.reason == reason
