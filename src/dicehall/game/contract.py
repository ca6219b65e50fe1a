"""Checks that a game keeps its contract, by playing random matches.

Use it in the tests of your own game: `check_game(Pig())`, `check_numbering(Pig())`.
"""

import pickle
import re
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import partial
from operator import le
from random import Random
from typing import Any, NoReturn

from dicehall.game.catalogue import find_game, find_numbering
from dicehall.game.entry import as_numbers
from dicehall.game.numbering import Numbering
from dicehall.game.positions import LONGEST, has_positions, read_position, spell_position
from dicehall.game.protocol import AnyGame
from dicehall.game.records import POSITION, Event, Played, Record, Rolled, apply, read, write
from dicehall.game.refused import BadPosition, Refused
from dicehall.game.slots import Slot, slots_due
from dicehall.game.turns import SPARK, Chance, Decide, Die, Over, Turn
from dicehall.game.typed_commands import find_command

MOST_EVENTS = 5_000
LONGEST_MOVE = 60
LONGEST_DIE = 16
MOST_FACES = 256
LAST_FACE = 999
PICKLED = 10
"""One in this many states is pickled, to check that the copy gives the same observation."""


_PARAMETER = re.compile(r"(?!(?:true|false)$)[a-z][a-z0-9_-]*", re.IGNORECASE)
"""An option value that OpenSpiel reads as text and not as another type."""


_POSITION = re.compile(r"[a-z0-9._-]+")


class ContractBroken(AssertionError):
    """The game breaks a rule of the contract."""


def check_game(game: AnyGame, matches: int = 5) -> None:
    """Play random matches and check everything that the rest of Dicehall relies on.

    For an installed or built-in game, this also checks that its records can be read.

    >>> from dicehall.game import new_game
    >>> check_game(new_game("knucklebones"))
    """
    _require(
        hash(game) == hash(pickle.loads(pickle.dumps(game))), "a game can be hashed and pickled"
    )
    for seed in range(matches):
        events = tuple(_play(game, Random(seed)))
        again = tuple(_play(pickle.loads(pickle.dumps(game)), Random(seed)))
        _require(events == again, "equal events lead to equal states")
        if seed == 0:
            _check_options(game)
            _check_record(Record(game, events))


def check_numbering(game: AnyGame, steps: int = 2_000) -> None:
    """Take random steps and check the game's numbering.

    >>> from dicehall.game import new_game
    >>> check_numbering(new_game("knucklebones"))
    """
    numbering = find_numbering(game)
    moves, features = numbering.moves, numbering.features
    _require(len(set(moves)) == len(moves) > 0, "every move has one number")
    _require(
        [*map(numbering.number, moves)] == [*range(len(moves))], "a move's number is its index"
    )
    _require(
        len({feature.name for feature in features}) == len(features),
        "every feature has its own name",
    )
    known, random, seen, played = {*moves}, Random(steps), dict[Any, Any](), 0
    state: Any = game.start()
    lowest, highest = numbering.scores
    for step in range(steps):
        points = game.scores(state)
        _require(
            lowest <= min(points) and max(points) <= highest, f"scores stay within bounds: {points}"
        )
        _check_observation(game, numbering, state, seen)
        if step % PICKLED == 0:
            _check_alike(game, numbering, state)
        match game.turn(state):
            case Over():
                state, played = game.start(), 0
            case Chance(dice=dice) as chance:
                faces = max(len(die.faces) for die in dice)
                _require(
                    faces <= numbering.most_faces, f"no die has more faces than declared: {dice}"
                )
                state = game.roll(state, chance.throw(random))
            case Decide(moves=legal):
                _require(known.issuperset(legal), f"every legal move has a number: {legal}")
                state, played = game.play(state, random.choice(legal)), played + 1
        _require(
            played <= numbering.most_moves, f"a match has at most {numbering.most_moves} moves"
        )


def _check_observation(
    game: AnyGame, numbering: Numbering, state: Any, seen: dict[Any, Any]
) -> None:
    lows, highs = numbering.lows, numbering.highs
    for seat in range(game.seats):
        observed = numbering.observe(state, seat)
        _require(len(observed) == len(lows), "an observation has one number per feature")
        _require({*map(type, observed)} == {int}, f"an observation holds only integers: {observed}")
        kept = all(map(le, lows, observed)) and all(map(le, observed, highs))
        _require(kept, f"every feature stays within its bounds: {observed} in {state}")
        other = seen.setdefault((seat, observed), state)
        _require(other == state, f"observations hide nothing, but {state} looks like {other}")


def _check_alike(game: AnyGame, numbering: Numbering, state: Any) -> None:
    for seat in range(game.seats):
        again = pickle.loads(pickle.dumps(state))
        alike = numbering.observe(state, seat) == numbering.observe(again, seat)
        _require(alike, f"equal states look alike: {state}")


def _play(game: AnyGame, random: Random) -> Iterable[Event]:
    """Play a random match and check every step."""
    state: Any = game.start()
    log: list[Event] = []
    met: set[Slot] = set()
    for _event in range(MOST_EVENTS):
        turn = game.turn(state)
        _check_state(game, state, turn)
        event: Event
        match turn:
            case Over():
                return
            case Chance() as chance:
                event = Rolled(chance.throw(random))
                _check_slots(chance, slots_due(game, state, log), met)
                _refuses(game, state, Played(0, "no such move"))
                _refuses(game, state, Rolled((*event.roll, event.roll[0])))
            case Decide(seat=seat, moves=moves):
                event = Played(seat, random.choice(moves))
                _refuses(game, state, Played(seat, "no such move"))
                _refuses(game, state, Rolled((1,)))
        yield event
        log.append(event)
        before, state = state, apply(game, state, event)
        _require(state != before, f"{event} leads to another state")
    _fail(f"a match ends within {MOST_EVENTS} events")


