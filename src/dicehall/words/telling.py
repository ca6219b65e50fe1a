"""Every game in words: what an event did, what is asked now, and what a move is called."""

from typing import Any, Protocol, cast

from dicehall.game import AnyGame, Chance, Decide, Over, find_game
from dicehall.game.acting import acting_seat
from dicehall.game.records import Event, Played
from dicehall.words import default
from dicehall.words.phrases import addressed, awaited, concluded
from dicehall.words.viewer import Viewer, without_you


class GameWords(Protocol):
    """What a game's module `words` offers; one that brings none is told by `words.default`.

    It may also have functions `tell_end(state)`, which says why a game that was played out has
    ended, where that is not plain to see, and `tell_move(game, before, played, after, viewer)`,
    which tells moves instead of `tell`, where what they do concerns another seat as well."""

    def tell(self, game: Any, before: Any, event: Event, after: Any, name: str) -> str:
        """What a roll or a move did; `name` is what the acting seat is called."""

    def ask(self, game: Any, state: Any) -> str:
        """What is asked of the seat that decides."""

    def name_move(self, state: Any, move: str) -> str:
        """A legal move in a few words, in the middle of a sentence."""


def tell(game: AnyGame, before: Any, event: Event, after: Any, viewer: Viewer) -> str:
    """What an event did.

        >>> from dicehall.game import new_game
        >>> from dicehall.game.acting import acting_seat
    from dicehall.game.records import Rolled
        >>> game = new_game("knucklebones")
        >>> after = game.roll(game.start(), (5,))
        >>> ada_reads = Viewer(("Ada", "Bob"), you=0)
        >>> tell(game, game.start(), Rolled((5,)), after, ada_reads)
        'You rolled a 5.'
        >>> ask(game, after, ada_reads)
        'Put the 5 into a column.'
    """
    words = _words(game)
    if isinstance(event, Played) and (say := getattr(words, "tell_move", None)):
        told = cast(str, say(game, before, event, after, viewer))
    else:
        seat = acting_seat(game, before, event, after)
        told = words.tell(game, before, event, after, viewer.named(seat))
    return without_you(told)


def ask(game: AnyGame, state: Any, viewer: Viewer) -> str:
    """What is asked now, or how it ended."""
    match game.turn(state):
        case Decide(seat=seat):
            return addressed(_words(game).ask(game, state), seat, viewer)
        case Chance() as chance:
            return awaited(chance)
        case Over() as end:
            return f"{concluded(end, viewer)} {tell_end(game, state)}".rstrip()


def tell_end(game: AnyGame, state: Any) -> str:
    """Why a game that was played out has ended; empty if that needs no word."""
    say = getattr(_words(game), "tell_end", None)
    return say(state) if say else ""


def name_move(game: AnyGame, state: Any, move: str) -> str:
    """A legal move as a person would name it, in the middle of a sentence.

    >>> from dicehall.game import new_game
    >>> game = new_game("fune")
    >>> state = game.roll(game.start(), (6, 1, 6, 2, 6))
    >>> name_move(game, state, "keep 1 3 5")
    'keep 6, 6, 6'
    """
    return _words(game).name_move(state, move)


def _words(game: AnyGame) -> GameWords:
    return cast(GameWords, find_game(game.name).part("words") or default)
