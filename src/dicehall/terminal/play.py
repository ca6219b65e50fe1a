"""A game in the terminal: it says what happens and reads moves, one a line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Over
from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.game.refused import IllegalMove
from dicehall.players.chooser import Chooser
from dicehall.terminal.boards import draw, guide
from dicehall.words.language import _
from dicehall.words.lines import wrapped
from dicehall.words.refusals import explain
from dicehall.words.telling import ask, tell
from dicehall.words.viewer import Viewer

MOST_SHOWN = 12
LONGEST_LINE = 60
"""No move is longer; what is beyond it need not be repeated to the player."""


class InputEnded(Exception):
    """The player typed `quit`, or there is nothing more to read."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game, who plays it, and where its dice and lines come from."""

    game: AnyGame
    viewer: Viewer
    choosers: Sequence[Chooser | None]
    """The computer player of each seat; None where a person sits."""
    dice: Random
    computer: Random
    read: Callable[[], str | None]
    """The next line; None after the last one."""
    say: Callable[[str], None]


def play(sitting: Sitting) -> None:
    """Play until the game is over, or the person leaves."""
    game, state = sitting.game, sitting.game.start()
    sitting.say(_("Type help for the rules, moves for what is legal, quit to leave."))
    try:
        while not isinstance(game.turn(state), Over):
            event = _next_event(sitting, state)
            after = apply(game, state, event)
            sitting.say(tell(game, state, event, after, sitting.viewer))
            state = after
    except InputEnded:
        sitting.say(_("The game is left unfinished. Goodbye."))
    else:
        _show(sitting, state)


def _next_event(sitting: Sitting, state: Any) -> Event:
    turn = sitting.game.turn(state)
    if isinstance(turn, Chance):
        return Rolled(tuple(sitting.dice.choice(die.faces) for die in turn.dice))
    assert isinstance(turn, Decide)
    choose = sitting.choosers[turn.seat]
    if choose:
        return Played(turn.seat, choose(sitting.game, state, sitting.computer))
    _show(sitting, state)
    return Played(turn.seat, _read_move(sitting, state, turn.moves))


def _show(sitting: Sitting, state: Any) -> None:
    """The board, and what is asked now."""
    sitting.say(f"\n{draw(sitting.game, state, sitting.viewer.called)}\n")
    sitting.say(ask(sitting.game, state, sitting.viewer))


def _read_move(sitting: Sitting, state: Any, moves: tuple[str, ...]) -> str:
    """The first legal move that is typed; whatever else is typed gets its answer."""
    while (line := sitting.read()) is not None:
        word = " ".join(line.lower().split())[:LONGEST_LINE]
        if word == "quit":
            break
        if word == "help":
            sitting.say(guide(sitting.game))
        elif word == "moves":
            sitting.say(wrapped(moves))
        elif word:
            try:
                sitting.game.play(state, word)
            except IllegalMove as refused:
                sitting.say(_refusal(refused))
            else:
                return word
    raise InputEnded


def _refusal(refused: IllegalMove) -> str:
    """Why a move is refused, and some moves that would not be."""
    legal = _some(refused.legal)
    reason = _("Not possible: %(reason)s.") % {"reason": explain(refused)}
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
