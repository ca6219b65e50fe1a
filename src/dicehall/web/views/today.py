"""Today's dice in words and pictures: captions, results, the distribution, and what to share."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import zip_longest
from math import ceil

from dicehall.game import AnyGame, Entry
from dicehall.game.entry import DailyTable
from dicehall.match.today.turns import TurnPlayed, blocks_of
from dicehall.players.characters import character
from dicehall.players.opponents import ALONE
from dicehall.web.views.entries import option_titles
from dicehall.words.dates import say_date
from dicehall.words.language import _, ngettext
from dicehall.words.numbers import say_number
from dicehall.words.telling import name_move

WIDTH, HEIGHT = 320, 96
"""The size of the distribution, in its own units."""

MOST_BARS = 12
WIDEST = 40
STEPS = (1, 2, 5)
ROW = 15
"""Blocks in one line of the shared text."""


@dataclass(frozen=True, slots=True)
class ResultBar:
    """A bar of the distribution: how many people had a result from `low` to `high`."""

    low: int
    high: int
    count: int
    own: bool
    x: float
    y: float
    width: float
    height: float

    @property
    def label(self) -> str:
        """The results of this bar."""
        if self.low == self.high:
            return say_number(self.low)
        return _("%(low)s to %(high)s") % {
            "low": say_number(self.low),
            "high": say_number(self.high),
        }


@dataclass(frozen=True, slots=True)
class TurnRow:
    """The same turn of several players; None for those who had fewer turns."""

    number: int
    cells: tuple["TurnCell | None", ...]


@dataclass(frozen=True, slots=True)
class TurnCell:
    """A turn of one player."""

    gain: str
    result: str
    move: str
    """The move of the turn that tells most, named."""
    best: bool
    """Whether nobody gained more in this turn."""


def caption(entry: Entry, table: DailyTable) -> str:
    """The options and the opponent of a day's table; empty if there is nothing to say."""
    titles = option_titles(entry)
    chosen = {option: values[0] for option, values in entry.choices.items()} | dict(table.options)
    words = [titles[chosen[option]][0] for option in entry.choices]
    if table.opponent != ALONE:
        words.append(_("against %(name)s") % {"name": character(table.opponent).name})
    return " · ".join(words)


def say_result(result: int, seats: int) -> str:
    """A result in a few words.

    >>> say_result(120, 1), say_result(-7, 2), say_result(0, 2)
    ('120 points', 'lost by 7', 'a draw')
    """
    said = say_number(abs(result))
    if seats == 1:
        return ngettext("%(count)s point", "%(count)s points", result) % {"count": said}
    if result == 0:
        return _("a draw")
    if result > 0:
        return _("won by %(count)s") % {"count": said}
    return _("lost by %(count)s") % {"count": said}


def say_date_of(day: str) -> str:
    """A day as a date.

    >>> say_date_of("2026-11-18")
    '18 Nov 2026'
    """
    return say_date(date.fromisoformat(day))


def distribution(results: Sequence[int], own: int | None) -> list[ResultBar]:
    """How many people had which results, in at most a dozen bars; `own` marks one of them.

    >>> [(bar.low, bar.high, bar.count, bar.own) for bar in distribution([3, 4, 4], 3)]
    [(3, 3, 1, True), (4, 4, 2, False)]
    """
    if not results:
        return []
    low, high = min(results), max(results)
    size = _bar_size(high - low + 1)
    first = low // size
    counts = [0] * (high // size - first + 1)
    for result in results:
        counts[result // size - first] += 1
    step, most = min(WIDEST, WIDTH / len(counts)), max(counts)
    return [
        ResultBar(
            (first + n) * size,
            (first + n + 1) * size - 1,
            count,
            own is not None and own // size == first + n,
            round(n * step + step * 0.1, 2),
            round(HEIGHT * (1 - count / most), 2),
            round(step * 0.8, 2),
            round(HEIGHT * count / most, 2),
        )
        for n, count in enumerate(counts)
    ]


def side_by_side(
    players: Sequence[tuple[AnyGame, Sequence[TurnPlayed]]],
) -> list[TurnRow]:
    """The turns of several players with the same dice, turn by turn."""
    games = [game for game, _turns in players]
    rows = []
    for number, turns in enumerate(zip_longest(*(turns for _game, turns in players)), start=1):
        most = max((turn.gain for turn in turns if turn), default=0)
        cells = (
            _cell(game, turn, most) if turn else None
            for game, turn in zip(games, turns, strict=True)
        )
        rows.append(TurnRow(number, tuple(cells)))
    return rows


def shared_text(
    entry: Entry, caption: str, day: str, result_text: str, place: str, turns: Sequence[TurnPlayed]
) -> str:
    """The text that a guest can share: it gives away neither dice nor moves."""
    title = " · ".join(filter(None, (f"Dicehall {entry.title}", caption, say_date_of(day))))
    blocks = blocks_of(turns)
    rows = [blocks[n : n + ROW] for n in range(0, len(blocks), ROW)]
    return "\n".join([title, " · ".join(filter(None, (result_text, place))), *rows])


def say_place(place: int | None, count: int) -> str:
    """The place of a guest among all; empty if they have none."""
    if place is None:
        return ""
    values = {"place": say_number(place), "count": say_number(count)}
    return _("place %(place)s of %(count)s") % values


def _cell(game: AnyGame, turn: TurnPlayed, most: int) -> TurnCell:
    return TurnCell(
        say_number(turn.gain, signed=True),
        say_number(turn.result),
        name_move(game, turn.before, turn.move) if turn.move else "",
        turn.gain == most > 0,
    )


def _bar_size(span: int) -> int:
    """The number of results in a bar: 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in STEPS:
            if ceil(span / (step * power)) < MOST_BARS:
                return step * power
        power *= 10
