"""Highlights at FUNE: an entry just written into a card, and a roll that completes a
combination. And how long each board of an animation is shown before the next one."""

from dataclasses import dataclass

from dicehall.game.records import Played, Rolled
from dicehall.game_page.expressions import feeling_by_scores
from dicehall.game_page.history import Step
from dicehall.game_page.scene import Scene
from dicehall.games.fune.rules import BONUS, BOXES, KEEPS, SCORES, FuneState, bonus, points
from dicehall.words.language import N_, _, ngettext

CHEERS = {
    "fune": N_("FUNE!"),
    "long-straight": N_("Long Straight!"),
    "full-house": N_("Full House!"),
    "short-straight": N_("Short Straight!"),
}

ALL_OR_NOTHING = ("fune", "long-straight", "full-house", "short-straight")
"""The boxes that score all or nothing, best first."""

FUNE_BREATH_MS = 800
CHEER_BREATH_MS = 450
"""Shorter than the cheer, which goes on while the next dice fly."""
LOOK_BREATH_MS = 220
"""Time to look at dice that another player rolled or keeps."""
SCORE_BREATH_MS = 120
"""Short, because the card stays in sight while the next dice fly."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the last event wrote into a card."""

    seat: int
    box: str
    points: int
    cheer: str
    """Shown in large letters; usually empty."""
    beneath: str
    """Who scored what, shown below."""


def written(scene: Scene) -> Written | None:
    """What was just written; None after any other event."""
    last = scene.last
    if last is None or not isinstance(last.event, Played) or last.event.move not in SCORES:
        return None
    seat, box = last.event.seat, BOXES[SCORES[last.event.move]]
    gained = points(box, last.before.dice)
    cheer, all_gained = _(CHEERS[box]) if gained and box in CHEERS else "", gained
    if bonus(last.after.cards[seat]) > bonus(last.before.cards[seat]):
        cheer, all_gained = _("Bonus +%(points)d") % {"points": BONUS}, gained + BONUS
    return Written(seat, box, gained, cheer, _beneath(scene.names[seat], all_gained))


def _beneath(name: str, gained: int) -> str:
    text = ngettext("%(name)s: %(points)d point", "%(name)s: %(points)d points", gained)
    return text % {"name": name, "points": gained}


def completed(state: FuneState) -> str:
    """The open box that the dice fill with its maximum, so that no re-roll could improve it; empty
    without one."""
    card = state.cards[state.seat]
    filled = (
        box for box in ALL_OR_NOTHING if card[BOXES.index(box)] is None and points(box, state.dice)
    )
    return next(filled, "")


def shines(scene: Scene) -> bool:
    """Whether the last roll completes a combination."""
    just_rolled = scene.last is not None and isinstance(scene.last.event, Rolled)
    return just_rolled and bool(completed(scene.state))


def breath_ms(scene: Scene) -> int:
    """How long a board is shown before the next one. The viewer's own dice fly at once: they know
    which they keep."""
    just_written = written(scene)
    if just_written and just_written.cheer:
        return FUNE_BREATH_MS if just_written.box == "fune" else CHEER_BREATH_MS
    if just_written:
        return SCORE_BREATH_MS
    match scene.last.event if scene.last else None:
        case Played(seat=seat, move=move) if move in KEEPS and seat in scene.mine:
            return 0
    return LOOK_BREATH_MS


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