def _check_slots(chance: Chance, slots: tuple[Slot, ...], met: set[Slot]) -> None:
    """Check that each die has a slot of its own, which it did not have before in this match."""
    _require(len(slots) == len(chance.dice), f"every die that is due has a slot: {slots}")
    for slot in slots:
        _require(slot not in met, f"no slot occurs twice in a match: {slot}")
        met.add(slot)


def _check_state(game: AnyGame, state: Any, turn: Turn) -> None:
    scores = game.scores(state)
    whole = all(isinstance(score, int) for score in scores)
    _require(whole and len(scores) == game.seats, f"each seat has an integer score: {scores}")
    kept = pickle.loads(pickle.dumps(state))
    _require(
        state == kept and hash(state) == hash(kept), f"a state can be hashed and pickled: {state}"
    )
    _require(_is_plain(state), f"a state holds only values that JSON can represent: {state}")
    _require(game.turn(state) == turn, "the same state always gives the same turn")
    if has_positions(game):
        _check_position(game, state)
    match turn:
        case Over():
            _require(turn == Over.at(scores), f"the highest score wins: {turn}")
        case Chance(dice=dice):
            _require(len(dice) > 0, "a roll has at least one die")
            for die in dice:
                _check_die(die)
        case Decide(seat=seat, moves=moves):
            _require(seat in range(game.seats), f"the deciding seat exists: {seat}")
            _require(
                len(set(moves)) == len(moves) > 0, f"a decision has moves, all different: {moves}"
            )
            for move in moves:
                _check_move_spelling(move)
        case _:
            _fail(f"a turn is Decide, Chance or Over: {turn}")


def _check_position(game: AnyGame, state: Any) -> None:
    """Check that a state is read back as it was spelled, and that nothing else is accepted."""
    text = spell_position(game, state)
    _require(
        len(text) <= LONGEST and bool(_POSITION.fullmatch(text)),
        f"a position has at most {LONGEST} letters, digits, full stops, hyphens and underscores: "
        f"{text!r}",
    )
    _require(read_position(game, text) == state, f"a position is read as it was spelled: {text!r}")
    for wrong in ("", f"{text} ", f"{text}?"):
        _require_refusal(partial(read_position, game, wrong), BadPosition, f"position {wrong!r}")


def _is_plain(value: Any) -> bool:
    """Whether a value consists only of dataclasses, sequences, strings and numbers."""
    if is_dataclass(value):
        return all(_is_plain(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, dict):
        return all(isinstance(key, str) and _is_plain(part) for key, part in value.items())
    if isinstance(value, tuple | list | frozenset):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | int | float | Enum)


def _check_die(die: Die) -> None:
    _require(
        len(die.name) <= LONGEST_DIE, f"a die's name has at most {LONGEST_DIE} characters: {die}"
    )
    different = len(set(die.faces)) == len(die.faces)
    _require(different and 1 < len(die.faces) <= MOST_FACES, f"a die has 2 to 256 faces: {die}")
    legible = all(face == SPARK or 0 <= face <= LAST_FACE for face in die.faces)
    _require(legible, f"faces are {SPARK} or from 0 to {LAST_FACE}: {die}")


def _check_move_spelling(move: str) -> None:
    plain = move == " ".join(move.lower().split()) and move.isprintable() and "#" not in move
    _require(plain, f"a move is lowercase with single spaces and no #: {move!r}")
    _require(
        0 < len(move) <= LONGEST_MOVE, f"a move has at most {LONGEST_MOVE} characters: {move!r}"
    )
    _require(find_command(move) is None, f"a move is not a terminal command: {move!r}")


def _refuses(game: AnyGame, state: Any, event: Event) -> None:
    """Check that an illegal event is refused with a reason."""
    _require_refusal(partial(apply, game, state, event), Refused, str(event))


def _require_refusal(attempt: Callable[[], object], kind: type[Refused], what: str) -> None:
    try:
        attempt()
    except kind as refused:
        _require(bool(refused.reason.strip()), f"the refusal of {what} gives a reason")
    except Exception as error:
        raise ContractBroken(f"{what} is refused; instead it raised {error!r}") from error
    else:
        _fail(f"{what} is refused")


def _check_record(record: Record) -> None:
    """Check that the record of a known game reads back as it was written."""
    try:
        known = find_game(record.game.name).new(record.game.seats, record.game.options)
    except Refused:
        return
    _require(
        known == record.game,
        f"{record.game} can be created from its name, seats and options: {known}",
    )
    _require(read(write(record))[0] == record, "a record reads back as it was written")


def _check_options(game: AnyGame) -> None:
    """Check for a known game that every option value makes a game that reports it, and is a valid
    parameter for OpenSpiel."""
    try:
        entry = find_game(game.name)
    except Refused:
        return
    for option, values in entry.options.items():
        _require(option not in ("seats", POSITION), f"no option is called {option!r}")
        for value in values:
            reported = entry.new(options={option: value}).options.get(option, values[0])
            _require(
                reported == value,
                f"{option} {value!r} is reported by the game's options: {reported!r}",
            )
        spelled = all(map(_PARAMETER.fullmatch, values))
        _require(
            spelled or bool(as_numbers(values)),
            f"the values of {option} fit OpenSpiel: all integers, all floats or all text: {values}",
        )


def _require(holds: bool, rule: str) -> None:
    if not holds:
        _fail(rule)


def _fail(rule: str) -> NoReturn:
    raise ContractBroken(rule)
