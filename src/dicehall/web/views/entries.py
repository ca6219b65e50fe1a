"""The options of a game as the pages offer them, and their defaults."""

from dicehall.game import Entry
from dicehall.players.opponents import opponents
from dicehall.words.language import _


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


def usual_table(entry: Entry) -> dict[str, str]:
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
