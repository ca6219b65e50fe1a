"""The prices of re-rolls in Sparkle, which are paid in Extra Dice."""

from typing import TypedDict

from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page.choices import choice_keys, say_risk, tension
from dicehall.games.sparkle.rules import Positions, Sparkle, SparkleState, spell
from dicehall.games.sparkle.words import name_dice
from dicehall.words.language import _, ngettext

Flight = TypedDict(
    "Flight",
    {
        "price": str,
        "flying": str,
        "reroll-label": str,
        "question": str,
        "yes-label": str,
        "risk": str,
        "tension": str,
        "reroll": str,
    },
)
"""The texts for the selected dice; `reroll` says why they cannot be re-rolled."""


def flights(scene: Scene) -> dict[str, Flight]:
    """Every selection of the dice on the table, written as positions, with its price."""
    game: Sparkle = scene.game  # type: ignore[assignment]
    state: SparkleState = scene.state
    return {key: _flight(game, state, chosen) for key, chosen in choice_keys(state).items()}


def _flight(game: Sparkle, state: SparkleState, chosen: Positions) -> Flight:
    count = len(chosen)
    values = {"count": count, "left": state.extra - count, "extra": state.extra}
    why = _why_not(state, count)
    price = ngettext(
        "re-roll %(count)d die for %(count)d Extra Die, %(left)d left",
        "re-roll %(count)d dice for %(count)d Extra Dice, %(left)d left",
        count,
    )
    rolling = None if why else game.play(state, spell("reroll", chosen))
    question = ngettext("Pay %(count)d Extra Die?", "Pay %(count)d Extra Dice?", count)
    return {
        "price": each_costs(state) if why else price % values,
        "flying": name_dice(state, chosen) if chosen else "",
        "reroll-label": label(count),
        "question": question % values,
        "yes-label": _("Yes, %(reroll)s") % {"reroll": label(count).lower()},
        "risk": say_risk(rolling) if rolling else "",
        "tension": str(tension(rolling)) if rolling else "0",
        "reroll": why,
    }


def each_costs(state: SparkleState) -> str:
    """The price of one die, and how many Extra Dice there are."""
    message = ngettext(
        "Each costs 1 Extra Die; you have %(extra)d",
        "Each costs 1 Extra Die; you have %(extra)d",
        state.extra,
    )
    return message % {"extra": state.extra}


def label(count: int) -> str:
    """The label of the button."""
    if not count:
        return _("Re-roll")
    return ngettext("Re-roll %(count)d die", "Re-roll %(count)d dice", count) % {"count": count}


def _why_not(state: SparkleState, count: int) -> str:
    if not count:
        return _("tap the dice to re-roll")
    if count <= state.extra:
        return ""
    message = ngettext(
        "%(count)d dice, but only %(extra)d Extra Die left",
        "%(count)d dice, but only %(extra)d Extra Dice left",
        state.extra,
    )
    return message % {"count": count, "extra": state.extra}
