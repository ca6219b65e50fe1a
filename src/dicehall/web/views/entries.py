"""What pages say of a game before it is played: how many play it, and what can be chosen."""

from dicehall.game import Entry
from dicehall.words.language import N_, _

PLAYERS: dict[tuple[int, ...], str] = {(1,): N_("solo"), (2,): N_("versus")}
BOTH = N_("solo · versus")


def players_of(entry: Entry) -> str:
    """How many play a game."""
    return _(PLAYERS.get(entry.seats, BOTH))


def option_titles(entry: Entry) -> dict[str, tuple[str, str]]:
    """The titles of a game's options and of their values, each with a line on it if there is one;
    what the game's words do not name is called as it is spelled."""
    named = getattr(entry.part("words"), "OPTION_TITLES", {})
    spelled = [*entry.options, *(value for values in entry.options.values() for value in values)]
    titles = {word: named.get(word, (word.capitalize(), "")) for word in spelled}
    return {word: (_(title), _(line) if line else "") for word, (title, line) in titles.items()}
