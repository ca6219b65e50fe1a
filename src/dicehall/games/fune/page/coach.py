"""Where the coach's values appear at FUNE: in the rows of the card, and at the re-roll."""

from dicehall.game_page.advice import Advice, CoachNote, CoachNotes
from dicehall.game_page.scene import Scene
from dicehall.games.fune.page.view import combinations


def advise(scene: Scene, advice: Advice) -> CoachNotes:
    """Each open box with its worth, and each set of kept dice with the worth of the re-roll."""
    open_boxes = [(box, f"{title}: {points}") for box, title, points in combinations(scene.state)]
    moves = {move: move.removeprefix("keep").strip() for move in scene.moves}
    return CoachNotes(
        worths={
            f"worth-{box}": [CoachNote.compared(advice, f"score {box}")] for box, _ in open_boxes
        },
        names={
            f"box-{box}": f"{name} · {advice.value(f'score {box}')}" for box, name in open_boxes
        },
        choices={
            kept: {"advice": advice.label(move)}
            for move, kept in moves.items()
            if move.startswith("keep")
        },
    )
