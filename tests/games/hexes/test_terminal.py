from dataclasses import replace

from dicehall.games.hexes.rules import CENTRE, HEXES, NEIGHBOURS, Hexes
from dicehall.games.hexes.terminal import draw
from dicehall.words.viewer import Viewer

GAME = Hexes()


def test_surrounded_numbers_are_in_brackets_and_scored_ones_in_square_ones() -> None:
    state = GAME.roll(GAME.start(), (4, 6, 8, 0, 12, 20))
    board = list(state.board)
    for spot in NEIGHBOURS[CENTRE]:
        board[spot] = 12
    state = GAME.play(replace(state, board=tuple(board)), "place d20 e7")
    lines = [
        "Round 1, score 0",
        "",
        "            a1   .     .     .     .     .    a5",
        "         b1   .     .     .     .     .     .    b6",
        "      c1   .     .     .     .     .     .     .    c7",
        "   d1   .     .     .     12    12    .     .     .    d8",
        "e1   .     .     .     12   (1)    12    20    .     .    e9",
        "   f1   .     .     .     12    12    .     .     .    f8",
        "      g1   .     .     .     .     .     .     .    g7",
        "         h1   .     .     .     .     .     .    h6",
        "            i1   .     .     .     .     .    i5",
        "",
        "   d4   d6   d8  d10  d12  d20",
        "    4    6    8    0   12    -",
    ]
    assert draw(GAME, state, Viewer(("You",))) == "\n".join(lines)
    scored = draw(GAME, GAME.play(state, "score e5"), Viewer(("You",))).split("\n")
    assert scored[0] == "Round 1, score 1"
    assert "  12   [1]    12 " in scored[6]
    assert len(HEXES) == sum(row.count(" .") + row.count("12") for row in lines[2:11]) + 2
