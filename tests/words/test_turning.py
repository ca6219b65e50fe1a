"""The move that decided a match, in the words of each game."""

from dataclasses import replace
from typing import Any

import pytest

from dicehall.game import AnyGame, new_game
from dicehall.game.records import Played
from dicehall.games.hexes.rules import CENTRE, NEIGHBOURS
from dicehall.words.telling import tell_turning
from dicehall.words.viewer import Viewer
from support.playouts import state_after

YOU = Viewer(("Ada",), you=0)


def turning(game: AnyGame, before: Any, move: str, viewer: Viewer) -> str:
    return tell_turning(game, before, Played(0, move), game.play(before, move), viewer)


@pytest.mark.parametrize(("you", "whose"), [(0, "Your"), (1, "Ada's"), (None, "Ada's")])
def test_a_die_takes_points_away_or_brings_them(you: int | None, whose: str) -> None:
    viewer = Viewer(("Ada", "Bob"), you)
    lines = ("roll 5", "0 column 2", "roll 5", "1 column 1", "roll 5")
    before = state_after("game: knucklebones", *lines)
    game = new_game("knucklebones")
    pair = turning(game, before, "column 2", viewer)
    hit = turning(game, before, "column 1", viewer)
    assert pair == f"{whose} 5 in column 2 scored 15 points."
    assert hit == f"{whose} 5 in column 1 took 5 points away."


def test_a_box_and_the_bonus() -> None:
    game = new_game("fune", 2)
    before = game.roll(game.start(), (6, 6, 6, 6, 6))
    viewer = Viewer(("Ada", "Bob"), you=1)
    assert turning(game, before, "score fune", viewer) == "Ada's FUNE for 50 points."
    card = (3, 6, 9, 12, 15, *before.cards[0][5:])
    near = replace(before, cards=(card, before.cards[1]))
    sentence = turning(game, near, "score sixes", viewer)
    assert sentence == "Ada's Sixes for 30 points, and the bonus of 35."


def test_a_ring() -> None:
    game = new_game("pocket-hexes")
    board = list(game.start().board)
    board[CENTRE] = 19
    for spot in NEIGHBOURS[CENTRE]:
        board[spot] = 5
    rolled = game.roll(game.start(), (3, 1, 8, 0, 12, 5))
    ringed = replace(rolled, board=tuple(board))
    assert turning(game, ringed, "score e5", YOU) == "Your highest ring scored 19 points."


def test_a_turn() -> None:
    game = new_game("sparkle")
    before = replace(game.roll(game.start(), (6, 1, 2, 3, 4)), number=4, total=800, points=200)
    assert turning(game, before, "end 2", YOU) == "Your turn 4 scored 210 points."


def test_a_game_without_words_for_it_tells_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("dicehall.games.bones.words.tell_turning")
    before = state_after("game: knucklebones", "roll 5")
    sentence = turning(new_game("knucklebones"), before, "column 2", Viewer(("Ada", "Bob"), you=0))
    assert sentence == "You put the 5 into column 2."
