"""What every selection of dice would do in Sparkle: the page looks it up while dice are picked."""

from collections.abc import Iterator
from itertools import combinations
from typing import TypedDict

from dicehall.games.sparkle.rules import ALL, Bank, Positions, Sparkle, SparkleState, selections
from dicehall.page.scene import Scene
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import listed
from dicehall.words.refusals import explain

NOTHING = Bank(0, 0)

Choice = TypedDict(
    "Choice",
    {
        "points": str,
        "reached": str,
        "status": str,
        "note": str,
        "roll-label": str,
        "reroll-label": str,
        "flying": str,
        "roll": str,
        "end": str,
        "reroll": str,
    },
)
"""The words that go with a selection; `roll`, `end` and `reroll` say why that is not possible."""


def choices(scene: Scene) -> dict[str, Choice]:
    """Every selection of the dice on the table, spelled as positions, with what it would do."""
    return {
        " ".join(map(str, chosen)): _choice(scene, chosen) for chosen in parts(scene.state.table)
    }


def status(game: Sparkle, state: SparkleState, bank: Bank, *, may_end: bool) -> str:
    """How far it is to the threshold, with what would be banked."""
    reached, threshold = state.total + state.points + bank.points, game.threshold(state.number)
    values = {"reached": reached, "threshold": threshold, "missing": threshold - reached}
    if may_end:
        return _("✓ You may end the turn: %(reached)d of %(threshold)d.") % values
    if reached >= threshold:
        return _("✓ The threshold is reached: %(reached)d of %(threshold)d.") % values
    if state.lost:
        return _("%(missing)d short of the threshold of %(threshold)d.") % values
    message = ngettext(
        "%(reached)d of %(threshold)d: %(missing)d point to go.",
        "%(reached)d of %(threshold)d: %(missing)d points to go.",
        threshold - reached,
    )
    return message % values


def _choice(scene: Scene, chosen: Positions) -> Choice:
    game: Sparkle = scene.game  # type: ignore[assignment]
    state: SparkleState = scene.state

    def why(verb: str) -> str:
        move = spell(verb, chosen)
        return "" if move in scene.moves else explain(game.why_not(state, move))

    bank = selections(state).get(chosen, NOTHING)
    flying = tuple(position for position in state.table if position not in chosen)
    why_no_end, why_no_reroll = why("end"), _why_no_reroll(state, flying)
    points = _("+%(points)d selected") % {"points": bank.points}
    return {
        "points": points if bank.points else "",
        "reached": str(state.total + state.points + bank.points),
        "status": status(game, state, bank, may_end=not why_no_end),
        "note": _note(state, bank, chosen),
        "roll-label": _roll_label(len(flying) or len(ALL)) if bank.points else _("Roll"),
        "reroll-label": _reroll_label(len(flying)),
        "flying": "" if why_no_reroll else _flying(flying),
        "roll": why("roll"),
        "end": why_no_end,
        "reroll": why_no_reroll,
    }


def _note(state: SparkleState, bank: Bank, chosen: Positions) -> str:
    """What the selection obliges to."""
    comes_back = bank.points and len(state.banked) + len(chosen) == len(ALL)
    values = {"value": bank.set_of}
    if bank.set_of and comes_back:
        return (
            _(
                "All five come back and must be rolled. That roll must score to certify the set"
                " of %(value)ds; a %(value)d in it is void and flies again."
            )
            % values
        )
    if bank.set_of:
        return (
            _(
                "The set of %(value)ds will wait for its certificate: the next roll must score."
                " A %(value)d in it is void and flies again."
            )
            % values
        )
    return _("All five are banked: they come back and must be rolled.") if comes_back else ""


def _roll_label(count: int) -> str:
    if count == len(ALL):
        return _("Roll all five")
    return ngettext("Roll %(count)d die", "Roll %(count)d dice", count) % {"count": count}


def _reroll_label(count: int) -> str:
    if not count:
        return _("Re-roll")
    return ngettext("Re-roll %(count)d", "Re-roll %(count)d", count) % {"count": count}


def _flying(flying: Positions) -> str:
    message = ngettext("die %(dice)s flies again", "dice %(dice)s fly again", len(flying))
    return message % {"dice": listed(flying)}


def _why_no_reroll(state: SparkleState, flying: Positions) -> str:
    """The reasons that the page says in its own words: here the dice that stay are picked."""
    if not state.extra:
        return _("no Extra Dice left")
    if not flying:
        return _("every die is set aside: leave those that shall fly")
    if len(flying) > state.extra:
        return _("too few: set aside the dice that stay")
    return ""


def spell(verb: str, positions: Positions) -> str:
    """A move."""
    return " ".join([verb, *map(str, positions)])


def parts(items: Positions) -> Iterator[Positions]:
    """Every selection."""
    for size in range(len(items) + 1):
        yield from combinations(items, size)
