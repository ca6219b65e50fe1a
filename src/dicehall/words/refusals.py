"""Refusals as sentences in the current language."""

from dicehall.game.messages import Message
from dicehall.game.refused import Refused
from dicehall.words.language import _, current, ngettext
from dicehall.words.phrases import capitalised

ENDINGS = "。！？"


def explain(why: Refused | Message | str | None) -> str:
    """Translate a refusal or a reason; empty for None.

    Plain text, which the rules of other packages' games may give, is returned as it is.

    >>> from dicehall.game import new_game
    >>> game = new_game("knucklebones")
    >>> explain(game.why_not(game.start(), "column 4"))
    "'column 4' is not a move: choose a column from 1 to 3"
    """
    if isinstance(why, Refused):
        why = why.message
    return why.put(_, ngettext) if isinstance(why, Message) else why or ""


def sentence(why: Refused | Message | str | None) -> str:
    """A refusal or a reason as a sentence of its own: with a capital letter and, in Japanese, a
    full stop.

    >>> sentence("it is not your turn")
    'It is not your turn'
    >>> from dicehall.words.language import using
    >>> with using("ja"):
    ...     sentence("今は指せません"), sentence("満席です。"), sentence("")
    ('今は指せません。', '満席です。', '')
    """
    reason = explain(why)
    stop = "。" if current() == "ja" and reason and reason[-1] not in ENDINGS else ""
    return capitalised(reason) + stop
