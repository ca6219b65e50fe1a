"""Where the coach's values appear at Knuckles and Knucklebones: in the columns and their labels."""

from dicehall.game_page.advice import Advice, CoachNote, CoachNotes
from dicehall.game_page.scene import Scene
from dicehall.games.bones.page.view import view
from dicehall.words.language import _


def advise(scene: Scene, advice: Advice) -> CoachNotes:
    """Each playable column with its chance to win."""
    shown = view(scene)
    columns = {
        f"{side}-{column.number}": column
        for side, grid in (("far", shown.far), ("near", shown.near))
        for column in grid.columns
        if column.move
    }
    return CoachNotes(
        worths={place: [CoachNote.compared(advice, one.move)] for place, one in columns.items()},
        names={
            place: " ".join([one.label, _win_chance(advice, one.move)])
            for place, one in columns.items()
        },
    )


def _win_chance(advice: Advice, move: str) -> str:
    return _("Win chance with best play: %(worth)s") % {"worth": advice.label(move)}
