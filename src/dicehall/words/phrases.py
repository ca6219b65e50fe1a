"""Phrases that all games share: lists, small counts, prompts and results."""

from collections.abc import Iterable
from functools import reduce

from dicehall.game import Chance, Over
from dicehall.words.cldr import conventions
from dicehall.words.language import N_, _, ngettext
from dicehall.words.viewer import Viewer

COUNTS = (N_("no"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"))


def listed(items: Iterable[object]) -> str:
    """Items joined with "and".

    >>> listed([1, 4, 6])
    '1, 4 and 6'
    """
    return _joined(items, conventions().listed)


def either(items: Iterable[object]) -> str:
    """Items joined with "or".

    >>> either(["roll", "hold"])
    'roll or hold'
    """
    return _joined(items, conventions().either)


def in_a_row(items: Iterable[object]) -> str:
    """Items joined with commas.

    >>> in_a_row([1, 4, 6])
    '1, 4, 6'
    """
    start = conventions().listed[1]
    return reduce(start.format, map(str, items))


def together(*sentences: str) -> str:
    """Join sentences; not every language puts a space between them.

    >>> together("You rolled a 6.", "Well done.")
    'You rolled a 6. Well done.'
    """
    between = _("%(before)s %(after)s")
    return reduce(lambda before, after: between % {"before": before, "after": after}, sentences)


def capitalised(text: str) -> str:
    """A text with a capital letter; the rest stays as it is.

    >>> capitalised("keep 6, FUNE"), capitalised("")
    ('Keep 6, FUNE', '')
    """
    return text[:1].upper() + text[1:]


def counted(count: int) -> str:
    """A small count as a word, a larger one in digits.

    >>> counted(2), counted(12)
    ('two', '12')
    """
    return _(COUNTS[count]) if count < len(COUNTS) else str(count)


def addressed(prompt: str, seat: int, viewer: Viewer) -> str:
    """The prompt of a seat. A spectator sees it after the seat's name; an opponent sees only that
    the seat is choosing."""
    if seat == viewer.you:
        return prompt
    if viewer.you is not None:
        return _("%(name)s is choosing …") % {"name": viewer.names[seat]}
    return _("%(name)s: %(text)s") % {"name": viewer.names[seat], "text": prompt}


def awaited(chance: Chance) -> str:
    """The message while dice are pending."""
    count = len(chance.dice)
    message = ngettext("%(count)s die must be rolled.", "%(count)s dice must be rolled.", count)
    return capitalised(message % {"count": counted(count)})


def concluded(end: Over, viewer: Viewer) -> str:
    """The result of a game that was played out."""
    best, least = max(end.scores), min(end.scores)
    if len(end.scores) == 1:
        message = ngettext(
            "The game is over: %(points)d point.", "The game is over: %(points)d points.", best
        )
        return message % {"points": best}
    if len(end.winners) > 1:
        return _("A draw, %(points)d all.") % {"points": best}
    (winner,) = end.winners
    if winner == viewer.you:
        return _("You win, %(best)d to %(least)d.") % {"best": best, "least": least}
    values = {"name": viewer.names[winner], "best": best, "least": least}
    return _("%(name)s wins, %(best)d to %(least)d.") % values


def _joined(items: Iterable[object], patterns: tuple[str, str, str, str]) -> str:
    *most, last = map(str, items)
    if not most:
        return last
    two, start, middle, end = patterns
    if len(most) == 1:
        return two.format(most[0], last)
    joined = start.format(most[0], most[1])
    for item in most[2:]:
        joined = middle.format(joined, item)
    return end.format(joined, last)
