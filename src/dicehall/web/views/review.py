"""The texts of a review: verdicts on moves, accuracy, a summary."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import accumulate

from dicehall.game import Over
from dicehall.game_page.advice import (
    accuracy_percent,
    course_title,
    least_loss,
    say_amount,
    say_difference,
    say_value,
)
from dicehall.game_page.scene import Scene
from dicehall.players.review import JudgedDecision, Review
from dicehall.web.views.curve import Curve, draw_curve
from dicehall.web.views.histories import Timeline
from dicehall.words.language import _, ngettext
from dicehall.words.numbers import say_percent
from dicehall.words.phrases import capitalised, counted, together
from dicehall.words.telling import name_move

MOST_COSTLY = 5
FEW = 4
"""At most this many moves are named as the ones that made the difference."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged move, as text."""

    moment: int
    seat: int
    sentence: str
    value: str
    better: str
    """A better move; empty if there was none."""
    better_value: str
    loss: str


@dataclass(frozen=True, slots=True)
class Course:
    """The curve of a match, and its title."""

    curve: Curve
    title: str


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well a seat played."""

    name: str
    share: str
    """In percent; empty if the seat made no move."""
    lost: str
    """What its moves gave away; empty if nothing."""


def course_of(scene: Scene, review: Review, at: int | None = None) -> Course:
    """The curve of a match; `at` is the position of the replay, if there is one."""
    numbered = costliest(review, reviewed_seats(scene))
    curve = draw_curve(review, point_of_view(scene), numbered, at)
    return Course(curve, course_title(review.unit, scene.viewer))


def verdict_at(scene: Scene, timeline: Timeline, review: Review | None) -> Verdict | None:
    """The verdict on the last event; None if it was not a move or there is no review."""
    made = scene.history.moment - 1
    found = [one for one in review.judged if one.moment == made] if review else []
    return verdict(scene, timeline, review, found[0]) if review and found else None


def summarise(review: Review, scene: Scene, end: Over | None = None) -> str:
    """How the match ended, and how many moves could have been better: the viewer's moves or, for a
    spectator, everybody's. Empty if no move was made."""
    seats = scene.mine or range(scene.game.seats)
    summaries = [summary for seat in seats if (summary := summarise_seat(review, seat, scene))]
    ending = [_say_end(end, scene)] if end and len(end.scores) > 1 else []
    return together(*ending, *summaries) if summaries else ""


def _say_end(end: Over, scene: Scene) -> str:
    if len(end.winners) != 1:
        return _("A draw.")
    (winner,) = end.winners
    if winner == scene.viewer.you:
        return _("You won.")
    return _("%(name)s won.") % {"name": scene.players[winner]}


def summarise_seat(review: Review, seat: int, scene: Scene) -> str:
    """How many moves of a seat could have been better; empty if it made none."""
    if review.accuracy(seat) is None:
        return ""
    if seat == scene.viewer.you:
        if not given_away(review, seat):
            return _("None of your moves could have been better.")
        return capitalised(_say_blamed(review, seat))
    count = _say_blamed(review, seat)
    return _("%(name)s: %(text)s") % {"name": scene.names[seat], "text": count}


def _say_blamed(review: Review, seat: int) -> str:
    """How many moves could have been better; starts in lower case."""
    blamed = len(costliest(review, (seat,), most=len(review.judged)))
    few = moves_to_blame(review, seat)
    if not given_away(review, seat):
        return _("no move could have been better.")
    if not blamed:
        return _("hardly any move could have been better.")
    if blamed > MOST_COSTLY and not few:
        return _("many moves could have been better.")
    if blamed > MOST_COSTLY:
        message = ngettext(
            "%(count)s move could have been much better.",
            "%(count)s moves could have been much better.",
            few,
        )
        return message % {"count": counted(few)}
    message = ngettext(
        "%(count)s move could have been better.",
        "%(count)s moves could have been better.",
        blamed,
    )
    return message % {"count": counted(blamed)}


def moves_to_blame(review: Review, seat: int) -> int:
    """The number of moves, at most `FEW`, that cost over half of what a seat gave away; else 0."""
    blamed = [one.cost for one in review.judged if one.seat == seat and one.is_blamed]
    so_far = accumulate(sorted(blamed, reverse=True)[:FEW])
    half = review.given_away(seat) / 2
    return next((few for few, lost in enumerate(so_far, start=1) if lost > half), 0)


def say_share(review: Review, seat: int) -> str:
    """The accuracy of a seat in percent; 100 only if it gave nothing away."""
    share = accuracy_percent(review, seat)
    return "" if share is None else say_percent(share)


def given_away(review: Review, seat: int) -> str:
    """The total cost of a seat's moves, as text; empty if it rounds to nothing."""
    lost = review.given_away(seat)
    return say_amount(lost, review.unit) if lost >= least_loss(review.unit) else ""


def reviewed_seats(scene: Scene) -> tuple[int, ...]:
    """The seats that a review shows first: the viewer's if they have exactly one, else all."""
    return scene.mine if len(scene.mine) == 1 else tuple(range(scene.game.seats))


def costliest(
    review: Review, seats: Collection[int], most: int = MOST_COSTLY
) -> tuple[JudgedDecision, ...]:
    """The costliest moves of these seats."""
    blamed = review.costliest(len(review.judged), least_loss(review.unit))
    return tuple(one for one in blamed if one.seat in seats)[:most]


def verdict(scene: Scene, timeline: Timeline, review: Review, judged: JudgedDecision) -> Verdict:
    """A judged move and the better one, as text."""
    state, done = timeline[judged.moment].state, timeline[judged.moment + 1].recent[-1]
    best = judged.best_value if judged.is_blamed else judged.value
    return Verdict(
        moment=judged.moment,
        seat=judged.seat,
        sentence=done.sentence(scene.viewer),
        value=say_value(judged.value, review.unit),
        better=name_move(scene.game, state, judged.best) if judged.is_blamed else "",
        better_value=say_value(judged.best_value, review.unit),
        loss=say_difference(best, judged.value, review.unit) if judged.cost else _("best"),
    )


def point_of_view(scene: Scene) -> int:
    """The seat whose chances the curve shows: the viewer's if they have exactly one, else 0."""
    return scene.mine[0] if len(scene.mine) == 1 else 0
