"""How often each face of each die fell in the whole house, counted once a match is over.

A match that ends is put in a queue, in the transaction that ends it. It is counted later, in a
transaction of its own: counters that everybody adds to would make all writers wait for each other.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Select, delete, func, select, text
from sqlalchemy.sql.dml import ReturningDelete

from dicehall.match.dice.verification import throws
from dicehall.match.match import Match
from dicehall.match.store.schema import falls, uncounted

Fall = tuple[str, str, int]
"""The game, the die and the face that fell."""

FaceCounts = Mapping[Fall, int]

ADD = text(
    "INSERT INTO falls (game, die, face, count) VALUES (:game, :die, :face, :count)"
    " ON CONFLICT (game, die, face) DO UPDATE SET count = falls.count + excluded.count"
)


def count_faces(match: Match) -> FaceCounts:
    """How often each face fell in a match."""
    return Counter(
        (match.game.name, die.name, face)
        for thrown in throws(match.game, match.log)
        for die, face in zip(thrown.dice, thrown.roll, strict=True)
    )


def waiting(limit: int) -> Select[tuple[str]]:
    """Matches that are to be counted."""
    return select(uncounted.c.match_id).order_by(uncounted.c.match_id).limit(limit)


def claim(match_ids: Collection[str]) -> ReturningDelete[tuple[str]]:
    """Takes matches out of the queue; answers which of them were still there."""
    gone = delete(uncounted).where(uncounted.c.match_id.in_(list(match_ids)))
    return gone.returning(uncounted.c.match_id)


def rows_to_add(
    claimed: Iterable[str], falls: Mapping[str, FaceCounts]
) -> Iterator[dict[str, Any]]:
    """The rows to `ADD` for the matches that were claimed, in an order that all share."""
    together: Counter[Fall] = Counter()
    for match_id in claimed:
        together.update(falls[match_id])
    for (game, die, face), count in sorted(together.items()):
        yield {"game": game, "die": die, "face": face, "count": count}


def totals(game: str = "") -> Select[tuple[str, int, int]]:
    """How often each face of each die fell, in all games or in one."""
    chosen = select(falls.c.die, falls.c.face, func.sum(falls.c.count))
    if game:
        chosen = chosen.where(falls.c.game == game)
    return chosen.group_by(falls.c.die, falls.c.face)
