"""How a match ended that was not played out."""

from dicehall.words.language import N_, _
from dicehall.words.phrases import YOU

LOST = {
    "resigned": (N_("You gave up."), N_("%(name)s gave up.")),
    "time": (N_("You ran out of time."), N_("%(name)s ran out of time.")),
    "absence": (N_("You left the table."), N_("%(name)s left the table.")),
}
"""What is said to the one who lost, and to everybody else."""


def lost(why: str, name: str) -> str:
    """Why a seat lost; `name` is its player's, or "You".

    >>> lost("time", "Ada")
    'Ada ran out of time.'
    """
    to_you, to_others = LOST[why]
    return _(to_you) if name == _(YOU) else _(to_others) % {"name": name}
