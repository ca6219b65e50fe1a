"""The tutorial of FUNE, shown during the first match."""

from collections.abc import Sequence

from dicehall.game_page.protocol import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.fune.rules import upper_sum
from dicehall.words.language import _


def lessons(scene: Scene) -> Sequence[Lesson]:
    """Dice first, then the re-roll, then the card; the bonus when it first matters."""
    if not scene.acting:
        return ()
    state = scene.state
    taught: list[Lesson] = []
    if state.rerolls_left:
        text = _("Every turn fills one row. Tap the dice you want to keep: they turn gold.")
        taught.append(Lesson("lock", "dice", text))
    if state.rerolls_left == 1:
        text = _("Roll the others again, up to twice each turn.")
        taught.append(Lesson("roll", "throw", text))
    text = _(
        "Each row shows what your dice would score. Tap a row to choose it, tap "
        "again to write it in. You can use every row once."
    )
    taught.append(Lesson("score", "card", text))
    if upper_sum(state.cards[state.seat]):
        text = _("Ones to Sixes fill this bar: reach 63 points for a bonus of 35.")
        taught.append(Lesson("bonus", "bonus", text))
    return taught
