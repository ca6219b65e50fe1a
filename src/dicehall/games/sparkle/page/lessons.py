"""The tutorial of Sparkle, shown during the first match."""

from collections.abc import Iterator, Sequence

from dicehall.game_page.protocol import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.marks import groups
from dicehall.games.sparkle.rules import SparkleState, selections
from dicehall.words.language import _

DICE = "label.spot .die"
"""The dice on the table."""


def lessons(scene: Scene) -> Sequence[Lesson]:
    """The lessons that fit the dice on the table."""
    return tuple(_lessons(scene.state)) if scene.moves else ()


def _lessons(state: SparkleState) -> Iterator[Lesson]:
    banks = selections(state)
    if not banks:
        yield Lesson(
            "fizzle",
            "mode",
            _(
                "Nothing scores: a fizzle. Extra Dice can save the turn: choose dice to "
                "re-roll and pay one for each. Or accept it."
            ),
        )
        return
    if sets := groups(state):
        yield Lesson(
            "set",
            f"die-{sets[0][0][1]}",
            _(
                "Three alike are a set: tap once to take it. It counts once the next roll "
                "scores, so you must roll again."
            ),
            DICE,
        )
    else:
        first = min(position for chosen in banks for position in chosen)
        yield Lesson(
            "gold",
            f"die-{first}",
            _(
                "The gold dice score. Tap them to bank them: a 1 is worth 10, a 5 is worth 5. The "
                "others are rolled again."
            ),
            DICE,
        )
    if state.points:
        yield Lesson(
            "way",
            "way",
            _(
                "The gold part is not safe yet. End the turn to keep it, which you can do once "
                "the bar reaches the mark. If a roll scores nothing, you lose it."
            ),
        )
        yield Lesson(
            "extra",
            "extra",
            _("Extra Dice: after any roll, pay one for each die you want to re-roll."),
        )
