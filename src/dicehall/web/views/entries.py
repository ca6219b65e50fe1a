"""The options of a game as the pages offer them, and their defaults."""

from dataclasses import dataclass

from dicehall.game import Entry
from dicehall.match.store.protocol import ResultRows
from dicehall.players.opponents import opponents
from dicehall.words.language import _, ngettext
from dicehall.words.phrases import in_a_row


def has_emblem(entry: Entry) -> bool:
    """Whether `static/boards` has a picture of the game: only for built-in games."""
    return entry.package.startswith("dicehall.")


def options_offered(entry: Entry) -> dict[str, tuple[str, ...]]:
    """The options in the new-match form; the value for newcomers comes first."""
    first: dict[str, str] = getattr(entry.part("words"), "FOR_NEWCOMERS", {})
    return {
        name: tuple(sorted(values, key=(first.get(name) or values[0]).__ne__))
        for name, values in entry.choices.items()
    }


def form_defaults(entry: Entry) -> dict[str, str]:
    """The default values of the new-match form."""
    first = {option: values[0] for option, values in options_offered(entry).items()}
    return {"opponent": opponents(entry.name)[0], **first}


def option_titles(entry: Entry) -> dict[str, tuple[str, str]]:
    """The title of each option and value of a game, with a line of explanation if there is one. The
    default title is the spelling."""
    named = getattr(entry.part("words"), "OPTION_TITLES", {})
    spelled = [*entry.options, *(value for values in entry.options.values() for value in values)]
    titles = {word: named.get(word, (word.capitalize(), "")) for word in spelled}
    return {word: (_(title), _(line) if line else "") for word, (title, line) in titles.items()}


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
