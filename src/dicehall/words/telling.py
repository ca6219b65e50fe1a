"""The words of every game by its name: what an event did, and what is asked now."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dicehall.rules import AnyGame, Chance, Decide, Over
from dicehall.rules.records import Event, Played
from dicehall.words import bones, fune, hexes, sparkle


@dataclass(frozen=True, slots=True)
class Words:
    """How one game is told."""

    tell: Callable[[Any, Any, Event, Any, str], str]
    ask: Callable[[Any, Any, str], str]
    name: Callable[[Any, str], str]


WORDS: dict[str, Words] = {
    "sparkle": Words(sparkle.tell, sparkle.ask, sparkle.name_move),
    "pocket-hexes": Words(hexes.tell, hexes.ask, hexes.name_move),
    "knuckles": Words(bones.tell, bones.ask, bones.name_move),
    "knucklebones": Words(bones.tell, bones.ask, bones.name_move),
    "fune": Words(fune.tell, fune.ask, fune.name_move),
}


def tell(game: AnyGame, before: Any, event: Event, after: Any, name: str) -> str:
    """What an event did; `name` is the acting player's (see `acting_seat`), or "You".

    >>> from dicehall.rules import new_game
    >>> from dicehall.rules.records import Rolled
    >>> game = new_game("knucklebones")
    >>> after = game.roll(game.start(), (5,))
    >>> tell(game, game.start(), Rolled((5,)), after, "Ada")
    'Ada rolled a 5.'
    >>> ask(game, after, "You")
    'Put the 5 into one of your columns.'
    """
    return WORDS[game.name].tell(game, before, event, after, name)


def ask(game: AnyGame, state: Any, name: str) -> str:
    """What is asked now, or how it ended; `name` is that of the `asked_seat`, or "You"."""
    return WORDS[game.name].ask(game, state, name)


def name_move(game: AnyGame, state: Any, move: str) -> str:
    """A legal move as a person would name it, in the middle of a sentence.

    >>> from dicehall.rules import new_game
    >>> game = new_game("fune")
    >>> state = game.roll(game.start(), (6, 1, 6, 2, 6))
    >>> name_move(game, state, "keep 1 3 5")
    'keep 6, 6, 6'
    """
    return WORDS[game.name].name(state, move)


def acting_seat(game: AnyGame, event: Event, after: Any) -> int:
    """The seat that made this move, or for which these dice were rolled."""
    return event.seat if isinstance(event, Played) else asked_seat(game, after)


def asked_seat(game: AnyGame, state: Any) -> int:
    """The seat that decides, or at the end the winner."""
    match game.turn(state):
        case Decide(seat=seat):
            return seat
        case Over(winners=winners):
            return winners[0]
        case Chance():
            return 0  # with two seats nobody is asked while the dice fly
