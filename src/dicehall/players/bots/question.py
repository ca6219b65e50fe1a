"""The question that a bot is asked, a decision and the match so far; and a game between bots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from traceback import print_exception
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Over
from dicehall.game.messages import translatable
from dicehall.game.plugins import reason
from dicehall.game.records import Event, Played, Record, Rolled, write
from dicehall.game.refused import BotFailed
from dicehall.players.chooser import Chooser


@dataclass(frozen=True, slots=True)
class Question:
    """A seat's decision, and everything that happened before."""

    game: AnyGame
    state: Any
    turn: Decide
    events: Sequence[Event]

    @property
    def record(self) -> str:
        """The game so far as a record."""
        return write(Record(self.game, tuple(self.events)))


Mover = Callable[[Question, Random], str]
"""Answers a question with a move."""


def trusted(choose: Chooser) -> Mover:
    """Wrap a built-in player: an exception is a bug of ours and propagates."""
    return lambda question, random: choose(question.game, question.state, random)


def guarded(choose: Chooser, *, debug: bool = False) -> Mover:
    """Wrap someone else's player: an exception becomes `BotFailed`. With `debug` the traceback is
    printed."""

    def move(question: Question, random: Random) -> str:
        try:
            chosen = choose(question.game, question.state, random)
        except (Exception, SystemExit) as error:  # a bot that calls sys.exit must not stop us
            if debug:
                print_exception(error)
            raise BotFailed(
                translatable("it raised an error: %(error)s", error=reason(error))
            ) from error
        return check_answer(question, chosen)

    return move


def check_answer(question: Question, answer: object) -> str:
    """Return a legal move; raise `BotFailed` for any other answer."""
    if not isinstance(answer, str) or answer not in question.turn.moves:
        raise BotFailed(
            translatable("it answered %(answer)s, which is not a legal move", answer=shown(answer))
        )
    return answer


def shown(answer: object) -> str:
    """A bot's answer, shortened to one line.

    >>> shown("column 9"), shown([1] * 50)
    ("'column 9'", '[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, …')
    """
    spelled = repr(answer)
    return spelled if len(spelled) <= 40 else f"{spelled[:40]}…"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The scores of all seats, and all events."""

    scores: tuple[int, ...]
    events: tuple[Event, ...]
    forfeited: int | None = None
    """The seat whose player failed and therefore lost."""
    reason: str = ""
    """Why, in English."""


def play_game(game: AnyGame, players: Sequence[Mover], dice: Random, own: Random) -> Outcome:
    """Play a game to its end; `own` is the players' random source, separate from the dice."""
    state: Any = game.start()
    events: list[Event] = []
    while True:
        match game.turn(state):
            case Over(scores=points):
                return Outcome(points, tuple(events))
            case Chance() as chance:
                roll = chance.throw(dice)
                state = game.roll(state, roll)
                events.append(Rolled(roll))
            case Decide(seat=seat) as turn:
                try:
                    move = players[seat](Question(game, state, turn, events), own)
                except BotFailed as failed:
                    return Outcome(game.scores(state), tuple(events), seat, failed.reason)
                state = game.play(state, move)
                events.append(Played(seat, move))
