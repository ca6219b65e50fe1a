from dicehall.games.fune.rules import Fune, FuneState
from dicehall.games.fune.terminal import draw
from dicehall.words.viewer import Viewer


def test_the_card_the_dice_and_their_worth_best_first() -> None:
    mine = (None, 6, 9, 12, 15, 24, 20, None, None, None, None, None, None)
    theirs = (None,) * 13
    state = FuneState((mine, theirs), seat=0, dice=(3, 3, 2, 2, 2), rolls=1)
    assert draw(Fune(2), state, Viewer(("Ada", "Bob"))) == "\n".join(
        [
            "                      Ada      Bob",
            "Ones                    .        .",
            "Twos                    6        .",
            "Threes                  9        .",
            "Fours                  12        .",
            "Fives                  15        .",
            "Sixes                  24        .",
            "Upper sum         66 / 63   0 / 63",
            "Bonus                  35        0",
            "Three Dice             20        .",
            "Four Dice               .        .",
            "FUNE                    .        .",
            "Full House              .        .",
            "Short Straight          .        .",
            "Long Straight           .        .",
            "Choice                  .        .",
            "Total                 121        0",
            "",
            "                (1) (2) (3) (4) (5)",
            "Dice             3   3   2   2   2",
            "",
            "Full House 35, Choice 12, Ones 0, Four Dice 0, FUNE 0, Short Straight 0,",
            "Long Straight 0",
        ]
    )


def test_dice_in_the_cup_are_not_shown() -> None:
    assert "\nDice " not in draw(Fune(), Fune().start(), Viewer(("You",)))
