"""Records: a match as a text file. Reading one, writing one, and folding it into a state."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from dicehall.game.catalogue import find_game, new_game
from dicehall.game.messages import Message, said
from dicehall.game.protocol import AnyGame
from dicehall.game.refused import BadLine, BadOption, Refused, WrongSeat
from dicehall.game.turns import SPARK, Decide, Roll, spell_face

Value = TypeVar("Value")

NOTES = (
    "match",
    "opened",
    "name-0",
    "name-1",
    "promise",
    "secret",
    "words-0",
    "words-1",
    "resigned",
    "forfeited",
)
"""Header lines that say something about the match, not about the game."""

MOST_CHARACTERS = 1_000_000
TOO_LARGE = said("a record has at most %(most)s characters", most=f"{MOST_CHARACTERS:,}")


class BadRecord(Refused):
    """A line of a record that cannot be: `line` is its number, from 1."""

    def __init__(
        self,
        message: Message | str,
        *,
        line: int = 1,
        code: str = BadLine.code,
        legal: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message, legal=legal)
        self.line = line
        self.code = code

    def __str__(self) -> str:
        return f"line {self.line}: {self.code}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The dice fell so."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Played:
    """A seat made this move."""

    seat: int
    move: str


Event = Rolled | Played


@dataclass(frozen=True, slots=True)
class Record:
    """A game and all that has happened in it."""

    game: AnyGame
    events: tuple[Event, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)


def apply(game: AnyGame, state: Any, event: Event) -> Any:
    """The state after one event; one that cannot happen here is refused."""
    match event:
        case Rolled(roll=roll):
            return game.roll(state, roll)
        case Played(seat=seat, move=move):
            if seat or game.seats > 1:  # at a table for one it is always seat 0's move
                turn = game.turn(state)
                if isinstance(turn, Decide) and turn.seat != seat:
                    message = said(
                        "seat %(due)d is to move, not seat %(seat)d", due=turn.seat, seat=seat
                    )
                    raise WrongSeat(message, legal=turn.moves)
            return game.play(state, move)


def fold(record: Record) -> Any:
    """The state a record ends in."""
    state = record.game.start()
    for event in record.events:
        state = apply(record.game, state, event)
    return state


def spell(event: Event) -> str:
    """An event as a line of a record."""
    match event:
        case Rolled(roll=roll):
            return " ".join(["roll", *map(spell_face, roll)])
        case Played(seat=seat, move=move):
            return f"{seat} {move}"


def write(record: Record) -> str:
    """A record as text.

    >>> events = (Rolled((5,)), Played(0, "column 2"))
    >>> print(write(Record(new_game("knucklebones"), events)), end="")
    game: knucklebones
    seats: 2
    <BLANKLINE>
    roll 5
    0 column 2
    """
    game = record.game
    header = {"game": game.name, "seats": str(game.seats), **game.options, **record.notes}
    lines = [f"{key}: {value}" for key, value in header.items()]
    return "\n".join([*lines, "", *map(spell, record.events)]) + "\n"


def read(text: str) -> tuple[Record, Any]:
    """The record in a text, and the state it ends in.

    >>> record, state = read("game: knucklebones\\nseats: 2\\n\\nroll 5\\n0 column 2\\n")
    >>> state.grids
    (((), (5,), ()), ((), (), ()))
    """
    if len(text) > MOST_CHARACTERS:
        raise BadRecord(TOO_LARGE, code="too-large")
    lines = _lines(text)
    header = _read_header(lines)
    notes = {key: header.pop(key)[1] for key in NOTES if key in header}
    game = _read_game(header)
    state = game.start()
    events = []
    for number, line in lines:
        if line:
            event = _at(number, _read_event, line)
            state = _at(number, apply, game, state, event)
            events.append(event)
    return Record(game, tuple(events), notes), state


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines, without comments and doubled spaces; a mere comment is no line."""
    for number, row in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        words, comment, _ = row.partition("#")
        line = " ".join(words.split())
        if line or not comment:
            yield number, line


def _read_header(lines: Iterator[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """The values by key, each with its line number, up to the first empty line after one."""
    header: dict[str, tuple[int, str]] = {}
    for number, line in lines:
        if not line and header:
            break
        if not line:
            continue
        key, colon, value = line.partition(":")
        if not colon:
            message = said("a header line reads 'key: value', not %(line)r", line=line[:40])
            raise BadRecord(message, line=number)
        if key in header:
            message = said("%(key)r stands in the header twice", key=key[:40])
            raise BadRecord(message, line=number)
        header[key] = number, value.strip()
    if "game" not in header:
        raise BadRecord(said("the header names no game"))
    return header


def _read_game(header: dict[str, tuple[int, str]]) -> AnyGame:
    line, name = header.pop("game")
    _at(line, find_game, name)
    seats = None
    if "seats" in header:
        line, spelled = header.pop("seats")
        if spelled not in ("1", "2"):
            message = said("seats are 1 or 2, not %(seats)r", seats=spelled[:40])
            raise BadRecord(message, line=line, code=BadOption.code)
        seats = int(spelled)
        _at(line, new_game, name, seats)
    for option, (line, value) in header.items():
        _at(line, new_game, name, None, {option: value})
    return new_game(name, seats, {option: value for option, (_, value) in header.items()})


def _read_event(line: str) -> Event:
    word, _, rest = line.partition(" ")
    if word == "roll":
        return Rolled(tuple(map(_read_face, rest.split())))
    if word in ("0", "1") and rest:
        return Played(int(word), rest)
    raise BadLine(said("neither a roll nor a seat's move: %(line)r", line=line[:40]))


def _read_face(word: str) -> int:
    if word == "*":
        return SPARK
    if word.isascii() and word.isdigit() and word == str(int(word[:3])):
        return int(word)
    raise BadLine(said("%(word)r is no face of a die", word=word[:40]))


def _at(line: int, do: Callable[..., Value], *arguments: Any) -> Value:
    """Do something; a refusal becomes one of this line."""
    try:
        return do(*arguments)
    except Refused as refused:
        raise BadRecord(
            refused.message, line=line, code=refused.code, legal=refused.legal
        ) from None
