"""What to tell about a finished match: a comeback, a steal or its turning point.

The turning point is where the chance to win rose most: by the review if there is one, otherwise
roughly, by the lead.
"""

from dataclasses import dataclass
from itertools import pairwise

from dicehall.game.records import Played, Rolled
from dicehall.game_page.advice import win_percent
from dicehall.game_page.history import Step
from dicehall.players.review import Review
from dicehall.players.worth import POINTS
from dicehall.web.views.histories import Timeline
from dicehall.web.views.leads import Leads, LeadTurn
from dicehall.words.language import _, ngettext
from dicehall.words.numbers import say_number, say_percent
from dicehall.words.phrases import counted, together
from dicehall.words.telling import tell_turning
from dicehall.words.viewer import Viewer

LEAST_SWING = {POINTS: 1.0}
"""The smallest swing that counts as a turning point, by the unit of the review."""
LEAST_CHANCE = 0.1
"""The same for win-minus-loss values: five percentage points."""
MANY_CHANGES = 3
"""From here on, the number of lead changes is worth telling."""


@dataclass(frozen=True, slots=True)
class MatchStory:
    """What happened in a match, in one or two sentences after a title."""

    title: str = ""
    text: str = ""


def tell_story(
    timeline: Timeline, winner: int, viewer: Viewer, review: Review | None = None
) -> MatchStory:
    """The turning point of a match that was won; empty if nothing stands out."""
    if timeline[0].game.seats == 1:
        step = best_step(timeline)
        text = review and _by_review(timeline, winner, viewer, review)
        return MatchStory(_("Best moment:"), text or (_tell(step, viewer) if step else ""))
    leads = Leads.of(timeline, winner)
    story = _named(leads, viewer) or _by_chance(timeline, leads, viewer, review)
    if leads.changes < MANY_CHANGES:
        return story
    message = ngettext(
        "The lead changed %(count)s time.", "The lead changed %(count)s times.", leads.changes
    )
    changes = message % {"count": counted(leads.changes)}
    return MatchStory(story.title, together(story.text, changes) if story.text else changes)


def best_step(timeline: Timeline) -> Step | None:
    """The move that scored most for a player alone; of equals, the last."""
    best, most = None, 0
    for history in timeline[1:]:
        step = history.recent[-1]
        gain = step.game.scores(step.after)[0] - step.game.scores(step.before)[0]
        if isinstance(step.event, Played) and gain >= max(most, 1):
            best, most = step, gain
    return best


def _named(leads: Leads, viewer: Viewer) -> MatchStory | None:
    """A comeback with the last move: no other move can have mattered more."""
    if not leads.rescue:
        return None
    points = -leads.rescue.was
    if leads.winner == viewer.you:
        message = ngettext(
            "You were %(points)s point behind before the last move.",
            "You were %(points)s points behind before the last move.",
            points,
        )
    else:
        message = ngettext(
            "%(name)s was %(points)s point behind before the last move.",
            "%(name)s was %(points)s points behind before the last move.",
            points,
        )
    behind = message % {"name": viewer.names[leads.winner], "points": say_number(points)}
    return MatchStory(_("Comeback:"), together(behind, _tell(leads.rescue.step, viewer)))


def _by_chance(
    timeline: Timeline, leads: Leads, viewer: Viewer, review: Review | None
) -> MatchStory:
    """The turn that raised the chance to win most, and a comeback from far behind."""
    title, text, turn = _("Turning point:"), "", leads.decisive
    if review:
        text = _by_review(timeline, leads.winner, viewer, review)
    if turn and not text:
        title = _("Steal:") if _is_steal(turn) else title
        text = _tell(turn.step, viewer)
    if not text or not leads.far_behind:
        return MatchStory(title, text)
    return MatchStory(_("Comeback:"), together(_tell_far_behind(leads, viewer), text))


def _tell_far_behind(leads: Leads, viewer: Viewer) -> str:
    points = leads.far_behind
    values = {"name": viewer.names[leads.winner], "points": say_number(points)}
    if leads.winner == viewer.you:
        message = ngettext(
            "You were %(points)s point behind.", "You were %(points)s points behind.", points
        )
        return message % values
    message = ngettext(
        "%(name)s was %(points)s point behind.", "%(name)s was %(points)s points behind.", points
    )
    return message % values


def _is_steal(turn: LeadTurn) -> bool:
    """Whether the turn took the lead only because it took points away."""
    was, now = (turn.step.game.scores(state) for state in (turn.step.before, turn.step.after))
    gained = now[turn.seat] - was[turn.seat]
    return turn.was + gained <= 0 < turn.now


def _tell(step: Step, viewer: Viewer) -> str:
    assert isinstance(step.event, Played)
    return tell_turning(step.game, step.before, step.event, step.after, viewer)


def _scored_with(timeline: Timeline, rolled: int) -> Step | None:
    """The move that scored with the roll which was event number `rolled`; None if it was none."""
    if rolled + 1 >= len(timeline) or not isinstance(timeline[rolled].recent[-1].event, Rolled):
        return None
    step = timeline[rolled + 1].recent[-1]
    scores = [step.game.scores(state) for state in (step.before, step.after)]
    return step if isinstance(step.event, Played) and scores[0] != scores[1] else None


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
    happened = timeline[end].recent[-1].sentence(viewer)
    if (scored := _scored_with(timeline, end)) and end + 1 in (course := dict(review.curve)):
        happened, now = _tell(scored, viewer), course[end + 1]
    if review.unit == POINTS:
        values = {"was": say_number(was), "now": say_number(now)}
        return together(happened, _("Expected score: %(was)s → %(now)s.") % values)
    values = {
        "name": viewer.named(winner),
        "was": say_percent(win_percent(sign * was)),
        "now": say_percent(win_percent(sign * now)),
    }
    if winner == viewer.you:
        chance = _("Your chance to win with best play: %(was)s → %(now)s.")
    else:
        chance = _("%(name)s's chance to win with best play: %(was)s → %(now)s.")
    return together(happened, chance % values)
