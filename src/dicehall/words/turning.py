"""A sentence about the move that decided a match.

A game's `words` module may define `tell_turning(game, before, played, after, viewer)`; without it,
the sentence is the one from the log.
"""

from typing import Any, cast

from dicehall.game import AnyGame, find_game
from dicehall.game.records import Played
from dicehall.words.language import _
from dicehall.words.telling import tell
from dicehall.words.viewer import Viewer


def tell_turning(game: AnyGame, before: Any, played: Played, after: Any, viewer: Viewer) -> str:
    """Describe the turning point of a match.

    >>> from dicehall.game import new_game
    >>> game = new_game("knucklebones")
    >>> rolled = game.roll(game.start(), (5,))
    >>> after = game.play(rolled, "column 1")
    >>> ada_reads = Viewer(("Ada", "Bob"), you=0)
    >>> tell_turning(game, rolled, Played(0, "column 1"), after, ada_reads)
    'Your 5 in column 1 scored 5 points.'
    """
    own = getattr(find_game(game.name).part("words"), "tell_turning", None)
    if own is None:
        return tell(game, before, played, after, viewer)
    return cast(str, own(game, before, played, after, viewer))


def whose(seat: int, viewer: Viewer) -> str:
    """The possessive for a seat.

    >>> [whose(seat, Viewer(("Ada", "Bob"), you=1)) for seat in (0, 1)]
    ["Ada's", 'Your']
    """
    if seat == viewer.you:
        return _("Your")
    return _("%(name)s's") % {"name": viewer.names[seat]}
