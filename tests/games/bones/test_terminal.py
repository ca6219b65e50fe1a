from dicehall.games.bones.rules import Bones, BonesState
from dicehall.games.bones.terminal import draw, rules
from dicehall.words.viewer import Viewer


def test_the_grids_face_each_other() -> None:
    state = BonesState((((5, 5, 3), (), (6,)), ((1,), (2, 4), ())), seat=0, die=4)
    assert draw(Bones("knuckles"), state, Viewer(("Ada", "Bob"))) == "\n".join(
        [
            "Bob: 7",
            "  .     .     .",
            "  .     4     .",
            "  1     2     .",
            "------------------",
            "  1     6     0",
            " (1)   (2)   (3)",
            "  28    0     6",
            "------------------",
            "  5     .     6",
            "  5     .     .",
            "  3     .     .",
            "Ada: 34",
            "",
            "Die: 4",
        ]
    )


def test_your_own_grid_is_below_in_either_seat() -> None:
    state = BonesState((((5, 5, 3), (), (6,)), ((1,), (2, 4), ())), seat=0, die=4)
    for you, nearest_row in enumerate(("  5     .     6", "  1     2     .")):
        board = draw(Bones("knuckles"), state, Viewer(("Ada", "Bob"), you))
        _above, _scores, below = board.split("------------------\n")
        assert below.startswith(f"{nearest_row}\n")
        assert "\nYou: " in below


def test_a_small_grid_has_as_many_rows_as_it_is_high() -> None:
    game = Bones("knuckles", height=1)
    assert draw(game, game.start(), Viewer(("Ada", "Bob"))).count(".     .     .") == 2


def test_each_scoring_is_explained() -> None:
    assert "n of value v are worth v x n x n" in rules(Bones("knucklebones"))
    assert "3 3 3 is 27" in rules(Bones("knuckles"))
