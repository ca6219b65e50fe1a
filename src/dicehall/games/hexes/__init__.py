"""Pocket Hexes: write dice into a hexagon of 61 hexes and score the numbers you surround."""

from dicehall.game.entry import Entry
from dicehall.game.messages import N_

ENTRIES = (
    Entry(
        "pocket-hexes",
        "Pocket Hexes",
        f"{__name__}.rules:Hexes",
        seats=(1,),
        line=N_("Surround the big numbers."),
        levels=("easy", "normal", "hard", "best"),
        package=__name__,
        needs=dict.fromkeys(("hard", "best", "coach"), "numpy"),
    ),
)
