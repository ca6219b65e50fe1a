from dataclasses import replace

from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.games.hexes.rules import CENTRE, EMPTY, HEXES, NEIGHBOURS, Hexes, HexesState
from dicehall.games.hexes.words import tell, tell_end
from dicehall.words.telling import ask
from dicehall.words.viewer import Viewer

YOU = Viewer(("Ada",), you=0)
GAME = Hexes()
ROLLED = GAME.roll(GAME.start(), (3, 1, 8, 0, 12, 5))


def told(state: HexesState, event: Event) -> str:
    return tell(GAME, state, event, apply(GAME, state, event), "You")


def ringed(*, but: str = "") -> HexesState:
    """The centre within a ring of fives, one hex of it left empty."""
    board = list(GAME.start().board)
    for spot in NEIGHBOURS[CENTRE]:
        board[spot] = EMPTY if HEXES[spot] == but else 5
    return replace(ROLLED, board=tuple(board))


def test_a_roll_names_each_die() -> None:
    roll = (3, 1, 8, 0, 12, 5)
    sentence = "You rolled 3 (d4), 1 (d6), 8 (d8), 0 (d10), 12 (d12) and 5 (d20)."
    assert told(GAME.start(), Rolled(roll)) == sentence


def test_a_placement() -> None:
    assert told(ROLLED, Played(0, "place d8 e6")) == "You placed the 8 (d8) on e6."


def test_a_placement_that_surrounds() -> None:
    sentence = "You placed the 8 (d8) on e6. Now the 1 is surrounded."
    assert told(ringed(but="e6"), Played(0, "place d8 e6")) == sentence


def test_a_score() -> None:
    assert told(ringed(), Played(0, "score e5")) == "Ring of 1: +1, total 1."
    second = replace(ringed(), scored=frozenset({0}), board=(81, *ringed().board[1:]))
    assert told(second, Played(0, "score e5")) == "Ring of 1: +1, total 82."


def test_rounds_and_the_finish() -> None:
    placed = replace(ROLLED, dice=(3, 1, 8, EMPTY, EMPTY, EMPTY))
    assert told(placed, Played(0, "roll")) == "You began round 2."
    full = replace(placed, board=(2,) * len(HEXES))
    assert told(full, Played(0, "finish")) == "You finished the game."


def test_prompts() -> None:
    assert ask(GAME, ROLLED, YOU) == "Place three of the dice."
    one = replace(ROLLED, dice=(3, 1, 8, 0, 12, EMPTY))
    assert ask(GAME, one, YOU) == "Place two more dice."
    two = replace(ringed(), dice=(3, 1, 8, 0, EMPTY, EMPTY))
    asked = "Place one more die. You can also score a surrounded number."
    assert ask(GAME, two, YOU) == asked
    three = replace(ROLLED, dice=(3, 1, 8, EMPTY, EMPTY, EMPTY))
    assert ask(GAME, three, YOU) == "Roll the next round."
    open_ring = replace(three, board=ringed().board)
    assert ask(GAME, open_ring, YOU) == "Score a surrounded number, or roll the next round."
    full = replace(three, board=(2,) * len(HEXES))
    asked = "Nothing fits any more: score a surrounded number, or finish."
    assert ask(GAME, full, YOU) == asked
    over = replace(full, scored=frozenset({CENTRE}), finished=True)
    assert ask(GAME, over, YOU) == "The game is over: 2 points. The board is full."


def test_the_end_names_the_dice_that_did_not_fit() -> None:
    board = tuple(EMPTY if spot == 0 else 9 for spot in range(len(HEXES)))
    stuck = replace(ROLLED, board=board, dice=(3, 1, 8, 7, EMPTY, EMPTY), score_taken=True)
    assert tell_end(stuck) == "No die fits any more (3, 1, 8 and 7)."
    assert ask(GAME, stuck, YOU).endswith("points. No die fits any more (3, 1, 8 and 7).")


def test_a_placement_that_would_end_the_game_is_named_before_it_is_made() -> None:
    state = GAME.play(GAME.roll(GAME.start(), (2, 2, 2, 2, 12, 20)), "place d20 e6")
    assert ask(GAME, state, YOU).endswith(
        "These would end the game, as nothing else would fit: d12 e4."
    )
