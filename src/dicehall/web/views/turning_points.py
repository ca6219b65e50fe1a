"""The turning point of a match: by the review if there is one, otherwise by the scores alone."""

from itertools import pairwise

from dicehall.game import AnyGame
from dicehall.game.records import Played
from dicehall.game_page.advice import win_percent
from dicehall.game_page.history import Step
from dicehall.players.review import Review
from dicehall.players.worth import POINTS
from dicehall.web.views.histories import Timeline
from dicehall.words.language import _
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import together
from dicehall.words.turning import tell_turning
from dicehall.words.viewer import Viewer

LEAST_SWING = {POINTS: 1.0}
"""The smallest swing that counts as a turning point, by the unit of the review."""
LEAST_CHANCE = 0.1
"""The same for win-minus-loss values: five percentage points."""


def turning_point(
    timeline: Timeline, winner: int, viewer: Viewer, review: Review | None = None
) -> str:
    """A sentence on the event that helped the winner most; empty if nothing stands out."""
    if review and (text := _by_review(timeline, winner, viewer, review)):
        return text
    step = decisive(timeline, winner)
    if step is None:
        return ""
    assert isinstance(step.event, Played)
    return tell_turning(step.game, step.before, step.event, step.after, viewer)


def decisive(timeline: Timeline, winner: int) -> Step | None:
    """The move that increased the winner's lead most; of equals, the last."""
    best, most = None, 0
    for history in timeline[1:]:
        step = history.recent[-1]
        if not isinstance(step.event, Played):
            continue
        gain = _lead(step.game, step.after, winner) - _lead(step.game, step.before, winner)
        if gain >= max(most, 1):
            best, most = step, gain
    return best


def _lead(game: AnyGame, state: object, seat: int) -> int:
    """How far a seat is ahead; in a game for one, its score."""
    scores = game.scores(state)
    return 2 * scores[seat] - sum(scores) if len(scores) > 1 else scores[seat]


def _by_review(timeline: Timeline, winner: int, viewer: Viewer, review: Review) -> str:
    """The largest swing of the curve, which may be a roll or a mistake by the loser."""
    sign = -1 if winner else 1
    swings = [
        (sign * (now - was), end, was, now) for (_m, was), (end, now) in pairwise(review.curve)
    ]
    if not swings:
        return ""
    rise, end, was, now = max(swings)
    if rise < LEAST_SWING.get(review.unit, LEAST_CHANCE):
        return ""
    happened = timeline[end].recent[-1].told(viewer)
    if review.unit == POINTS:
        values = {"was": say_number(was), "now": say_number(now)}
        return together(happened, _("Expected score: %(was)s → %(now)s.") % values)
    values = {
        "name": viewer.named(winner),
        "was": say_percent(win_percent(sign * was)),
        "now": say_percent(win_percent(sign * now)),
    }
    if winner == viewer.you:
        return together(happened, _("Your chance to win: %(was)s → %(now)s.") % values)
    return together(happened, _("%(name)s's chance to win: %(was)s → %(now)s.") % values)
