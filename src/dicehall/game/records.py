"""Records: reads and writes matches as text, and replays them.

docs/records.md describes the format.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from dicehall.game.catalogue import new_game
from dicehall.game.messages import Message, brief, translatable
from dicehall.game.positions import read_position
from dicehall.game.protocol import AnyGame, turn_of
from dicehall.game.refused import BadLine, BadOption, Refused, UnknownGame, WrongSeat
from dicehall.game.turns import SPARK, Chance, Decide, Over, Roll, spell_roll

if TYPE_CHECKING:
    from random import Random

Returned = TypeVar("Returned")

NOTES = (
    "match", "opened", "ended", "name-0", "name-1", "promise", "secret", "words-0", "words-1",
    "commitment-0", "commitment-1", "coin", "resigned", "forfeited", "closed",
    "take-backs", "practice", "dice", "dice-by", "day",
)  # fmt: skip
"""Header lines about the match rather than the game."""
OWN_DICE = "own"
"""The value of the header line `dice` if the players rolled their own dice."""
POSITION = "position"
"""The header line of a record that starts from another position."""
PRIVATE = "x-"
"""The prefix of custom header lines; they are kept, but nothing here reads them."""

BYTE_ORDER_MARK = "\ufeff"
_HEADER = re.compile(r"\s*[a-z][a-z0-9-]*\s*:", re.ASCII)

MOST_CHARACTERS = 1_000_000
MOST_REMEMBERED, LONGEST_REMEMBERED = 4096, 80
"""How many parsed lines to cache, and how long such a line may be."""
TOO_LARGE = translatable(
    "a record may have at most %(most)s characters", most=f"{MOST_CHARACTERS:,}"
)


class BadRecord(Refused):
    """An invalid line of a record; `line` is its number, counted from 1."""

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
    """Dice were rolled."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class Played:
    """A seat made a move."""

    seat: int
    move: str


Event = Rolled | Played


