"""Sparkle in plain text: the dice, and the distance to the threshold."""

from collections.abc import Iterable

from dicehall.game.turns import spell_face
from dicehall.games.sparkle.rules import ALL, Sparkle, SparkleState
from dicehall.words.language import _
from dicehall.words.lines import at_left
from dicehall.words.viewer import Viewer

LABEL_WIDTH = 12
IN_THE_AIR = "?"
NOT_HERE = "."


def draw(game: Sparkle, state: SparkleState, viewer: Viewer) -> str:
    """The turn's points against its threshold, then the dice by position."""
    threshold = game.threshold(state.number)
    missing = max(0, threshold - state.total - state.points)
    values = {"turn": state.number, "threshold": threshold, "missing": missing}
    points = {"total": state.total, "points": state.points, "extra": state.extra}
    lines = [
        _("Turn %(turn)d: threshold %(threshold)d, %(missing)d to go") % values,
        _("Total %(total)d, this turn %(points)d, Extra Dice %(extra)d") % points,
        "",
        _row("", (f"({position})" for position in ALL)),
        _row(_("Active"), (_active(state, position) for position in ALL)),
        _row(_("Banked"), (_banked(state, position) for position in ALL)),
    ]
    if state.waiting:
        lines.append("")
        waits = _("The set of %(value)ds waits for its certificate.")
        lines.append(waits % {"value": state.waiting})
    return "\n".join(lines)


def _active(state: SparkleState, position: int) -> str:
    if position in state.throwing:
        return IN_THE_AIR
    return spell_face(state.dice[position - 1]) if position in state.table else NOT_HERE


def _banked(state: SparkleState, position: int) -> str:
    return spell_face(state.dice[position - 1]) if position in state.banked else NOT_HERE


def _row(label: str, cells: Iterable[str]) -> str:
    return (at_left(label, LABEL_WIDTH) + "".join(cell.center(5) for cell in cells)).rstrip()


def rules(game: Sparkle) -> str:
    return _(
        "Roll five dice, bank at least one that scores, then roll the rest or end the\n"
        "turn. Five alike are a heap: 100 per pip, ones 1000. Three alike are a set: 10\n"
        "per pip, ones 100. On its own, a 1 is 10 and a 5 is 5.\n"
        "The Spark (*) is wild: it completes a heap or a set; otherwise it is 10.\n"
        "A set must be banked and needs its certificate: roll again and score; a roll\n"
        "that shows its number is void. Five banked dice come back and must be rolled.\n"
        "You can end the turn once your total and turn points reach the threshold,\n"
        "which keeps rising. A roll in which nothing scores is a fizzle: you lose the\n"
        "turn's points, and the game too if your total is below the threshold.\n"
        "To re-roll dice after any roll, pay one Extra Die for each."
    )


def notation(game: Sparkle) -> str:
    return _(
        "Moves: roll 1 4 (bank these positions, roll the rest), end 1 4 (bank them and\n"
        "end the turn), reroll 2 3 (pay two Extra Dice to re-roll these), fizzle."
    )
