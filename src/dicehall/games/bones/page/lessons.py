"""The tutorial of Knuckles and Knucklebones, shown during the first match."""

from collections.abc import Sequence

from dicehall.game_page.lessons import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.bones.page.view import view
from dicehall.words.language import _


def lessons(scene: Scene) -> Sequence[Lesson]:
    """First what to do, then what each choice gains, then knockouts, as they come up."""
    shown = view(scene)
    side = "near" if shown.near.to_move else "far"
    grid, facing = (shown.near, shown.far) if shown.near.to_move else (shown.far, shown.near)
    playable = [column for column in grid.columns if column.move]
    found = []
    if playable:
        text = _("The higher total wins. This die is yours: tap one of your columns to place it.")
        found.append(Lesson("place", "hand", text, f".{side} .column"))
    hits = [column for column in facing.columns if column.at_risk]
    if hits:
        text = _("The same number is on the other side. Place your die here to knock it out.")
        found.append(Lesson("hit", f"{side}-{hits[0].number}", text, ".doomed, .player"))
    pairs = [column for column in playable if any(die.value == shown.die for die in column.dice)]
    if pairs:
        text = _("Matching dice in a column are worth far more together. See what this one adds.")
        found.append(Lesson("pair", f"{side}-{pairs[0].number}", text))
    if scene.history.moment > 2 and playable:
        text = _("Your columns show what you would gain, theirs what they would lose.")
        found.append(Lesson("tags", f"{side}-{playable[0].number}", text, f".{side} .tag"))
    return found