@dataclass(frozen=True, slots=True)
class Record:
    """A game and everything that happened in it."""

    game: AnyGame
    events: tuple[Event, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    position: str = ""
    """Where it starts, as `spell_position` writes it; empty for the start of the game."""

    @property
    def start(self) -> Any:
        """The state before the first event."""
        if self.position == "":
            return self.game.start()
        return read_position(self.game, self.position)


def apply(game: AnyGame, state: Any, event: Event) -> Any:
    """The state after an event; refused if the event is impossible here."""
    if isinstance(event, Rolled):
        return game.roll(state, event.roll)
    if not isinstance(event, Played):
        raise TypeError(f"an event must be Rolled or Played, not {type(event).__name__}")
    if not isinstance(brief(event.seat), int):
        raise TypeError(f"a seat must be an integer, not {brief(event.seat)!r}")
    if event.seat or game.seats > 1:  # with one seat, it is always seat 0's move
        turn = turn_of(game, state)
        if isinstance(turn, Decide) and turn.seat != event.seat:
            message = translatable(
                "it is seat %(due)d's move, not seat %(seat)d's", due=turn.seat, seat=event.seat
            )
            raise WrongSeat(message, legal=turn.moves)
    return game.play(state, event.move)


class LogStep(NamedTuple):
    """An event of a match, and the states before and after it."""

    before: Any
    event: Event
    after: Any


def walk(game: AnyGame, log: Iterable[Event], start: Any = None) -> Iterator[LogStep]:
    """The events of a match step by step, from the start of the game or from another state."""
    state = game.start() if start is None else start
    for event in log:
        after = apply(game, state, event)
        yield LogStep(state, event, after)
        state = after


def walk_at_random(game: AnyGame, random: "Random") -> Iterator[LogStep]:
    """A match with random moves, step by step; some games may go on for ever."""
    state = game.start()
    while not isinstance(turn := game.turn(state), Over):
        event: Event
        if isinstance(turn, Chance):
            event = Rolled(turn.throw(random))
        else:
            event = Played(turn.seat, random.choice(turn.moves))
        step = LogStep(state, event, apply(game, state, event))
        yield step
        state = step.after


def fold(record: Record) -> Any:
    """The final state of a record."""
    if not isinstance(record, Record):
        raise TypeError(f"expected a Record, not {type(record).__name__}")
    state = record.start
    for event in record.events:
        state = apply(record.game, state, event)
    return state


def spell(event: Event) -> str:
    """An event as a line of a record."""
    match event:
        case Rolled(roll=roll):
            return f"roll {spell_roll(roll)}"
        case Played(seat=seat, move=move):
            return f"{seat} {move}"


def write(record: Record) -> str:
    """Write a record as text; refused if it could not be read back or has impossible events.

    >>> events = (Rolled((5,)), Played(0, "column 2"))
    >>> print(write(Record(new_game("knucklebones"), events)), end="")
    game: knucklebones
    seats: 2
    <BLANKLINE>
    roll 5
    0 column 2
    """
    fold(record)
    differs = BadLine(translatable("this record would read back differently"))
    if POSITION in record.notes or not all(isinstance(one, str) for one in record.notes.values()):
        raise differs
    game = record.game
    header = {"game": game.name, "seats": str(game.seats), **game.options}
    if record.position:
        header[POSITION] = record.position
    header |= record.notes
    lines = [f"{key}: {value}" for key, value in header.items()]
    text = "\n".join([*lines, "", *map(spell, record.events)]) + "\n"
    rows = enumerate(text.split("\n"), start=1)
    notes = _take_notes(_read_header(rows))
    events = (read_event(row) for _, row in rows)
    if notes != record.notes or tuple(filter(None, events)) != record.events:
        raise differs
    if len(text) > MOST_CHARACTERS:
        raise BadLine(TOO_LARGE)
    with suppress(UnknownGame):  # the game is not installed here
        if new_game(game.name, game.seats, game.options) != game:
            raise differs
    return text


def plain(text: str) -> str:
    """Text made fit for a line of a record.

    >>> plain(" Ada  # the first")
    'Ada the first'
    """
    return " ".join(text.replace("#", " ").split())


def read(text: str) -> tuple[Record, Any]:
    """Read a record; returns it with its final state.

    >>> record, state = read("game: knucklebones\\nseats: 2\\n\\nroll 5\\n0 column 2\\n")
    >>> state.grids
    (((), (5,), ()), ((), (), ()))
    """
    if not isinstance(text, str):
        raise TypeError(f"a record must be text, not {type(text).__name__}")
    if len(text) > MOST_CHARACTERS:
        raise BadRecord(TOO_LARGE, code="too-large")
    return _read(enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), start=1))


def read_many(text: str | Iterable[str]) -> Iterator[tuple[Record, Any]]:
    """Read all records in a text or an open file, in order, each with its final state.

    >>> text = "game: knucklebones\\n\\nroll 5\\n\\ngame: knuckles\\n\\nroll 6\\n0 column 1\\n"
    >>> [(record.game.name, len(record.events)) for record, _ in read_many(text)]
    [('knucklebones', 1), ('knuckles', 2)]
    """
    rows = text.split("\n") if isinstance(text, str) else text
    if not isinstance(rows, Iterable):
        raise TypeError(f"records must be text or lines, not {type(text).__name__}")
    return ((record, state) for _, record, state in read_numbered(rows))


def read_numbered(rows: Iterable[str]) -> Iterator[tuple[int, Record, Any]]:
    """Like `read_many`, each with the number of its first line."""
    for first, record in _split_records(rows):
        if sum(map(len, record)) > MOST_CHARACTERS:
            raise BadRecord(TOO_LARGE, line=first, code="too-large")
        yield first, *_read(enumerate(record, start=first))


