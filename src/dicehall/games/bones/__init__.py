"""Knuckles and Knucklebones: one set of rules with two scorings."""

from dicehall.game.entry import Entry
from dicehall.game.messages import N_

LEVELS = ("easy", "normal", "hard", "perfect")

ENTRIES = (
    Entry(
        "knuckles",
        "Knuckles",
        f"{__name__}.rules:Bones",
        seats=(2,),
        options={"scoring": ("knuckles",)},
        line=N_("Twos square, threes cube. Knock them out."),
        levels=LEVELS,
        package=__name__,
    ),
    Entry(
        "knucklebones",
        "Knucklebones",
        f"{__name__}.rules:Bones",
        seats=(2,),
        options={"scoring": ("knucklebones",)},
        line=N_("Stack, multiply, destroy."),
        levels=LEVELS,
        package=__name__,
    ),
)
