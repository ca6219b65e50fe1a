from dicehall.game.turns import SPARK
from dicehall.games.sparkle.rules import Sparkle
from dicehall.games.sparkle.terminal import draw
from dicehall.words.viewer import Viewer

GAME = Sparkle()


def test_active_and_banked_dice_by_position() -> None:
    state = GAME.roll(GAME.start(), (SPARK, 4, 4, 6, 3))
    thrown = GAME.play(state, "roll 1 2 3")
    assert draw(GAME, thrown, Viewer(("You",))) == "\n".join(
        [
            "Turn 1: threshold 100, 60 to go",
            "Total 0, this turn 40, Extra Dice 5",
            "",
            "             (1)  (2)  (3)  (4)  (5)",
            "Active        .    .    .    ?    ?",
            "Banked        *    4    4    .    .",
            "",
            "The set of 4s waits for its certificate.",
        ]
    )
    fallen = draw(GAME, GAME.roll(thrown, (6, 1)), Viewer(("You",)))
    assert fallen.endswith(
        "Active        .    .    .    6    1\nBanked        *    4    4    .    ."
    )
