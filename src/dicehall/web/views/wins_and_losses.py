"""A guest's results against each computer player."""

from dataclasses import dataclass

from dicehall.match.store.protocol import ResultRows
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import in_a_row


@dataclass(frozen=True, slots=True)
class WinsAndLosses:
    """Results of matches against one opponent."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        """The results as text; empty if there are none.

        >>> str(WinsAndLosses(won=3, lost=1)), str(WinsAndLosses(drawn=2)), str(WinsAndLosses())
        ('3 won, 1 lost', '2 drawn', '')
        """
        counts = (
            (_("%(count)d won"), self.won),
            (_("%(count)d drawn"), self.drawn),
            (_("%(count)d lost"), self.lost),
        )
        parts = [message % {"count": count} for message, count in counts if count]
        return in_a_row(parts) if parts else ""


def results_by_level(rows: ResultRows, game: str) -> dict[str, WinsAndLosses]:
    """The results in one game by level, from the rows of `results_against`."""
    return {
        level: WinsAndLosses(won, drawn, lost)
        for named, level, won, drawn, lost in rows
        if named == game
    }


def wins_against(name: str, won: int) -> str:
    """The opponent, and how often the guest has won, for the caption of a Play button."""
    if not won:
        return _("against %(name)s") % {"name": name}
    words = ngettext("%(count)d win against %(name)s", "%(count)d wins against %(name)s", won)
    return words % {"count": won, "name": name}
