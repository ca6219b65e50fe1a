"""What a newcomer to FUNE is told in the first match."""

from collections.abc import Sequence

from dicehall.game_page.lessons import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.fune.rules import upper_sum
from dicehall.words.language import _


def lessons(scene: Scene) -> Sequence[Lesson]:
    """Dice first, then the re-roll, then the card; the bonus when something counts for it."""
    if not scene.acting:
        return ()
    state = scene.state
    taught: list[Lesson] = []
    if state.rerolls_left:
        taught.append(Lesson("lock", "dice", _("Tap the dice that should stay: they turn gold.")))
    if state.rerolls_left == 1:
        text = _("The others can be rolled once more. Twice in a turn is all there is.")
        taught.append(Lesson("roll", "throw", text))
    text = _(
        "Each row says what your dice would score in it. Tap one to choose it, tap again to "
        "write it. Every row can be used once."
    )
    taught.append(Lesson("score", "card", text))
    if upper_sum(state.cards[state.seat]):
        text = _("Ones to Sixes fill this bar: 63 points in them are worth 35 more.")
        taught.append(Lesson("bonus", "bonus", text))
    return taught
