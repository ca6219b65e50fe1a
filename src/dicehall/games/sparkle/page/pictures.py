"""Pictures of Sparkle for the home page and its rules."""

from collections.abc import Sequence

from dicehall.game.turns import SPARK
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.words.language import _


def sample(game: Sparkle) -> Scene:
    """A set with the Spark, and a 1 that certifies it."""
    state = SparkleState(
        number=1,
        total=0,
        points=60,
        dice=(SPARK, 6, 6, 1, 4),
        banked=(1, 2, 3),
        throwing=(),
        waiting=0,
        extra=5,
    )
    return Scene.still(game, state)


def examples(game: Sparkle) -> Sequence[tuple[str, Scene]]:
    """A banked set, its certificate, and a fizzle."""
    rolled = game.roll(game.start(), (SPARK, 6, 6, 1, 2))
    waiting = game.play(rolled, "roll 1 2 3")
    certified = game.roll(waiting, (5, 2))
    fizzled = game.roll(waiting, (4, 2))
    return (
        (
            _("The Spark and two 6s make a set, which must be banked; the 1 can go with it."),
            Scene.still(game, rolled),
        ),
        (
            _("The set is banked and waits for its certificate while dice 4 and 5 are rolled."),
            Scene.still(game, waiting),
        ),
        (_("A 5 scores: the set is certified."), Scene.still(game, certified)),
        (
            _("Nothing scores: a fizzle. Extra Dice can save the 60 points."),
            Scene.still(game, fizzled),
        ),
    )
