"""What every game owes to the house: whole matches played at random, each duty checked.

For the tests of those who write games: `check_game(Pig())`, `check_numbering(Pig())`.
"""

import pickle
import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from operator import le
from random import Random
from typing import Any, NoReturn

from dicehall.game.catalogue import find_game, find_numbering
from dicehall.game.entry import as_numbers
from dicehall.game.numbering import Numbering
from dicehall.game.protocol import AnyGame
from dicehall.game.records import Event, Played, Record, Rolled, apply, read, write
from dicehall.game.refused import Refused
from dicehall.game.turns import SPARK, Chance, Decide, Die, Over, Turn
from dicehall.game.typed_commands import find_command

MOST_EVENTS = 5_000
LONGEST_MOVE = 60
LONGEST_DIE = 16
MOST_FACES = 256
LAST_FACE = 999
PICKLED = 10
"""One in so many states is pickled and read back, to check that the copy is observed as the
original is."""


_PARAMETER = re.compile(r"(?!(?:true|false)$)[a-z][a-z0-9_-]*", re.IGNORECASE)
"""An option's value that OpenSpiel reads as text, and nothing else."""


class ContractBroken(AssertionError):
    """A duty that a game does not fulfil."""


def check_game(game: AnyGame, matches: int = 5) -> None:
    """Play some matches at random, and hold the game to all that the house relies on.

    A game that is installed, or belongs to the house, is also found again by its records.

    >>> from dicehall.game import new_game
    >>> check_game(new_game("knucklebones"))
    """
    _require(hash(game) == hash(pickle.loads(pickle.dumps(game))), "a game is hashed and pickled")
    for seed in range(matches):
        events = tuple(_play(game, Random(seed)))
        again = tuple(_play(pickle.loads(pickle.dumps(game)), Random(seed)))
        _require(events == again, "equal events have equal consequences")
        if seed == 0:
            _check_options(game)
            _check_record(Record(game, events))


def check_numbering(game: AnyGame, steps: int = 2_000) -> None:
    """Take so many random steps, and hold the numbers of a game to what programs rely on.

    >>> from dicehall.game import new_game
    >>> check_numbering(new_game("knucklebones"))
    """
    numbering = find_numbering(game)
    moves, features = numbering.moves, numbering.features
    _require(len(set(moves)) == len(moves) > 0, "every move is numbered once")
    _require(
        [*map(numbering.number, moves)] == [*range(len(moves))], "a move's number is its place"
    )
    _require(len({feature.name for feature in features}) == len(features), "features have names")
    known, random, seen, played = {*moves}, Random(steps), dict[Any, Any](), 0
    state: Any = game.start()
    lowest, highest = numbering.scores
    for step in range(steps):
        points = game.scores(state)
        _require(lowest <= min(points) and max(points) <= highest, f"scores are bounded: {points}")
        _check_observation(game, numbering, state, seen)
        if step % PICKLED == 0:
            _check_alike(game, numbering, state)
        match game.turn(state):
            case Over():
                state, played = game.start(), 0
            case Chance(dice=dice) as chance:
                faces = max(len(die.faces) for die in dice)
                _require(faces <= numbering.most_faces, f"no die has more faces than said: {dice}")
                state = game.roll(state, chance.throw(random))
            case Decide(moves=legal):
                _require(known.issuperset(legal), f"every legal move has a number: {legal}")
                state, played = game.play(state, random.choice(legal)), played + 1
        _require(
            played <= numbering.most_moves, f"a match has {numbering.most_moves} moves at most"
        )


def _check_observation(
    game: AnyGame, numbering: Numbering, state: Any, seen: dict[Any, Any]
) -> None:
    lows, highs = numbering.lows, numbering.highs
    for seat in range(game.seats):
        observed = numbering.observe(state, seat)
        _require(len(observed) == len(lows), "each feature has a number")
        _require({*map(type, observed)} == {int}, f"an observation is whole numbers: {observed}")
        kept = all(map(le, lows, observed)) and all(map(le, observed, highs))
        _require(kept, f"the bounds of all features are kept: {observed} in {state}")
        other = seen.setdefault((seat, observed), state)
        _require(other == state, f"nothing is hidden: {state} looks like {other}")


def _check_alike(game: AnyGame, numbering: Numbering, state: Any) -> None:
    for seat in range(game.seats):
        again = pickle.loads(pickle.dumps(state))
        alike = numbering.observe(state, seat) == numbering.observe(again, seat)
        _require(alike, f"equal states look alike: {state}")


