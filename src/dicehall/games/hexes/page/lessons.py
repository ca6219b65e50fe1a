"""The tutorial of Pocket Hexes, shown during the first match."""

from collections.abc import Sequence

from dicehall.game_page.protocol import Lesson
from dicehall.game_page.scene import Scene
from dicehall.games.hexes.rules import PLACEMENTS, SCORES, HexesState
from dicehall.words.language import _


def lessons(scene: Scene) -> Sequence[Lesson]:
    """Each in its own situation: a ring, the first die, the second, the next round."""
    if not scene.acting:
        return ()
    state: HexesState = scene.state
    ringed = [move for move in scene.moves if move in SCORES]
    ringed.sort(key=lambda move: -state.board[SCORES[move]])
    fitting = []
    if ringed:
        text = _("A ring: six numbers around it! Tap it to score its value. One ring per round.")
        fitting.append(Lesson("ring", f"hex-{ringed[0].split()[1]}", text))
    if state.placements_left == PLACEMENTS:
        text = _("Surround big numbers: place three of these dice. Pick a die, then a glowing hex.")
        fitting.append(Lesson("choose", "tray", text))
    elif state.placements_left:
        text = _(
            "Place a number beside ones that aren’t bigger. A 1 stands alone, a 0 fits anywhere."
        )
        fitting.append(Lesson("fit", "tray", text))
    elif "roll" in scene.moves and not ringed:
        text = _(
            "All three are placed: roll again. Border hexes never score, but they help build rings."
        )
        fitting.append(Lesson("roll", "roll", text))
    return fitting
