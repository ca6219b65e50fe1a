"""Phrases that all games share: lists, small counts, who is spoken to, and how it ended."""

from collections.abc import Iterable

from dicehall.rules import Chance, Over
from dicehall.words.language import N_, _, ngettext

YOU = N_("You")
"""The name of the player who is spoken to."""

COUNTS = (N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"))


def listed(items: Iterable[object]) -> str:
    """Some things in a row.

    >>> listed([1, 4, 6])
    '1, 4 and 6'
    """
    *most, last = map(str, items)
    if not most:
        return last
    return _("%(most)s and %(last)s") % {"most": ", ".join(most), "last": last}


def counted(count: int) -> str:
    """A count as a word if it is small.

    >>> counted(2), counted(12)
    ('two', '12')
    """
    return _(COUNTS[count]) if count < len(COUNTS) else str(count)


def addressed(name: str, asked: str) -> str:
    """What is asked of a player, who is named unless it is you."""
    if name == _(YOU):
        return asked
    return _("%(name)s: %(asked)s") % {"name": name, "asked": asked}


def concluded(turn: Chance | Over, name: str) -> str:
    """What is to be said when nobody decides; `name` is the winner's."""
    if isinstance(turn, Chance):
        count = len(turn.dice)
        message = ngettext(
            "%(count)s die is to be rolled.", "%(count)s dice are to be rolled.", count
        )
        sentence = message % {"count": counted(count)}
        return sentence[0].upper() + sentence[1:]
    best, least = max(turn.scores), min(turn.scores)
    if len(turn.scores) == 1:
        message = ngettext(
            "The game is over: %(points)d point.", "The game is over: %(points)d points.", best
        )
        return message % {"points": best}
    if len(turn.winners) > 1:
        return _("A draw, %(points)d all.") % {"points": best}
    if name == _(YOU):
        return _("You win, %(best)d to %(least)d.") % {"best": best, "least": least}
    values = {"name": name, "best": best, "least": least}
    return _("%(name)s wins, %(best)d to %(least)d.") % values
