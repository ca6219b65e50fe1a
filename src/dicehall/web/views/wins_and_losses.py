"""How a guest did so far: against each computer player, and alone."""

from dataclasses import dataclass

from dicehall.match.store.protocol import ResultRows
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import in_a_row


@dataclass(frozen=True, slots=True)
class WinsAndLosses:
    """How matches against somebody ended."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def __str__(self) -> str:
        """In words; empty if there were none.

        >>> str(WinsAndLosses(won=3, lost=1)), str(WinsAndLosses(drawn=2)), str(WinsAndLosses())
        ('3 won, 1 lost', '2 drawn', '')
        """
        counts = (
            (_("%(count)d won"), self.won),
            (_("%(count)d drawn"), self.drawn),
            (_("%(count)d lost"), self.lost),
        )
        said = [words % {"count": count} for words, count in counts if count]
        return in_a_row(said) if said else ""


def results_by_level(rows: ResultRows, game: str) -> dict[str, WinsAndLosses]:
    """The results at a game, from the rows of `results_against`."""
    return {
        level: WinsAndLosses(won, drawn, lost)
        for named, level, won, drawn, lost in rows
        if named == game
    }


def wins_against(name: str, won: int) -> str:
    """What stands below a Play button."""
    if not won:
        return _("against %(name)s") % {"name": name}
    words = ngettext("%(count)d win against %(name)s", "%(count)d wins against %(name)s", won)
    return words % {"count": won, "name": name}