def _play(game: AnyGame, random: Random) -> Iterable[Event]:
    """A match at random, checked step by step."""
    state: Any = game.start()
    for _event in range(MOST_EVENTS):
        turn = game.turn(state)
        _check_state(game, state, turn)
        event: Event
        match turn:
            case Over():
                return
            case Chance() as chance:
                event = Rolled(chance.throw(random))
                _refuses(game, state, Played(0, "no such move"))
                _refuses(game, state, Rolled((*event.roll, event.roll[0])))
            case Decide(seat=seat, moves=moves):
                event = Played(seat, random.choice(moves))
                _refuses(game, state, Played(seat, "no such move"))
                _refuses(game, state, Rolled((1,)))
        yield event
        before, state = state, apply(game, state, event)
        _require(state != before, f"{event} leads to another state")
    _fail(f"a match ends within {MOST_EVENTS} events")


def _check_state(game: AnyGame, state: Any, turn: Turn) -> None:
    scores = game.scores(state)
    whole = all(isinstance(score, int) for score in scores)
    _require(
        whole and len(scores) == game.seats, f"each seat has a whole number of points: {scores}"
    )
    kept = pickle.loads(pickle.dumps(state))
    _require(state == kept and hash(state) == hash(kept), f"a state is hashed and pickled: {state}")
    _require(_is_plain(state), f"a state is made of what the JSON interface can write: {state}")
    _require(game.turn(state) == turn, "the same is asked as often as one asks")
    match turn:
        case Over():
            _require(turn == Over.at(scores), f"the highest score wins: {turn}")
        case Chance(dice=dice):
            _require(len(dice) > 0, "dice are rolled, not nothing")
            for die in dice:
                _check_die(die)
        case Decide(seat=seat, moves=moves):
            _require(seat in range(game.seats), f"a seat of the table decides, not {seat}")
            _require(
                len(set(moves)) == len(moves) > 0, f"moves are some, and no two alike: {moves}"
            )
            for move in moves:
                _check_move_spelling(move)
        case _:
            _fail(f"a turn is Decide, Chance or Over: {turn}")


def _is_plain(value: Any) -> bool:
    """Whether a value is made of dataclasses, lists of all kinds, texts and numbers."""
    if is_dataclass(value):
        return all(_is_plain(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(part) for key, part in value.items())
    if isinstance(value, tuple | list | frozenset):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float | Enum)


def _check_die(die: Die) -> None:
    _require(
        len(die.name) <= LONGEST_DIE, f"a die has a name of at most {LONGEST_DIE} signs: {die}"
    )
    different = len(set(die.faces)) == len(die.faces)
    _require(different and 1 < len(die.faces) <= MOST_FACES, f"a die has 2 to 256 faces: {die}")
    legible = all(face == SPARK or 0 <= face <= LAST_FACE for face in die.faces)
    _require(legible, f"faces are {SPARK} or from 0 to {LAST_FACE}: {die}")


def _check_move_spelling(move: str) -> None:
    plain = move == " ".join(move.lower().split()) and move.isprintable() and "#" not in move
    _require(plain, f"a move is small letters with single spaces, and has no #: {move!r}")
    _require(0 < len(move) <= LONGEST_MOVE, f"a move has at most {LONGEST_MOVE} signs: {move!r}")
    _require(find_command(move) is None, f"{move!r} is a command in the terminal: no move")


def _refuses(game: AnyGame, state: Any, event: Event) -> None:
    """What is not legal is refused, with a reason; nothing else happens."""
    try:
        apply(game, state, event)
    except Refused as refused:
        _require(bool(refused.reason.strip()), f"why {event} is refused")
    except Exception as error:
        raise ContractBroken(f"{event} is refused; it broke instead: {error!r}") from error
    else:
        _fail(f"{event} is refused")


def _check_record(record: Record) -> None:
    """A match is read as it was written, where the house knows the game."""
    try:
        known = find_game(record.game.name).new(record.game.seats, record.game.options)
    except Refused:
        return
    _require(known == record.game, f"{record.game} is found by name, seats and options: {known}")
    _require(read(write(record))[0] == record, "a record is read as it was written")


def _check_options(game: AnyGame) -> None:
    """Every value of every option makes a game that says so, and a parameter of OpenSpiel; where
    the house knows the game."""
    try:
        entry = find_game(game.name)
    except Refused:
        return
    for option, values in entry.options.items():
        _require(option != "seats", "the option of seats is called otherwise")
        for value in values:
            told = entry.new(options={option: value}).options.get(option, values[0])
            _require(
                told == value, f"{option} {value!r} is reported by the game's options: {told!r}"
            )
        spelled = all(map(_PARAMETER.fullmatch, values))
        _require(
            spelled or bool(as_numbers(values)),
            f"the values of {option} are numbers of one kind or all words, for OpenSpiel: {values}",
        )


def _require(kept: bool, duty: str) -> None:
    if not kept:
        _fail(duty)


def _fail(duty: str) -> NoReturn:
    raise ContractBroken(duty)
