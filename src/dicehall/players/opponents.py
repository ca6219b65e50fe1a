"""The possible opponents: nobody, someone at the same device, another guest, a computer player."""

from dicehall.game import find_game
from dicehall.players.levels import offered
from dicehall.words.language import N_, _

ALONE = "alone"
PEOPLE = "people"
OPEN = "open"
"""The other seat stays free for another guest."""

COMPUTER_NAMES = {
    "easy": N_("Easy"),
    "normal": N_("Normal"),
    "hard": N_("Hard"),
    "perfect": N_("Perfect"),
    "best": N_("Best"),
}
"""Names for the built-in levels. Players have the names of characters (`players/characters.py`);
these are used only for a level without a character."""


def computer_name(level: str) -> str:
    """A level in words, also one from another package; the name of a player without a character.

    >>> computer_name("hard"), computer_name("deep-thought")
    ('Hard', 'Deep thought')
    """
    return _(COMPUTER_NAMES.get(level) or level.replace("-", " ").capitalize())


def opponents(game: str) -> tuple[str, ...]:
    """The opponents a form offers for a game, the default first."""
    kind = find_game(game)
    alone = (ALONE,) if 1 in kind.seats else ()
    if 2 not in kind.seats:
        return alone
    return (*offered(game), PEOPLE, *alone)
