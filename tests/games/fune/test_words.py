import pytest

from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.games.fune.rules import BOXES, Fune, FuneState
from dicehall.games.fune.words import BOX_TITLES, tell
from dicehall.words.telling import ask
from dicehall.words.viewer import Viewer

YOU = Viewer(("Ada",), you=0)
GAME = Fune()
ROLLED = GAME.roll(GAME.start(), (3, 6, 3, 4, 3))


def told(state: FuneState, event: Event, name: str = "Captain") -> str:
    return tell(GAME, state, event, apply(GAME, state, event), name)


def test_every_box_has_a_title() -> None:
    assert tuple(BOX_TITLES) == BOXES


def test_rolls() -> None:
    assert told(GAME.start(), Rolled((1, 2, 3, 4, 6)), "You") == "You rolled 1, 2, 3, 4 and 6."
    one = GAME.play(ROLLED, "keep 1 2 3 4")
    assert told(one, Rolled((5,)), "You") == "You rolled a 5."


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("keep 1 3", "Captain kept 3, 3 and rolled three dice."),
        ("keep 1 2 3 4", "Captain kept 3, 6, 3, 4 and rolled one die."),
        ("keep", "Captain rolled all five dice again."),
        ("score threes", "Captain scored 9 in Threes."),
        ("score fune", "Captain scored 0 in FUNE."),
    ],
)
def test_moves(move: str, sentence: str) -> None:
    assert told(ROLLED, Played(0, move)) == sentence


def test_the_bonus_is_announced_when_reached() -> None:
    card = (3, 6, None, 16, 15, 18, *(None,) * 7)
    state = FuneState((card,), 0, (3, 3, 3, 3, 3), 1)
    sentence = "You scored 15 in Threes. The upper sum reaches 63: a bonus of 35."
    assert told(state, Played(0, "score threes"), "You") == sentence
    assert told(state, Played(0, "score fune"), "You") == "You scored 50 in FUNE."


def test_prompts() -> None:
    asked = "Lock the dice to keep and re-roll (2 left), or confirm a combination."
    assert ask(GAME, ROLLED, YOU) == asked
    last = FuneState(ROLLED.cards, 0, ROLLED.dice, rolls=3)
    assert ask(GAME, last, YOU) == "Confirm a combination."


def test_the_end() -> None:
    over = FuneState(((10,) * 13,), 0, (0,) * 5, 0)
    assert ask(GAME, over, YOU) == "The game is over: 130 points."
