"""What pages say of a game before it is played: what can be chosen, and what usually is."""

from dicehall.game import Entry
from dicehall.players.opponents import opponents
from dicehall.words.language import _


def has_emblem(entry: Entry) -> bool:
    """Whether the house has drawn a game: `emblems.html` has those that it brings itself."""
    return entry.package.startswith("dicehall.")


def options_offered(entry: Entry) -> dict[str, tuple[str, ...]]:
    """The options that a guest is asked for, what suits newcomers first."""
    first: dict[str, str] = getattr(entry.part("words"), "FOR_NEWCOMERS", {})
    return {
        name: tuple(sorted(values, key=(first.get(name) or values[0]).__ne__))
        for name, values in entry.choices.items()
    }


def usual_table(entry: Entry) -> dict[str, str]:
    """How a table is set for somebody who has chosen nothing yet, as the form says it."""
    first = {option: values[0] for option, values in options_offered(entry).items()}
    return {"opponent": opponents(entry.name)[0], **first}


def option_titles(entry: Entry) -> dict[str, tuple[str, str]]:
    """The titles of a game's options and of their values, each with a line on it if there is one;
    what the game's words do not name is called as it is spelled."""
    named = getattr(entry.part("words"), "OPTION_TITLES", {})
    spelled = [*entry.options, *(value for values in entry.options.values() for value in values)]
    titles = {word: named.get(word, (word.capitalize(), "")) for word in spelled}
    return {word: (_(title), _(line) if line else "") for word, (title, line) in titles.items()}
