"""The effects of the last event at a Sparkle table, for highlights and explanations."""

from dataclasses import dataclass

from dicehall.game.records import Played, Rolled
from dicehall.game.turns import Roll
from dicehall.game_page.history import Step
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.marks import groups
from dicehall.games.sparkle.page.trail import SparkleTrail
from dicehall.games.sparkle.rules import ALL, Sparkle, SparkleState, selections
from dicehall.games.sparkle.words import is_heap
from dicehall.words.language import _, ngettext
from dicehall.words.numbers import say_number
from dicehall.words.phrases import together


@dataclass(frozen=True, slots=True)
class Effects:
    """The visible effects of the last event; all empty in a picture."""

    gain: int = 0
    """The points added to the total."""
    loss: int = 0
    """The points that a fizzle took."""
    extra: int = 0
    """The Extra Dice gained."""
    heap: int = 0
    """The points of a heap just rolled."""
    fizzled: bool = False
    certified: int = 0
    """The number of the set that the roll certified."""
    void: Roll = ()
    """A roll that was just void."""
    came_back: bool = False
    """Whether all five dice were banked."""


def effects(scene: Scene) -> Effects:
    """The effects of the last event."""
    last = scene.last
    if last is None:
        return Effects()
    match last.event:
        case Rolled(roll=roll):
            return _of_roll(last, roll)
        case Played(move=move):
            return _of_move(last, move)


def _of_roll(step: Step, roll: Roll) -> Effects:
    before, after = step.before, step.after
    if after.throwing:
        return Effects(void=roll)
    scores = bool(selections(after))
    return Effects(
        extra=after.extra - before.extra,
        heap=selections(after)[ALL].points if is_heap(after) else 0,
        fizzled=not scores,
        certified=before.waiting if scores else 0,
    )


def _of_move(step: Step, move: str) -> Effects:
    before, after = step.before, step.after
    return Effects(
        gain=after.total - before.total,
        loss=before.points if move == "fizzle" else 0,
        extra=max(0, after.extra - before.extra),
        came_back=move.startswith("roll") and not after.banked,
    )


def stakes(game: Sparkle, state: SparkleState) -> str:
    """What accepting a fizzle means."""
    values = {"points": state.points, "total": say_number(state.total)}
    if not game.survives_fizzle(state):
        return _("the game ends with %(total)s") % values
    if not state.points:
        return _("you lose nothing and play on")
    message = ngettext(
        "you lose %(points)d point and play on",
        "you lose %(points)d points and play on",
        state.points,
    )
    return message % values


def ask_before_fizzle(game: Sparkle, state: SparkleState) -> str:
    """The question before a fizzle that ends the game although Extra Dice are left; else empty."""
    if not state.extra or game.survives_fizzle(state):
        return ""
    message = ngettext(
        "End the game with %(total)s? You still have %(extra)d Extra Die.",
        "End the game with %(total)s? You still have %(extra)d Extra Dice.",
        state.extra,
    )
    return message % {"total": say_number(state.total), "extra": state.extra}


def explained(scene: Scene, seen: Effects, trail: SparkleTrail) -> str:
    """What has just happened and what it means; shown until the next move."""
    state: SparkleState = scene.state
    values = {"value": seen.certified or trail.void_value, "points": say_number(seen.heap)}
    if seen.fizzled:
        return _explained_fizzle(scene, seen)
    if seen.void:
        void = _("Void: a %(value)d matches the waiting set. Rolling again.")
        return void % values
    words = []
    if trail.voids:
        void = ngettext(
            "A void roll: it showed a %(value)d, like the waiting set, and was rolled again.",
            "%(num)d void rolls: each showed a %(value)d, like the waiting set.",
            len(trail.voids),
        )
        words.append(void % {"value": trail.void_value, "num": len(trail.voids)})
    if seen.certified:
        words.append(_("Certified: the set of %(value)ds counts.") % values)
    if seen.heap:
        words.append(_("A heap: five alike, %(points)s points, no certificate needed.") % values)
    elif groups(state) and not state.throwing:
        words.append(_("Three alike are a set: the next roll must score to certify it."))
    if not words and not state.throwing:
        words.extend(scene.log_lines[-1:])
    return together(*words) if words else ""


def _explained_fizzle(scene: Scene, seen: Effects) -> str:
    state: SparkleState = scene.state
    game: Sparkle = scene.game  # type: ignore[assignment]
    words = [
        _("No die in this roll scores. Accept it, and %(stakes)s.")
        % {"stakes": stakes(game, state)}
    ]
    if seen.extra:
        words.append(_("Five dice fizzled: you gain an Extra Die."))
    return together(*words)
