"""Whom a game can be played against: nobody, somebody at the same device, a computer player."""

from dicehall.game import find_game
from dicehall.players.levels import levels
from dicehall.words.language import N_, _

ALONE = "alone"
PEOPLE = "people"
OPEN = "open"
"""The other seat stays free for somebody else to take."""

COMPUTER_NAMES = {
    "easy": N_("Easy"),
    "normal": N_("Normal"),
    "hard": N_("Hard"),
    "perfect": N_("Perfect"),
    "best": N_("Best"),
}
"""The levels of the house in words. Their players have the names of characters
(`players/characters.py`); a player is called by its level only where no character plays at it."""


def computer_name(level: str) -> str:
    """A level in words, also one that another package brings; the name of a player without a
    character.

    >>> computer_name("hard"), computer_name("deep-thought")
    ('Hard', 'Deep thought')
    """
    return _(COMPUTER_NAMES.get(level) or level.replace("-", " ").capitalize())


def opponents(game: str) -> tuple[str, ...]:
    """Whom a game can be played against: the choices of the form, the usual one first."""
    kind = find_game(game)
    alone = (ALONE,) if 1 in kind.seats else ()
    if 2 not in kind.seats:
        return alone
    return (*levels(game), PEOPLE, *alone)
