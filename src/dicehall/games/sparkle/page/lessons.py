"""What a newcomer is told in the first match of Sparkle, on the real table."""

from collections.abc import Iterator, Sequence

from dicehall.game_page.lessons import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.marks import groups
from dicehall.games.sparkle.rules import SparkleState, selections
from dicehall.words.language import _

DICE = "label.spot .die"
"""Those that lie on the table."""


def lessons(scene: Scene) -> Sequence[Lesson]:
    """Those that fit what lies on the table."""
    return tuple(_lessons(scene.state)) if scene.moves else ()


def _lessons(state: SparkleState) -> Iterator[Lesson]:
    banks = selections(state)
    if not banks:
        yield Lesson(
            "fizzle",
            "mode",
            _(
                "Nothing scores: a fizzle. Extra Dice can save the turn: choose dice to throw"
                " again, and pay one for each. Or accept it."
            ),
        )
        return
    if sets := groups(state):
        yield Lesson(
            "set",
            f"die-{sets[0][0][1]}",
            _(
                "Three alike are a set: one tap takes it. It counts once the next roll scores,"
                " so you must roll again."
            ),
            DICE,
        )
    else:
        first = min(position for chosen in banks for position in chosen)
        yield Lesson(
            "gold",
            f"die-{first}",
            _(
                "The gold ones score. Tap them to bank: a 1 is worth 10, a 5 is worth 5."
                " The others are thrown again."
            ),
            DICE,
        )
    if state.points:
        yield Lesson(
            "way",
            "way",
            _(
                "Gold is at stake: it is yours when you end the turn, and you may end it once"
                " the bar reaches the mark. A roll in which nothing scores loses it."
            ),
        )
        yield Lesson(
            "extra",
            "extra",
            _("Extra Dice: pay one for each die that you want to throw again, after any roll."),
        )
