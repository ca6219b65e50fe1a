"""Knuckles and Knucklebones: one set of rules with two scorings."""

from dicehall.game.entry import DailyTable, Entry
from dicehall.game.messages import N_

LEVELS = ("easy", "normal", "hard", "perfect")
DAILY = tuple(DailyTable(opponent=level) for level in LEVELS[1:])
"""Today's opponent, a little stronger every day."""

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
        daily=DAILY,
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
        daily=DAILY[1:] + DAILY[:1],
    ),
)
