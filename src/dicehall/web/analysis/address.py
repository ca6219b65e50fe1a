"""The address of a state of the analysis board.

    /analysis/knucklebones?position=53._._-_._.66-4-0&line=0+column+2,roll+1&at=1

`line` has the events that were tried from the position, as lines of a record; the board shows the
first `at` of them. Each `also` is another line, and says how many events it shares with the first.
Options of the game, `seats` and the `seat` at the near side are fields, too.
"""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import quote, unquote, urlencode

from dicehall.game import find_game, new_game
from dicehall.game.positions import LONGEST
from dicehall.game.records import Event, read_event, spell
from dicehall.game.refused import BadLine
from dicehall.web.analysis.variations import MOST_EVENTS, MOST_LINES, Line, Variations, shared

Fields = Mapping[str, Sequence[str]]
"""The fields of an address; each may occur several times."""

LONGEST_LINE = MOST_EVENTS * 40


def write_address(shown: Variations, **more: str) -> str:
    """The address of a state below the site's root, with more fields at its end."""
    return f"/analysis/{shown.game.name}?{urlencode(fields_of(shown, **more), safe=',:*')}"


def fields_of(shown: Variations, **more: str) -> list[tuple[str, str]]:
    """The fields of the address, in order."""
    fields = list(shown.game.options.items())
    if len(find_game(shown.game.name).seats) > 1:
        fields.append(("seats", str(shown.game.seats)))
    if shown.seat is not None:
        fields.append(("seat", str(shown.seat)))
    if shown.position:
        fields.append(("position", shown.position))
    if shown.line:
        fields.append(("line", _spell(shown.line)))
    if shown.at != len(shown.line):
        fields.append(("at", str(shown.at)))
    for other in shown.others:
        same = shared(shown.line, other)
        fields.append(("also", f"{same}:{_spell(other[same:])}"))
    return fields + list(more.items())


def read_fields(game: str, fields: Fields) -> Variations:
    """The state that the fields of an address describe. What cannot be read of its lines is left
    out; its position may be impossible."""
    entry = find_game(game)
    options = {name: fields[name][0] for name in entry.options if fields.get(name)}
    seats = _number(_first(fields, "seats"))
    made = new_game(game, seats, options)
    line = _read(_first(fields, "line"))
    at = _number(_first(fields, "at"))
    seat = _number(_first(fields, "seat"))
    others = [_read_other(line, text) for text in fields.get("also", ())[: MOST_LINES - 1]]
    return Variations(
        made,
        _first(fields, "position")[: LONGEST + 1],
        line,
        len(line) if at is None else min(at, len(line)),
        tuple(filter(None, others)),
        seat if seat in range(made.seats) else None,
    )


def _first(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _spell(events: Iterable[Event]) -> str:
    """Events, separated by commas; a comma within a move is quoted."""
    return ",".join(quote(spell(event), safe=" *") for event in events)


def _read(text: str) -> Line:
    """The events of a line, up to the first that cannot be read."""
    events: list[Event] = []
    for row in text[:LONGEST_LINE].split(",")[:MOST_EVENTS]:
        try:
            event = read_event(unquote(row))
        except BadLine:
            break
        if event is None:
            break
        events.append(event)
    return tuple(events)


def _read_other(line: Line, text: str) -> Line:
    same, _colon, rest = text.partition(":")
    return (*line[: _number(same) or 0], *_read(rest))[:MOST_EVENTS]
