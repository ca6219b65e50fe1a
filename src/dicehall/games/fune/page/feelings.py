"""What the seats of FUNE feel about a roll or an entry, for their faces."""

from dicehall.game.records import Played, Rolled
from dicehall.game_page.expressions import feeling_by_scores
from dicehall.game_page.history import Step
from dicehall.games.fune.page.moments import completed
from dicehall.games.fune.rules import SCORES, bonus


def feeling(step: Step) -> int:
    """What the acting seat feels: triumph about a FUNE, joy about the bonus, pain about a 0."""
    match step.event:
        case Rolled():
            return 2 if completed(step.after) == "fune" else 0
        case Played(seat=seat, move=move) if move in SCORES:
            card, before = step.after.cards[seat], step.before.cards[seat]
            scored = card[SCORES[move]]
            if move == "score fune" and scored:
                return 2
            if bonus(card) > bonus(before):
                return 1
            return feeling_by_scores(step) if scored else -1
        case Played():
            return 0
