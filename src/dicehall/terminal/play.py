"""A game in the terminal: it says what happens and reads moves, one a line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from dicehall.bots.chooser import Chooser
from dicehall.refused import IllegalMove
from dicehall.rules import AnyGame, Chance, Decide, Over
from dicehall.rules.records import Event, Played, Rolled, apply
from dicehall.terminal.drawing import draw, guide
from dicehall.terminal.lines import wrapped
from dicehall.words.language import _
from dicehall.words.telling import acting_seat, ask, asked_seat, tell

MOST_SHOWN = 12
LONGEST_LINE = 60
"""No move is longer; what is beyond it need not be repeated to the player."""


class InputEnded(Exception):
    """The player typed `quit`, or there is nothing more to read."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game, who plays it, and where its dice and lines come from."""

    game: AnyGame
    names: Sequence[str]
    choosers: Sequence[Chooser | None]
    """The computer player of each seat; None where a person sits."""
    dice: Random
    computer: Random
    read: Callable[[], str | None]
    """The next line; None after the last one."""
    say: Callable[[str], None]


def play(table: Table) -> None:
    """Play until the game is over, or the person leaves."""
    game, state = table.game, table.game.start()
    table.say(_("Type help for the rules, moves for what is legal, quit to leave."))
    try:
        while not isinstance(game.turn(state), Over):
            event = _next_event(table, state)
            after = apply(game, state, event)
            name = table.names[acting_seat(game, event, after)]
            table.say(tell(game, state, event, after, name))
            state = after
    except InputEnded:
        table.say(_("The game is left unfinished. Goodbye."))
    else:
        _show(table, state)


def _next_event(table: Table, state: Any) -> Event:
    turn = table.game.turn(state)
    if isinstance(turn, Chance):
        return Rolled(tuple(table.dice.choice(die.faces) for die in turn.dice))
    assert isinstance(turn, Decide)
    choose = table.choosers[turn.seat]
    if choose:
        return Played(turn.seat, choose(table.game, state, table.computer))
    _show(table, state)
    return Played(turn.seat, _read_move(table, state, turn.moves))


def _show(table: Table, state: Any) -> None:
    """The board, and what is asked now."""
    name = table.names[asked_seat(table.game, state)]
    table.say(f"\n{draw(table.game, state, table.names)}\n")
    table.say(ask(table.game, state, name))


def _read_move(table: Table, state: Any, moves: tuple[str, ...]) -> str:
    """The first legal move that is typed; whatever else is typed gets its answer."""
    while (line := table.read()) is not None:
        word = " ".join(line.lower().split())[:LONGEST_LINE]
        if word == "quit":
            break
        if word == "help":
            table.say(guide(table.game))
        elif word == "moves":
            table.say(wrapped(moves))
        elif word:
            try:
                table.game.play(state, word)
            except IllegalMove as refused:
                table.say(_refusal(refused))
            else:
                return word
    raise InputEnded


def _refusal(refused: IllegalMove) -> str:
    """Why a move is refused, and some moves that would not be."""
    legal = _some(refused.legal)
    reason = _("Not possible: %(reason)s.") % {"reason": refused.reason}
    values = {"moves": wrapped(legal), "more": len(refused.legal) - len(legal)}
    if values["more"]:
        return f"{reason}\n" + _("Legal: %(moves)s and %(more)d more (type moves).") % values
    return f"{reason}\n" + _("Legal: %(moves)s.") % values


def _some(moves: tuple[str, ...]) -> tuple[str, ...]:
    """All moves if they are few, else a few with every verb."""
    if len(moves) <= MOST_SHOWN:
        return moves
    by_verb: dict[str, list[str]] = {}
    for move in moves:
        by_verb.setdefault(move.split()[0], []).append(move)
    share = MOST_SHOWN // len(by_verb)
    return tuple(move for group in by_verb.values() for move in group[:share])
