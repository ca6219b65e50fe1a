"""Texts about any game: descriptions of events, prompts, and names of moves."""

from typing import Any, Protocol, cast

from dicehall.game import AnyGame, Chance, Decide, Over, find_game
from dicehall.game.acting import acting_seat
from dicehall.game.records import Event, Played
from dicehall.words import default
from dicehall.words.language import _
from dicehall.words.phrases import addressed, awaited, concluded
from dicehall.words.viewer import Viewer, without_you


class GameWords(Protocol):
    """A game's `words` module; games without one use `words.default`.

    Four more functions are optional: `tell_end(state)` explains why the game ended, if that is not
    obvious; `tell_move(game, before, played, after, viewer)` replaces `tell` for moves that affect
    another seat too; `tell_effect(game, state, move)` says what a move does at once, or risks;
    `tell_outlook(game, state, move)` says what it leaves to the next roll, or gives up.
    """

    def tell(self, game: Any, before: Any, event: Event, after: Any, name: str) -> str:
        """Describe a roll or a move; `name` is the name of the acting seat."""

    def ask(self, game: Any, state: Any) -> str:
        """The prompt for the seat that must decide."""

    def name_move(self, state: Any, move: str) -> str:
        """A legal move in a few words, in the middle of a sentence."""


def tell(game: AnyGame, before: Any, event: Event, after: Any, viewer: Viewer) -> str:
    """Describe an event.

    >>> from dicehall.game import new_game
    >>> from dicehall.game.records import Rolled
    >>> game = new_game("knucklebones")
    >>> after = game.roll(game.start(), (5,))
    >>> ada_reads = Viewer(("Ada", "Bob"), you=0)
    >>> tell(game, game.start(), Rolled((5,)), after, ada_reads)
    'You rolled a 5.'
    >>> ask(game, after, ada_reads)
    'Put the 5 into a column.'
    """
    words = _words(game)
    if isinstance(event, Played) and (tell_move := getattr(words, "tell_move", None)):
        sentence = cast(str, tell_move(game, before, event, after, viewer))
    else:
        seat = acting_seat(game, before, event, after)
        sentence = words.tell(game, before, event, after, viewer.named(seat))
    return without_you(sentence)


def ask(game: AnyGame, state: Any, viewer: Viewer) -> str:
    """What the game is waiting for, or how it ended."""
    match game.turn(state):
        case Decide(seat=seat):
            return addressed(_words(game).ask(game, state), seat, viewer)
        case Chance() as chance:
            return awaited(chance)
        case Over() as end:
            return f"{concluded(end, viewer)} {tell_end(game, state)}".rstrip()


def tell_end(game: AnyGame, state: Any) -> str:
    """Why the game ended; empty if that needs no explanation."""
    say = getattr(_words(game), "tell_end", None)
    return say(state) if say else ""


def tell_effect(game: AnyGame, state: Any, move: str) -> str:
    """What a move does at once or risks, as a verb phrase; empty if nothing is special about it.

    >>> from dicehall.game import new_game
    >>> game = new_game("sparkle")
    >>> state = game.roll(game.start(), (1, 2, 3, 4, 6))
    >>> tell_effect(game, state, "roll 1")
    'fizzles 16% of the time'
    """
    say = getattr(_words(game), "tell_effect", None)
    return say(game, state, move) if say else ""


def tell_outlook(game: AnyGame, state: Any, move: str) -> str:
    """What a move leaves to the next roll or gives up, as a verb phrase; empty if there is nothing
    to say.

    >>> from dicehall.game import new_game
    >>> from dicehall.game.positions import read_position
    >>> game = new_game("knucklebones")
    >>> state = read_position(game, "5._._-1._._-5-0")
    >>> tell_outlook(game, state, "column 1")
    'exposes 20 points to one of six rolls'
    """
    say = getattr(_words(game), "tell_outlook", None)
    return say(game, state, move) if say else ""


def name_move(game: AnyGame, state: Any, move: str) -> str:
    """The name of a legal move, for the middle of a sentence.

    >>> from dicehall.game import new_game
    >>> game = new_game("fune")
    >>> state = game.roll(game.start(), (6, 1, 6, 2, 6))
    >>> name_move(game, state, "keep 1 3 5")
    'keep 6, 6, 6'
    """
    return _words(game).name_move(state, move)


def _words(game: AnyGame) -> GameWords:
    return cast(GameWords, find_game(game.name).part("words") or default)


def tell_turning(game: AnyGame, before: Any, played: Played, after: Any, viewer: Viewer) -> str:
    """Describe the turning point of a match.

    >>> from dicehall.game import new_game
    >>> game = new_game("knucklebones")
    >>> rolled = game.roll(game.start(), (5,))
    >>> after = game.play(rolled, "column 1")
    >>> ada_reads = Viewer(("Ada", "Bob"), you=0)
    >>> tell_turning(game, rolled, Played(0, "column 1"), after, ada_reads)
    'Your 5 in column 1 scored 5 points.'
    """
    own = getattr(find_game(game.name).part("words"), "tell_turning", None)
    if own is None:
        return tell(game, before, played, after, viewer)
    return cast(str, own(game, before, played, after, viewer))


def whose(seat: int, viewer: Viewer) -> str:
    """The possessive for a seat.

    >>> [whose(seat, Viewer(("Ada", "Bob"), you=1)) for seat in (0, 1)]
    ["Ada's", 'Your']
    """
    if seat == viewer.you:
        return _("Your")
    return _("%(name)s's") % {"name": viewer.names[seat]}
