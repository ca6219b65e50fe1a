import pytest

from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.games.bones.rules import Bones, BonesState
from dicehall.games.bones.words import tell
from dicehall.words.telling import ask
from dicehall.words.viewer import Viewer

ADA_READS, BOB_READS = (Viewer(("Ada", "Bob"), you=seat) for seat in (0, 1))
GAME = Bones("knucklebones")


def told(state: BonesState, event: Event, name: str) -> str:
    return tell(GAME, state, event, apply(GAME, state, event), name)


def test_a_roll() -> None:
    assert told(GAME.start(), Rolled((5,)), "You") == "You rolled a 5."


@pytest.mark.parametrize(
    ("column", "sentence"),
    [
        (1, "Ada put the 5 into column 1."),
        (2, "Ada put the 5 into column 2 and knocked out two dice: 32 → 12."),
        (3, "Ada put the 5 into column 3 and knocked out one die: 32 → 27."),
    ],
)
def test_a_move_with_what_it_knocked_out(column: int, sentence: str) -> None:
    state = BonesState((((),) * 3, ((6,), (5, 5), (5, 1))), seat=0, die=5)
    assert told(state, Played(0, f"column {column}"), "Ada") == sentence


def test_the_knocked_out_total_is_the_other_seats() -> None:
    state = BonesState((((4,), (), ()), ((), (6,), ())), seat=1, die=4)
    sentence = "You put the 4 into column 1 and knocked out one die: 4 → 0."
    assert told(state, Played(1, "column 1"), "You") == sentence


def test_what_is_asked() -> None:
    state = GAME.roll(GAME.start(), (5,))
    assert ask(GAME, state, ADA_READS) == "Put the 5 into a column."
    assert ask(GAME, state, BOB_READS) == "Ada is choosing …"
    assert ask(GAME, state, Viewer(BOB_READS.names)) == "Ada: Put the 5 into a column."
    assert ask(GAME, GAME.start(), ADA_READS) == "One die is to be rolled."


def test_one_column_left() -> None:
    state = BonesState((((1, 2, 3), (), (1, 2, 3)), ((),) * 3), seat=0, die=6)
    assert ask(GAME, state, ADA_READS) == "Put the 6 into column 2: the others are full."


def test_the_end() -> None:
    full = ((1, 2, 3), (1, 2, 3), (1, 2, 3))
    other = ((6,), (), ())
    assert ask(GAME, BonesState((full, other), 1, None), BOB_READS) == "Ada wins, 18 to 6."
    assert ask(GAME, BonesState((other, full), 0, None), BOB_READS) == "You win, 18 to 6."
    other = ((6, 4), (4,), (4,))
    assert ask(GAME, BonesState((full, other), 1, None), BOB_READS) == "A draw, 18 all."
