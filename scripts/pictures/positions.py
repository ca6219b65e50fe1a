"""The scenes of the strips: what is wanted of a match, and the moves that make it happen."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from dicehall.match.match import Match
from pictures.courses import Course, decisions

Moves = tuple[str, ...]
"""What the browser does, one after the other; empty if this is not the moment."""

FULL_BOARD = 5
"""Dice on each side that make a board worth looking at."""
HIGH_RING = 12


@dataclass(frozen=True, slots=True)
class Scene:
    """Something that happens in a game, and how long it is filmed at most."""

    name: str
    game: str
    find: Callable[[Course], Moves]
    ms: int

    def prepare(self) -> tuple[Course, Moves]:
        """The first match that comes to this scene, at that moment, and the moves that make it."""
        for number in count():
            for course in decisions(self.game, f"{self.game} {self.name} {number}"):
                if moves := self.find(course):
                    return course, moves
        raise AssertionError("there are endless matches")


def find_throw(course: Course) -> Moves:
    """The first move after which as many dice fly as possible."""
    throws = [move for move in course.asked if move.split()[0] in ("roll", "keep")]
    return tuple(throws[:1])


def find_placement(course: Course) -> Moves:
    """A number of two digits beside others."""
    move = course.choice()
    numbers = sum(number >= 0 for number in course.match.state.board)
    return (move,) if numbers > 12 and move.startswith(("place d12", "place d20")) else ()


def find_ring(course: Course) -> Moves:
    """A high number that is surrounded."""
    for move in course.asked:
        if move.startswith("score") and _gain(course, move) >= HIGH_RING:
            return (move,)
    return ()


def find_bank(course: Course) -> Moves:
    """Two dice or more that are banked, and the turn ends with them."""
    move = course.choice()
    return (move,) if move.startswith("end ") and len(move.split()) > 2 else ()


def find_heap(course: Course) -> Moves:
    """A throw of five alike, and all of them banked."""
    move = course.choice()
    if move.startswith("reroll"):
        return ()
    after = course.moved(move)
    heap = "roll 1 2 3 4 5"
    return (move, heap) if heap in after.asked and len(set(after.match.state.dice)) == 1 else ()


def find_fune(course: Course) -> Moves:
    """A re-roll that makes five alike, and the box for it."""
    move, box = course.choice(), "score fune"
    if not move.startswith("keep") or box not in course.asked:
        return ()
    dice = course.moved(move).match.state.dice
    return (move, box) if len(set(dice)) == 1 else ()


def find_knockout(dice: int) -> Callable[[Course], Moves]:
    """A die that knocks this many dice out of a well-filled board."""

    def find(course: Course) -> Moves:
        if min(_dice(course.match)) < FULL_BOARD:
            return ()
        for move in course.asked:
            if _lost(course, move, 1) == dice and not course.moved(move).match.result:
                return (move,)
        return ()

    return find


def find_answer(course: Course) -> Moves:
    """A move to which the computer answers with a knockout."""
    if min(_dice(course.match)) < FULL_BOARD:
        return ()
    move = course.choice()
    after = course.moved(move)
    hit = not after.match.result and _lost(after, after.choice(), 0)
    return (move,) if hit else ()


def find_exchange(course: Course) -> Moves:
    """A knockout that the computer answers with another."""
    moves = find_answer(course)
    return moves if moves and _lost(course, moves[0], 1) else ()


def find_win(course: Course) -> Moves:
    """The last move of a match, with which the guest wins."""
    for move in course.asked:
        result = course.moved(move).match.result
        if result and result.winners == (0,):
            return (move,)
    return ()


def find_comeback(course: Course) -> Moves:
    """The last move of a match, with which a guest who is behind knocks out dice and wins."""
    behind, ahead = course.match.game.scores(course.match.state)
    moves = find_win(course) if behind < ahead else ()
    return moves if moves and _lost(course, moves[0], 1) else ()


SCENES = (
    Scene("throw", "sparkle", find_throw, 3600),
    Scene("bank", "sparkle", find_bank, 6000),
    Scene("heap", "sparkle", find_heap, 9000),
    Scene("throw", "pocket-hexes", find_throw, 3600),
    Scene("place", "pocket-hexes", find_placement, 3000),
    Scene("ring", "pocket-hexes", find_ring, 4000),
    Scene("single", "knuckles", find_knockout(1), 3600),
    Scene("double", "knuckles", find_knockout(2), 3600),
    Scene("triple", "knuckles", find_knockout(3), 3600),
    Scene("computer", "knuckles", find_answer, 9000),
    Scene("win", "knuckles", find_win, 6000),
    Scene("comeback", "knuckles", find_comeback, 6000),
    Scene("single", "knucklebones", find_knockout(1), 3600),
    Scene("double", "knucklebones", find_knockout(2), 3600),
    Scene("triple", "knucklebones", find_knockout(3), 3600),
    Scene("computer", "knucklebones", find_answer, 9000),
    Scene("win", "knucklebones", find_win, 6000),
    Scene("comeback", "knucklebones", find_comeback, 6000),
    Scene("throw", "fune", find_throw, 3600),
    Scene("fune", "fune", find_fune, 9000),
)

EXCHANGE = Scene("exchange", "knucklebones", find_exchange, 9000)
"""What the animation shows: a match at its liveliest."""


def _gain(course: Course, move: str) -> int:
    game, state = course.match.game, course.match.state
    return game.scores(game.play(state, move))[0] - game.scores(state)[0]


def _dice(match: Match) -> tuple[int, ...]:
    """How many dice lie on each side."""
    return tuple(sum(len(column) for column in grid) for grid in match.state.grids)


def _lost(course: Course, move: str, seat: int) -> int:
    """How many dice a move takes from a seat."""
    return _dice(course.match)[seat] - _dice(course.moved(move).match)[seat]
