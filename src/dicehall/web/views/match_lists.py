"""The rows of match lists, from the seats that the store lists."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from dicehall.game import Entry, Over, games
from dicehall.match.names import shown_name
from dicehall.match.store.protocol import ListedSeat
from dicehall.web.lists import result_for
from dicehall.web.views.entries import option_titles
from dicehall.words.language import _
from dicehall.words.phrases import concluded
from dicehall.words.viewer import Viewer


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match in a list, for one guest."""

    match_id: str
    entry: Entry
    names: tuple[str, ...]
    scores: tuple[int, ...]
    """Empty while the match is running."""
    ending: str
    """How it ended, as a sentence; empty while it is running."""
    result: str
    """How it ended for the guest, one of `store.lists.RESULTS`; empty while it is running."""
    others: tuple[str, ...]
    """The names of the opponents."""
    variant: str
    mark: str
    """Why it does not count for high scores: see `Match.mark`; empty if it counts."""
    ended_at: float | None


def match_rows(listed: Iterable[ListedSeat], guest: str) -> Iterator[MatchRow]:
    """One row for each match; the seats of a match must be adjacent. Skips games that are no longer
    installed."""
    known = games()
    for match_id, group in groupby(listed, attrgetter("match_id")):
        seats = list(group)
        if seats[0].game in known:
            yield _row(match_id, known[seats[0].game], seats, guest)


def _row(match_id: str, entry: Entry, seats: list[ListedSeat], guest: str) -> MatchRow:
    own = [number for number, seat in enumerate(seats) if seat.holder == guest]
    names = tuple(shown_name(seat.name, seat.level) for seat in seats)
    viewer = Viewer(names, own[0] if len(own) == 1 else None)
    scores = tuple(seat.score for seat in seats if seat.score is not None)
    winners = tuple(number for number, seat in enumerate(seats) if seat.won)
    return MatchRow(
        match_id,
        entry,
        viewer.called,
        scores,
        ending=_ending(viewer, scores, winners) if scores else "",
        result=result_for(seats, guest),
        others=tuple(names[n] for n, seat in enumerate(seats) if seat.holder != guest),
        variant=variant_title(entry, seats[0].variant),
        mark=seats[0].mark,
        ended_at=seats[0].ended_at,
    )


def variant_title(entry: Entry, variant: str) -> str:
    """The title of a variant; empty if the game has only one."""
    titles = option_titles(entry)
    return " ".join(titles[value][0].lower() for value in variant.split() if value in titles)


def _ending(viewer: Viewer, scores: tuple[int, ...], winners: tuple[int, ...]) -> str:
    played_out = Over.at(scores)
    if winners == played_out.winners or len(winners) != 1:
        return concluded(played_out, viewer)
    (winner,) = winners  # with the lower score: the opponent resigned or left
    if winner == viewer.you:
        return _("You win.")
    return _("%(name)s wins.") % {"name": viewer.names[winner]}
