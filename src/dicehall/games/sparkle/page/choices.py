"""The effects of every selection of dice to bank in Sparkle; the page looks them up at each tap."""

from fractions import Fraction
from typing import TypedDict

from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.rules import (
    ALL,
    Bank,
    Positions,
    Sparkle,
    SparkleState,
    comes_back,
    fizzle_chance,
    parts_of,
    selections,
    spell,
)
from dicehall.games.sparkle.words import is_heap
from dicehall.words.language import _, ngettext
from dicehall.words.numbers import say_number, say_percent

LAST_DICE = 2
TENSE = Fraction(2, 5)
TENSEST = Fraction(3, 5)
"""From these chances on, or with only the last dice to roll, the table is tense."""


def say_risk(rolling: SparkleState) -> str:
    """The chance to fizzle with the roll that is due."""
    chance = fizzle_chance(rolling)
    if not chance:
        return _("cannot fizzle")
    return _("%(percent)s chance to fizzle") % {"percent": say_percent(float(100 * chance))}


def tension(rolling: SparkleState) -> int:
    """0 if the roll that is due is an ordinary one, 1 if it is tense, 2 if it is very tense."""
    chance = fizzle_chance(rolling)
    if not chance:
        return 0
    last = len(rolling.throwing) <= LAST_DICE
    return int(last or chance >= TENSE) + int(chance >= TENSEST)


NOTHING = Bank(0, 0)

Choice = TypedDict(
    "Choice",
    {
        "points": str,
        "reached": str,
        "status": str,
        "prompt": str,
        "note": str,
        "roll-label": str,
        "end-label": str,
        "risk": str,
        "tension": str,
        "roll": str,
        "end": str,
    },
)
"""The texts for a selection; `roll` and `end` say why that is not possible."""


def choices(scene: Scene) -> dict[str, Choice]:
    """Every selection of the dice on the table, written as positions, with its effects."""
    return {key: _choice(scene, chosen) for key, chosen in choice_keys(scene.state).items()}


def choice_keys(state: SparkleState) -> dict[str, Positions]:
    """Every selection of the dice on the table, including none, by its spelling."""
    return {" ".join(map(str, chosen)): chosen for chosen in ((), *parts_of(state.table))}


def status(game: Sparkle, state: SparkleState, bank: Bank) -> str:
    """The progress to the threshold, including what would be banked."""
    threshold = game.threshold(state.number)
    beyond = state.total + state.points + bank.points - threshold
    values = {
        "threshold": say_number(threshold),
        "missing": say_number(-beyond),
        "beyond": say_number(beyond),
    }
    if beyond == -threshold:
        return _("reach %(threshold)s") % values
    if not beyond:
        return _("exactly %(threshold)s") % values
    if beyond > 0:
        return _("%(beyond)s above %(threshold)s") % values
    return _("%(missing)s short of %(threshold)s") % values


def _choice(scene: Scene, chosen: Positions) -> Choice:
    game: Sparkle = scene.game  # type: ignore[assignment]
    state: SparkleState = scene.state
    bank = selections(state).get(chosen, NOTHING)
    turn = state.points + bank.points
    rest = len(state.table) - len(chosen)
    why_no_end = "" if spell("end", chosen) in scene.moves else _why_no_end(game, state, chosen)
    selected = _(", +%(points)s selected") % {"points": say_number(bank.points)}
    safe = _("End turn: %(total)s points safe") % {"total": say_number(state.total + turn)}
    rolling = game.play(state, spell("roll", chosen)) if bank.points else None
    return {
        "points": selected if bank.points else "",
        "reached": str(state.total + turn),
        "status": status(game, state, bank),
        "prompt": _prompt(state, bank, chosen, may_end=not why_no_end),
        "note": _note(state, bank, chosen),
        "roll-label": _roll_label(rest or len(ALL)) if bank.points else _("Roll"),
        "end-label": _("End turn") if why_no_end else safe,
        "risk": say_risk(rolling) if rolling else "",
        "tension": str(tension(rolling)) if rolling else "0",
        "roll": "" if bank.points else _why_no_bank(state, chosen),
        "end": why_no_end,
    }


def _why_no_bank(state: SparkleState, chosen: Positions) -> str:
    """Why these dice cannot be banked, short enough for a button."""
    if not selections(state):
        return _("nothing in this roll scores")
    if not chosen:
        return _("tap the gold dice first")
    if is_heap(state):
        return _("take the whole heap")
    if any(bank.set_of for bank in selections(state).values()):
        return _("take the set, and only dice that score")
    return _("every die must score")


def _why_no_end(game: Sparkle, state: SparkleState, chosen: Positions) -> str:
    """Why the turn cannot end (Sparkle 9), short enough for a button."""
    bank = selections(state).get(chosen)
    if not bank:
        return _why_no_bank(state, chosen)
    if comes_back(state, chosen):
        return _("all five come back and must be rolled")
    if bank.set_of:
        return _("the set needs its certificate first: roll again")
    missing = game.threshold(state.number) - state.total - state.points - bank.points
    message = ngettext(
        "%(missing)s point short of %(threshold)s",
        "%(missing)s points short of %(threshold)s",
        missing,
    )
    return message % {
        "missing": say_number(missing),
        "threshold": say_number(game.threshold(state.number)),
    }


def _prompt(state: SparkleState, bank: Bank, chosen: Positions, *, may_end: bool) -> str:
    """What to do next."""
    if not selections(state):
        return _("Fizzle: save it with Extra Dice?") if state.extra else _("Fizzle: nothing scores")
    if not bank.points:
        return _prompt_to_bank(state, chosen)
    if may_end:
        return _("Roll on, or end the turn?")
    if comes_back(state, chosen):
        return _("All five come back: roll them")
    if bank.set_of:
        return _("Roll again: the set needs its certificate")
    return _("Now roll the rest")


def _prompt_to_bank(state: SparkleState, chosen: Positions) -> str:
    sets = {bank.set_of for bank in selections(state).values()} - {0}
    if is_heap(state):
        return _("A heap! Tap it to bank it")
    if chosen and sets:
        return _("Tap the set as well")
    if len(sets) > 1:
        return _("Two sets, one Spark: tap the one you want")
    return _("A set! Tap it to bank it") if sets else _("Tap the gold dice to bank them")


def _note(state: SparkleState, bank: Bank, chosen: Positions) -> str:
    """What the selection requires next."""
    values = {"value": bank.set_of}
    if bank.set_of:
        return (
            _(
                "The set of %(value)ds is yours once the next roll scores: that is its "
                "certificate. A roll with a %(value)d is void and rolled again."
            )
            % values
        )
    if bank.points and comes_back(state, chosen):
        return _("All five are banked: they come back.")
    return ""


def _roll_label(count: int) -> str:
    if count == len(ALL):
        return _("Roll all five")
    return ngettext("Roll %(count)d die", "Roll %(count)d dice", count) % {"count": count}
