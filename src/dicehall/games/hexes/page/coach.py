"""Where the coach's values appear at Pocket Hexes: on the hexes, per die, and on the dice."""

from dicehall.game_page.advice import Advice, CoachNote, CoachNotes
from dicehall.game_page.scene import Scene
from dicehall.games.hexes.rules import DICE


def advise(scene: Scene, advice: Advice) -> CoachNotes:
    """There is little room, so only differences between moves are shown."""
    worths: dict[str, list[CoachNote]] = {}
    for move in scene.moves:
        match move.split():
            case ["place", die, name]:
                worths.setdefault(f"hex-{name}", []).append(CoachNote(advice.brief(move), of=die))
            case ["score", name]:
                worths[f"score-{name}"] = [CoachNote(advice.brief(move))]
            case [ahead]:
                worths[ahead] = [CoachNote(advice.label(move))]
    for one in DICE:
        if best := advice.best_of(f"place {one.name} "):
            worths[f"die-{one.name}"] = [CoachNote(advice.brief(best))]
    match advice.best.split():
        case ["place", die, name]:
            return CoachNotes(worths, hinted=f"hex-{name}", picked=f"choose-{die}")
        case ["score", name]:
            return CoachNotes(worths, hinted=f"hex-{name}")
    return CoachNotes(worths)
