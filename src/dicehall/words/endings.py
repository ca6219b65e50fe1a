"""How a match ended that was not played out."""

from dicehall.words.language import N_, _
from dicehall.words.phrases import YOU

LOST = {
    "resigned": (N_("You gave up."), N_("%(name)s gave up.")),
    "time": (N_("You ran out of time."), N_("%(name)s ran out of time.")),
    "absence": (N_("You left the table."), N_("%(name)s left the table.")),
}
"""What is said to the one who lost, and to everybody else."""


def lost(why: str, name: str, winner: str = "") -> str:
    """Why a seat lost and who won, if anybody; names are those of players, or "You".

    >>> lost("time", "Ada", "You")
    'Ada ran out of time. You win.'
    """
    to_you, to_others = LOST[why]
    told = _(to_you) if name == _(YOU) else _(to_others) % {"name": name}
    if not winner:
        return told
    won = _("You win.") if winner == _(YOU) else _("%(name)s wins.") % {"name": winner}
    return f"{told} {won}"
