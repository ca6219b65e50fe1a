"""A game in the terminal: it says what happens and reads moves, one a line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from dicehall.game import Chance, Decide
from dicehall.game.records import Event, Played, write
from dicehall.game.refused import IllegalMove, Refused
from dicehall.game.typed_commands import find_command
from dicehall.plain_terminal.boards import draw, guide
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.plain_terminal.short_moves import find_move, has_numbers
from dicehall.players.chooser import Chooser
from dicehall.players.worth import Weigher
from dicehall.words.language import _
from dicehall.words.lines import folded, wrapped
from dicehall.words.outline import some_of_each_verb
from dicehall.words.refusals import explain
from dicehall.words.telling import ask, name_move, tell

MOST_SHOWN = 12
LONGEST_LINE = 60
"""No move is longer; what is beyond it need not be repeated to the player."""


class InputEnded(Exception):
    """The player typed `quit`, or there is nothing more to read."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A match, who plays the computer's seats, and where lines come from and go to."""

    match: LocalMatch
    choosers: Sequence[Chooser | None]
    """The computer player of each seat; None where a person sits."""
    read: Callable[[], str | None]
    """The next line; None after the last one."""
    say: Callable[[str], None]
    keep: Callable[[str, str], None]
    """Writes a file: called with its name and its text."""
    weigh: Callable[[], Weigher]
    """Finds what weighs moves; called only when somebody asks for a hint."""

    def tell(self, text: str) -> None:
        """Say a text in lines that fit everywhere."""
        self.say("\n".join(map(folded, text.split("\n"))))


def play(sitting: Sitting) -> None:
    """Play until the game is over, or the person leaves."""
    match = sitting.match
    sitting.tell(_("Type help for the rules, moves for what is legal, quit to leave."))
    try:
        while not match.is_over:
            turn = match.turn
            if isinstance(turn, Chance):
                match = _happened(sitting, match, match.next_roll())
            elif isinstance(turn, Decide) and (choose := sitting.choosers[turn.seat]):
                move = choose(match.game, match.state, match.thinking_random())
                match = _happened(sitting, match, Played(turn.seat, move))
            else:
                _show(sitting, match)
                match = _decided(sitting, match)
    except InputEnded:
        sitting.tell(_("The game is left unfinished. Goodbye."))
    else:
        _show(sitting, match)


def _happened(sitting: Sitting, match: LocalMatch, event: Event) -> LocalMatch:
    """The match after an event, which is told."""
    after = match.after(event)
    sitting.tell(tell(match.game, match.state, event, after.state, match.viewer))
    return after


def _show(sitting: Sitting, match: LocalMatch) -> None:
    """The board, and what is asked now."""
    sitting.say(f"\n{draw(match.game, match.state, match.viewer)}\n")
    sitting.tell(ask(match.game, match.state, match.viewer))


def _decided(sitting: Sitting, match: LocalMatch) -> LocalMatch:
    """The match after the first legal move that is typed, or after one is taken back; whatever else
    is typed gets its answer."""
    turn = match.turn
    assert isinstance(turn, Decide)
    numbered = False
    while (line := sitting.read()) is not None:
        typed = " ".join(line.split())
        match find_command(typed):
            case ("quit", _):
                break
            case ("help", _):
                sitting.say(f"{guide(match.game)}\n{folded(_commands(match))}")
            case ("moves", _):
                sitting.say(wrapped(_listed(turn.moves)))
                numbered = has_numbers(turn.moves)
            case ("hint", _):
                sitting.tell(_hint(sitting, match))
            case ("save", name):
                sitting.tell(_save(sitting, match, name))
            case ("undo", _):
                try:
                    return match.undone()
                except Refused as refused:
                    sitting.tell(_not_possible(refused))
            case None if typed:
                move = find_move(typed.lower()[:LONGEST_LINE], turn.moves, numbered=numbered)
                try:
                    return _happened(sitting, match, Played(turn.seat, move))
                except IllegalMove as refused:
                    sitting.say(_refusal(refused))
    raise InputEnded


def _commands(match: LocalMatch) -> str:
    """What can be typed besides moves."""
    said = _("Moves may be shortened. Also: moves, hint, save FILE, quit.")
    return said if match.game.seats > 1 else f"{said} " + _("undo takes the last move back.")


def _listed(moves: Sequence[str]) -> list[str]:
    """All moves, with numbers where those may be typed."""
    if not has_numbers(moves):
        return list(moves)
    return [f"{number}) {move}" for number, move in enumerate(moves, start=1)]


def _hint(sitting: Sitting, match: LocalMatch) -> str:
    worth = sitting.weigh()(match.game, match.state)
    values = {"move": worth.best, "named": name_move(match.game, match.state, worth.best)}
    if values["move"] == values["named"]:
        return _("Hint: %(move)s.") % values
    return _("Hint: %(move)s (%(named)s).") % values


def _save(sitting: Sitting, match: LocalMatch, name: str) -> str:
    """Write the match so far to a file."""
    try:
        sitting.keep(name, write(match.record))
    except OSError as error:
        return _("Not possible: %(reason)s.") % {"reason": error.strerror or error}
    return _("Saved as %(file)s.") % {"file": name[:LONGEST_LINE]}


def _not_possible(refused: Refused) -> str:
    return _("Not possible: %(reason)s.") % {"reason": explain(refused)}


def _refusal(refused: IllegalMove) -> str:
    """Why a move is refused, and some moves that would not be."""
    legal = some_of_each_verb(refused.legal, MOST_SHOWN)
    values: dict[str, Any] = {"moves": ", ".join(_bound(legal))}
    values["more"] = len(refused.legal) - len(legal)
    if values["more"]:
        listed = _("Legal: %(moves)s and %(more)d more (type moves).") % values
    else:
        listed = _("Legal: %(moves)s.") % values
    return f"{folded(_not_possible(refused))}\n{folded(listed)}".replace("\xa0", " ")


def _bound(moves: Sequence[str]) -> list[str]:
    """The moves with spaces at which no line is broken."""
    return [move.replace(" ", "\xa0") for move in moves]
