"""Sentences about matches that were not played out."""

from dicehall.game.turns import Loss
from dicehall.words.language import N_, _
from dicehall.words.phrases import together
from dicehall.words.viewer import Viewer

LOST = {
    "resigned": (N_("You gave up."), N_("%(name)s gave up.")),
    "time": (N_("You ran out of time."), N_("%(name)s ran out of time.")),
    "absence": (N_("You left the table."), N_("%(name)s left the table.")),
    "words": (
        N_("You did not reveal your words for the dice."),
        N_("%(name)s did not reveal the words for the dice."),
    ),
}
"""The sentences for the loser and for everyone else."""

ENDED = (N_("You ended the game."), N_("%(name)s ended the game."))
"""The same for solo games, where giving up makes no winner."""


MARKS = {
    "take-backs": N_("With take-backs"),
    "practice": N_("Practice"),
    "own-dice": N_("Own dice"),
    "today": N_("Today’s dice"),
    "given-up": N_("Given up"),
}


def tell_mark(mark: str) -> str:
    """Why a match does not count for high scores, in a word or two; empty if it counts.

    >>> tell_mark("take-backs"), tell_mark("")
    ('With take-backs', '')
    """
    return _(MARKS[mark]) if mark else ""


def tell_loss(loss: Loss, viewer: Viewer) -> str:
    """Why a seat lost, and who won.

    >>> tell_loss(Loss(0, "time"), Viewer(("Ada", "Bob"), you=1))
    'Ada ran out of time. You win.'
    """
    lost = tell_reason(loss, viewer)
    if len(viewer.names) == 1:
        return lost
    winner = 1 - loss.seat
    if winner == viewer.you:
        return together(lost, _("You win."))
    return together(lost, _("%(name)s wins.") % {"name": viewer.names[winner]})


def tell_reason(loss: Loss, viewer: Viewer) -> str:
    """Why a seat lost, without who won.

    >>> tell_reason(Loss(1, "resigned"), Viewer(("Ada", "Bob"), you=1))
    'You gave up.'
    >>> tell_reason(Loss(0, "resigned"), Viewer(("Ada",), you=0))
    'You ended the game.'
    """
    alone = len(viewer.names) == 1
    to_you, to_others = ENDED if alone else LOST[loss.why]
    if loss.seat == viewer.you:
        return _(to_you)
    return _(to_others) % {"name": viewer.names[loss.seat]}