def _split_records(rows: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Split lines into records, each with its first line number: a header line after events starts
    the next record."""
    first, record = 1, list[str]()
    headed = playing = False
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, str):
            raise TypeError(f"a line of a record must be text, not {type(row).__name__}")
        row = row.removeprefix(BYTE_ORDER_MARK) if number == 1 else row
        line = _line(row)
        if playing and _HEADER.match(row):
            yield first, record
            first, record, playing = number, [], False
        elif headed and line == "":
            playing = True
        headed = headed or bool(line)
        record.append(row)
    if headed:
        yield first, record


def _read(rows: Iterator[tuple[int, str]]) -> tuple[Record, Any]:
    header = _read_header(rows)
    notes = _take_notes(header)
    placed = header.pop(POSITION, None)
    game = _read_game(header)
    state = _at(placed[0], read_position, game, placed[1]) if placed else game.start()
    events = []
    for number, row in rows:
        try:
            if event := read_event(row):
                state = apply(game, state, event)
                events.append(event)
        except Refused as refused:
            raise _at_line(number, refused) from None
    return Record(game, tuple(events), notes, placed[1] if placed else ""), state


def _take_notes(header: dict[str, tuple[int, str]]) -> dict[str, str]:
    """Remove the lines about the match from a header, and return them; the rest is about the
    game."""
    noted = [key for key in header if key in NOTES or key.startswith(PRIVATE)]
    return {key: header.pop(key)[1] for key in noted}


def _line(row: str) -> str | None:
    """A line without comments and repeated spaces; None if it holds only a comment."""
    words, comment, _ = row.partition("#")
    return " ".join(words.split()) or (None if comment else "")


def _read_header(rows: Iterator[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """The header values by key, each with its line number, up to the first empty line."""
    header: dict[str, tuple[int, str]] = {}
    for number, row in rows:
        line = _line(row)
        if line == "" and header:
            break
        if not line:
            continue
        key, colon, value = line.partition(":")
        if not colon:
            message = translatable(
                "a header line must be 'key: value', not %(line)r", line=line[:40]
            )
            raise BadRecord(message, line=number)
        if key in header:
            message = translatable("%(key)r appears in the header twice", key=key[:40])
            raise BadRecord(message, line=number)
        header[key] = number, value.strip()
    if "game" not in header:
        raise BadRecord(translatable("the header does not name a game"))
    return header


def _read_game(header: dict[str, tuple[int, str]]) -> AnyGame:
    """The game that a header names, once the lines about the match are removed; a bad line is
    refused by its number."""
    line, name = header.pop("game")
    game = _at(line, new_game, name)
    if "seats" in header:
        line, spelled = header.pop("seats")
        if spelled not in ("1", "2"):
            message = translatable("seats must be 1 or 2, not %(seats)r", seats=spelled[:40])
            raise BadRecord(message, line=line, code=BadOption.code)
        game = _at(line, new_game, name, int(spelled))
    if not header:
        return game
    for option, (line, value) in header.items():
        _at(line, new_game, name, None, {option: value})
    return new_game(name, game.seats, {option: value for option, (_, value) in header.items()})


def read_roll(text: str) -> Roll:
    """Read the faces of a roll as records spell them; whether dice can show them is not checked.

    >>> read_roll("5 * 20") == (5, SPARK, 20)
    True
    """
    return tuple(map(_read_face, text.split()))


def read_event(row: str) -> Event | None:
    """The event of a line, if it has one. Cached, as few different lines occur."""
    return _remembered(row) if len(row) < LONGEST_REMEMBERED else _read_event(row)


def _read_event(row: str) -> Event | None:
    line = _line(row)
    if not line:
        return None
    word, _, rest = line.partition(" ")
    if word == "roll":
        return Rolled(read_roll(rest))
    if word in ("0", "1") and rest:
        return Played(int(word), rest)
    raise BadLine(translatable("expected a roll or a seat's move, not %(line)r", line=line[:40]))


_remembered = lru_cache(maxsize=MOST_REMEMBERED)(_read_event)


def _read_face(word: str) -> int:
    if word == "*":
        return SPARK
    if word.isascii() and word.isdigit() and word == str(int(word[:3])):
        return int(word)
    raise BadLine(translatable("%(word)r is not a face of a die", word=word[:40]))


def _at(line: int, do: Callable[..., Returned], *arguments: Any) -> Returned:
    """Call `do`, adding the line number to a refusal."""
    try:
        return do(*arguments)
    except Refused as refused:
        raise _at_line(line, refused) from None


def _at_line(line: int, refused: Refused) -> BadRecord:
    return BadRecord(refused.message, line=line, code=refused.code, legal=refused.legal)
