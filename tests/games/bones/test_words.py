import pytest

from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.games.bones.rules import Bones, BonesState
from dicehall.games.bones.words import ask_briefly, tell, tell_briefly
from dicehall.words.telling import ask
from dicehall.words.telling import tell as tell_to
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
        (2, "Ada put the 5 into column 2 and knocked out two 5s: \u221220."),
        (3, "Ada put the 5 into column 3 and knocked out a 5: \u22125."),
    ],
)
def test_a_move_with_what_it_knocked_out(column: int, sentence: str) -> None:
    state = BonesState((((),) * 3, ((6,), (5, 5), (5, 1))), seat=0, die=5)
    assert told(state, Played(0, f"column {column}"), "Ada") == sentence


@pytest.mark.parametrize(
    ("viewer", "one", "two"),
    [
        (ADA_READS, "Bob put the 4 into column 1 and knocked out your 4", "your two 4s"),
        (BOB_READS, "You put the 4 into column 1 and knocked out a 4", "two 4s"),
        (Viewer(("Ada", "Bob")), "Bob put the 4 into column 1 and knocked out a 4", "two 4s"),
    ],
)
def test_whose_dice_were_knocked_out(viewer: Viewer, one: str, two: str) -> None:
    state = BonesState((((4,), (4, 4), ()), ((), (6,), ())), seat=1, die=4)
    sentences = [
        tell_to(GAME, state, move, apply(GAME, state, move), viewer)
        for move in (Played(1, "column 1"), Played(1, "column 2"))
    ]
    assert sentences[0] == f"{one}: \u22124."
    assert sentences[1].endswith(f" {two}: \u221216.")


def test_a_move_and_a_question_in_a_few_words() -> None:
    state = BonesState((((4,), (), ()), ((), (), ())), seat=1, die=4)
    told = [
        tell_briefly(GAME, state, move, apply(GAME, state, move), "Bob")
        for move in (Played(1, "column 1"), Played(1, "column 2"))
    ]
    assert told == ["Bob: 4 → column 1, \u22124", "Bob: 4 → column 2"]
    assert ask_briefly(["column 1", "column 3"]) == "Tap a column."
    assert ask_briefly(["column 3"]) == "Tap column 3."


def test_prompts() -> None:
    state = GAME.roll(GAME.start(), (5,))
    assert ask(GAME, state, ADA_READS) == "Put the 5 into a column."
    assert ask(GAME, state, BOB_READS) == "Ada is choosing …"
    assert ask(GAME, state, Viewer(BOB_READS.names)) == "Ada: Put the 5 into a column."
    assert ask(GAME, GAME.start(), ADA_READS) == "One die must be rolled."


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
