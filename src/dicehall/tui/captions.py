"""The texts around a board: title, prompt, opponents and keys."""

from dicehall.game import find_game
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.characters import Character, character, strength
from dicehall.players.opponents import ALONE, PEOPLE
from dicehall.tui.keyline import KeyAction
from dicehall.words.endings import tell_loss
from dicehall.words.language import N_, _, pgettext
from dicehall.words.phrases import listed
from dicehall.words.telling import ask

COLUMNS, ROWS = 80, 24
"""The terminal size that every table fits into."""
WIDE = 116
"""The least number of columns for showing the log beside the board."""


def heading(match: LocalMatch, columns: int, rows: int) -> str:
    """The title, or a warning if the terminal is too small."""
    if columns >= COLUMNS and rows >= ROWS:
        return title_of(match)
    size = {"columns": COLUMNS, "rows": ROWS}
    return _("Terminal too small: a table needs %(columns)d × %(rows)d") % size


def title_of(match: LocalMatch) -> str:
    """The game, the players and their scores."""
    title = find_game(match.game.name).title
    scores = match.game.scores(match.state)
    seats = [f"{match.viewer.named(seat)} {score:,}" for seat, score in enumerate(scores)]
    return f"{title}   {' : '.join(seats)}"


def prompt_for(match: LocalMatch) -> str:
    """What the match is waiting for, or how it ended."""
    if match.closed:
        return _("This table was closed.")
    if match.loss:
        return tell_loss(match.loss, match.viewer)
    if match.level_to_move and match.to_move is not None:
        return _("%(name)s is thinking …") % {"name": match.viewer.named(match.to_move)}
    return ask(match.game, match.state, match.viewer)


def table_keys(match: LocalMatch, forbidden: frozenset[str], *, coached: bool) -> list[KeyAction]:
    """The keys that every table has, whatever the game."""
    keys = _keys_after(match) if match.is_over else _keys_before(coached=coached)
    return [shown for shown in keys if shown.action not in forbidden]


def _keys_after(match: LocalMatch) -> list[KeyAction]:
    alone = match.game.seats == 1
    keys = [
        KeyAction("n", pgettext("alone", "Play again") if alone else _("Play again"), "again"),
        KeyAction("p", _("Replay"), "replay"),
        KeyAction("q", _("Menu"), "leave"),
    ]
    if match.is_played_out:
        keys.insert(1, KeyAction("v", _("Review"), "review"))
    return keys


def _keys_before(*, coached: bool) -> list[KeyAction]:
    return [
        KeyAction("c", _("Coach off") if coached else _("Coach"), "coach"),
        KeyAction("h", _("Hint"), "hint"),
        KeyAction("u", _("Undo"), "undo"),
        KeyAction("w", _("Give up"), "resign"),
        KeyAction("?", _("Help"), "help"),
        KeyAction("q", _("Menu"), "leave"),
    ]


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
