"""A line-based match: print events, read one move per line."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from dicehall.game import Chance, Decide, Die
from dicehall.game.protocol import check_roll
from dicehall.game.records import Event, Played, Rolled, read_roll, write
from dicehall.game.refused import IllegalMove, Refused
from dicehall.game.turns import spell_face
from dicehall.game.typed_commands import find_command
from dicehall.plain_terminal.boards import draw, guide
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.players.chooser import Chooser
from dicehall.players.reasons import reason
from dicehall.players.worth import Weigher
from dicehall.words.language import _
from dicehall.words.lines import folded, wrapped
from dicehall.words.outline import some_of_each_verb
from dicehall.words.phrases import together
from dicehall.words.refusals import explain
from dicehall.words.telling import ask, name_move, tell

MOST_SHOWN = 12
FACES = set("0123456789*")
LONGEST_LINE = 60
"""No move is longer; input beyond this is not echoed in messages."""


class InputEnded(Exception):
    """The player typed `quit`, or the input ended."""


@dataclass(frozen=True, slots=True)
class TerminalSession:
    """A match with its computer players, input and output."""

    match: LocalMatch
    choosers: Sequence[Chooser | None]
    """The computer player of each seat; None for a person."""
    read: Callable[[], str | None]
    """Reads a line; None at the end of input."""
    say: Callable[[str], None]
    """Prints a text as it is."""
    keep: Callable[[str, str], None]
    """Writes a file, given its name and text."""
    weigh: Callable[[], Weigher]
    """Loads the weigher; called only for a hint."""

    def say_wrapped(self, text: str) -> None:
        """Print a text wrapped to the width of a terminal."""
        self.say("\n".join(map(folded, text.split("\n"))))


def play(session: TerminalSession) -> None:
    """Play until the game is over or the player quits."""
    match = session.match
    session.say_wrapped(_("Type help for the rules, moves for the legal moves, quit to leave."))
    try:
        while not match.is_over:
            turn = match.turn
            if isinstance(turn, Chance) and match.own_dice:
                match = _enter_roll(session, match, turn.dice)
            elif isinstance(turn, Chance):
                match = _apply(session, match, match.next_roll())
            elif isinstance(turn, Decide) and (choose := session.choosers[turn.seat]):
                move = choose(match.game, match.state, match.thinking_random())
                match = _apply(session, match, Played(turn.seat, move))
            else:
                _show(session, match)
                match = _decide(session, match)
    except InputEnded:
        session.say_wrapped(_("Game unfinished. Goodbye."))
    else:
        _show(session, match)


def _apply(session: TerminalSession, match: LocalMatch, event: Event) -> LocalMatch:
    """Describe an event and return the match after it."""
    after = match.after(event)
    session.say_wrapped(tell(match.game, match.state, event, after.state, match.viewer))
    return after


def _show(session: TerminalSession, match: LocalMatch) -> None:
    """Print the board and the prompt."""
    session.say(f"\n{draw(match.game, match.state, match.viewer)}\n")
    session.say_wrapped(ask(match.game, match.state, match.viewer))


def _decide(session: TerminalSession, match: LocalMatch) -> LocalMatch:
    """Read lines until one is a legal move or an undo, handling other commands; returns the match
    after it."""
    turn = match.turn
    assert isinstance(turn, Decide)
    numbered = False
    while (line := session.read()) is not None:
        typed = " ".join(line.split())
        match find_command(typed):
            case ("quit", _):
                break
            case ("help", _):
                session.say(f"{guide(match.game)}\n{folded(_commands())}")
            case ("moves", _):
                session.say(wrapped(_listed(turn.moves)))
                numbered = has_numbers(turn.moves)
            case ("hint", _):
                session.say_wrapped(_hint(session, match))
            case ("save", name):
                session.say_wrapped(_save(session, match, name))
            case ("undo", _):
                try:
                    return match.undone()
                except Refused as refused:
                    session.say_wrapped(_not_possible(refused))
            case None if typed:
                move = find_move(typed.lower()[:LONGEST_LINE], turn.moves, numbered=numbered)
                try:
                    return _apply(session, match, Played(turn.seat, move))
                except IllegalMove as refused:
                    session.say(_refusal(refused))
    raise InputEnded


def _enter_roll(session: TerminalSession, match: LocalMatch, dice: tuple[Die, ...]) -> LocalMatch:
    """Read lines until one holds what the player's own dice show, or an undo; returns the match
    after it."""
    named = " ".join(die.name for die in dice)
    session.say_wrapped(_("Roll %(dice)s and type what you see.") % {"dice": named})
    while (line := session.read()) is not None:
        typed = " ".join(line.split())
        try:
            match find_command(typed):
                case ("quit", _):
                    break
                case ("help", _):
                    session.say(f"{guide(match.game)}\n{folded(_commands())}")
                case ("save", name):
                    session.say_wrapped(_save(session, match, name))
                case ("undo", _):
                    return match.undone()
                case _ if typed:
                    roll = read_roll(_spaced(typed[:LONGEST_LINE], dice))
                    check_roll(match.game, match.state, roll)
                    return _apply(session, match, Rolled(roll))
        except Refused as refused:
            session.say_wrapped(_not_possible(refused))
    raise InputEnded


def _spaced(typed: str, dice: tuple[Die, ...]) -> str:
    """Faces with spaces between them; `351` is enough for dice with faces of one sign.

    >>> from dicehall.game.turns import D6, D12
    >>> _spaced("351", (D6, D6, D6)), _spaced("12", (D12,))
    ('3 5 1', '12')
    """
    short = all(len(spell_face(face)) == 1 for die in dice for face in die.faces)
    return " ".join(typed) if short and set(typed) <= FACES else typed


def _commands() -> str:
    """The commands besides moves."""
    commands = _("Moves may be shortened. Also: moves, hint, save FILE, quit.")
    return f"{commands} " + _("undo takes back a move.")


def _listed(moves: Sequence[str]) -> list[str]:
    """All moves, numbered if numbers may be typed."""
    if not has_numbers(moves):
        return list(moves)
    return [f"{number}) {move}" for number, move in enumerate(moves, start=1)]


def _hint(session: TerminalSession, match: LocalMatch) -> str:
    worth = session.weigh()(match.game, match.state)
    values = {"move": worth.best, "named": name_move(match.game, match.state, worth.best)}
    same = values["move"] == values["named"]
    hint = _("Hint: %(move)s.") if same else _("Hint: %(move)s (%(named)s).")
    return together(hint % values, reason(match.game, match.state, worth).full)


def _save(session: TerminalSession, match: LocalMatch, name: str) -> str:
    """Write the match so far to a file."""
    try:
        session.keep(name, write(match.record))
    except OSError as error:
        return _("Not possible: %(reason)s.") % {"reason": error.strerror or error}
    return _("Saved as %(file)s.") % {"file": name[:LONGEST_LINE]}


def _not_possible(refused: Refused) -> str:
    return _("Not possible: %(reason)s.") % {"reason": explain(refused)}


def _refusal(refused: IllegalMove) -> str:
    """Why a move is refused, and some legal moves."""
    legal = some_of_each_verb(refused.legal, MOST_SHOWN)
    values: dict[str, Any] = {"moves": ", ".join(move.replace(" ", "\xa0") for move in legal)}
    values["more"] = len(refused.legal) - len(legal)
    if values["more"]:
        listed = _("Legal: %(moves)s and %(more)d more (type moves).") % values
    else:
        listed = _("Legal: %(moves)s.") % values
    return f"{folded(_not_possible(refused))}\n{folded(listed)}".replace("\xa0", " ")


def find_move(typed: str, moves: Sequence[str], *, numbered: bool = False) -> str:
    """Find the legal move that was typed.

    Words may be abbreviated as long as only one move matches. If all moves begin with the same
    word, it may be omitted. After the list of moves was shown (`numbered`), a number is a place in
    it. If no move matches, or several do, return the input with its verb spelled out, so that the
    rules can explain the refusal.

    >>> find_move("2", ["column 1", "column 2"])
    'column 2'
    >>> find_move("s full", ["keep", "keep 1", "score fours", "score full-house"])
    'score full-house'
    >>> find_move("s f", ["keep", "keep 1", "score fours", "score full-house"])
    'score f'
    >>> find_move("3", ["keep", "keep 1", "score fours"], numbered=True)
    'score fours'
    >>> find_move("1", ["column 2", "column 3"])
    'column 1'
    """
    if typed in moves:
        return typed
    verbs = {move.partition(" ")[0] for move in moves}
    if len(verbs) == 1 and f"{min(verbs)} {typed}" in moves:
        return f"{min(verbs)} {typed}"
    if numbered and typed.isdecimal() and typed.isascii() and 0 < int(typed[:6]) <= len(moves):
        return moves[int(typed[:6]) - 1]
    meant = [move for move in moves if _abbreviates(typed.split(), move.split())]
    return meant[0] if len(meant) == 1 else _spelled_out(typed, verbs)


def has_numbers(moves: Sequence[str]) -> bool:
    """Whether the list of moves has numbers: if the moves begin with different words."""
    return len({move.partition(" ")[0] for move in moves}) > 1


def _spelled_out(typed: str, verbs: Collection[str]) -> str:
    """The input with its verb completed, or added before a number."""
    first, _space, _rest = typed.partition(" ")
    if len(verbs) == 1 and first[-1].isdecimal():
        return f"{min(verbs)} {typed}"
    meant = [verb for verb in verbs if verb.startswith(first)]
    return f"{meant[0]}{typed.removeprefix(first)}" if len(meant) == 1 else typed


def _abbreviates(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each typed word abbreviates the corresponding word; numbers must match exactly."""
    return len(typed) == len(words) and all(
        word == part or (word.startswith(part) and not part[-1].isdecimal())
        for part, word in zip(typed, words, strict=True)
    )
