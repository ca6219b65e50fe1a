"""Matches in lists, made of the rows that were kept beside their logs."""

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
    """A match in a list, as one guest reads it."""

    match_id: str
    entry: Entry
    names: tuple[str, ...]
    scores: tuple[int, ...]
    """Empty as long as the match goes on."""
    said: str
    """How it ended; empty as long as it goes on."""
    result: str
    """How it ended for the guest, one of `store.lists.RESULTS`; empty as long as it goes on."""
    others: tuple[str, ...]
    """Against whom."""
    variant: str
    ended_at: float | None


def match_rows(listed: Iterable[ListedSeat], guest: str) -> Iterator[MatchRow]:
    """The matches whose seats these are, those of one match standing together; without the matches
    of games that this house does not have any more."""
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
        said=_ending(viewer, scores, winners) if scores else "",
        result=result_for(seats, guest),
        others=tuple(names[n] for n, seat in enumerate(seats) if seat.holder != guest),
        variant=variant_title(entry, seats[0].variant),
        ended_at=seats[0].ended_at,
    )


def variant_title(entry: Entry, variant: str) -> str:
    """What a variant of a game is called; empty if there is only one."""
    titles = option_titles(entry)
    return " ".join(titles[value][0].lower() for value in variant.split() if value in titles)


def _ending(viewer: Viewer, scores: tuple[int, ...], winners: tuple[int, ...]) -> str:
    played_out = Over.at(scores)
    if winners == played_out.winners or len(winners) != 1:
        return concluded(played_out, viewer)
    (winner,) = winners  # with the lower score: the other gave up, or was away
    if winner == viewer.you:
        return _("You win.")
    return _("%(name)s wins.") % {"name": viewer.names[winner]}
