"""FUNE: thirteen combinations with five dice, for one or two seats."""

from dicehall.game.entry import DailyTable, Entry
from dicehall.game.messages import N_

ENTRIES = (
    Entry(
        "fune",
        "FUNE",
        f"{__name__}.rules:Fune",
        seats=(1, 2),
        line=N_("Thirteen boxes, five dice, one ship."),
        levels=("easy", "normal", "hard", "perfect"),
        package=__name__,
        daily=(DailyTable(),),
        slow_levels=(),
    ),
)
