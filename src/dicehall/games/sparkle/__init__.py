"""Sparkle: press your luck with five dice, one of which has a wild face."""

from dicehall.game.entry import Entry
from dicehall.game.messages import N_

ENTRIES = (
    Entry(
        "sparkle",
        "Sparkle",
        f"{__name__}.rules:Sparkle",
        seats=(1,),
        options={"curve": ("classic", "gentle")},
        scored_by=("curve",),
        line=N_("Press your luck. The Spark is wild."),
        levels=("easy", "normal", "hard", "perfect"),
        package=__name__,
        needs={"perfect": "numpy"},
    ),
)
