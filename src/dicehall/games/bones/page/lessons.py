"""What a newcomer is told in the first match of Knuckles or Knucklebones."""

from collections.abc import Sequence

from dicehall.game_page.lessons import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.bones.page.view import view
from dicehall.words.language import _


def lessons(scene: Scene) -> Sequence[Lesson]:
    """First what to do, then what each choice would bring, then what hits, as it comes up."""
    shown = view(scene)
    side = "near" if shown.near.to_move else "far"
    grid = shown.near if shown.near.to_move else shown.far
    playable = [column for column in grid.columns if column.move]
    found = []
    if playable:
        text = _("This die is yours. Put it into one of your three columns: tap one.")
        found.append(Lesson("place", "hand", text, f".{side} .column"))
    hits = [column for column in playable if column.takes]
    if hits:
        text = _("The same number lies opposite. Put your die here, and it is knocked out.")
        found.append(Lesson("hit", f"{side}-{hits[0].number}", text, ".doomed"))
    pairs = [column for column in playable if any(die.value == shown.die for die in column.dice)]
    if pairs:
        text = _("Equal dice in one column are worth far more together. See what this one brings.")
        found.append(Lesson("pair", f"{side}-{pairs[0].number}", text))
    if scene.history.moment > 2 and playable:
        text = _("Under each column stands what you gain there, and what the other side loses.")
        found.append(Lesson("tags", f"{side}-{playable[0].number}", text, f".{side} .tag"))
    return found
