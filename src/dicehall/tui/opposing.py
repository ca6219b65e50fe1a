"""Descriptions of opponents: computer players, people, or nobody."""

from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.characters import Character, character, strength
from dicehall.players.opponents import ALONE, PEOPLE
from dicehall.words.language import N_, _
from dicehall.words.phrases import listed

ANIMALS = {
    "mouse": N_("%(name)s the mouse"),
    "fox": N_("%(name)s the fox"),
    "lynx": N_("%(name)s the lynx"),
}
"""Names with animals; Captain Owl's name already says it."""


def called(who: Character) -> str:
    """A character's name with its animal.

    >>> called(character("normal")), called(character("perfect")), called(character("deep"))
    ('Marrow the fox', 'Captain Owl', 'Deep')
    """
    if who.face in ANIMALS:
        return _(ANIMALS[who.face]) % {"name": who.name}
    return who.name


def described(game: str, opponent: str) -> tuple[str, str, str]:
    """A row in the list of opponents: name, manner and strength."""
    if opponent == ALONE:
        return _("Solo"), _("Score as many points as you can."), ""
    if opponent == PEOPLE:
        return _("Two people"), _("You take turns at this keyboard."), ""
    who = character(opponent)
    return called(who), who.line, strength(game, opponent)


def opposed(match: LocalMatch) -> str:
    """The opponents of a match; empty if it is played alone."""
    if match.game.seats == 1:
        return ""
    levels = [level for level in match.levels if level]
    if levels:
        return _("against %(names)s") % {"names": listed(called(character(one)) for one in levels)}
    return listed(match.names)
