"""The tutorial of Knuckles and Knucklebones, shown during the first match."""

from collections.abc import Sequence

from dicehall.game_page.protocol import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.bones.rules import MOVES, BonesState
from dicehall.words.language import _


def lessons(scene: Scene) -> Sequence[Lesson]:
    """First what to do, then what each choice gains, then knockouts, as they come up."""
    state: BonesState = scene.state
    side = "near" if state.seat in scene.mine[:1] else "far"
    own, facing = state.grids[state.seat], state.grids[1 - state.seat]
    playable = [MOVES.index(move) for move in scene.moves]
    found = []
    if playable:
        text = _("The higher total wins. This die is yours: tap one of your columns to place it.")
        found.append(Lesson("place", "hand", text, f".{side} .column"))
    hits = [column + 1 for column in playable if state.die in facing[column]]
    if hits:
        text = _("The same number is on the other side. Place your die here to knock it out.")
        found.append(Lesson("hit", f"{side}-{hits[0]}", text, ".doomed, .player"))
    pairs = [column + 1 for column in playable if state.die in own[column]]
    if pairs:
        text = _("Matching dice in a column are worth far more together. See what this one adds.")
        found.append(Lesson("pair", f"{side}-{pairs[0]}", text, "#hand"))
    if scene.history.moment > 2 and playable:
        text = _("Your columns show what you would gain, theirs what they would lose.")
        found.append(Lesson("tags", f"{side}-{playable[0] + 1}", text, f".{side} .tag"))
    return found
