"""What a host may do with the matches of a house, also while it is open.

Dice stay provable: no roll, no move and no seat's words are ever changed. A name is not part of the
dice; where it was changed the log says so, and when.
"""

import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from dicehall.game.messages import said
from dicehall.game.records import write
from dicehall.game.refused import BadOption, MatchOver, StoreUnreachable, UnknownMatch
from dicehall.match.commands import Circumstances, Resign, carry_out
from dicehall.match.dice.tally import Tally
from dicehall.match.events import MatchEvents, SeatEdited, SeatTaken, TableClosed
from dicehall.match.live.live_match import LiveMatch
from dicehall.match.match import Match, extend, fold
from dicehall.match.names import check_name, default_name
from dicehall.match.store.editing import appended, matches_of, removed, rewritten, told
from dicehall.match.store.protocol import Change, Store, StoredMatch, VersionConflict
from dicehall.words.language import _

ATTEMPTS = 20
"""A match that is played meanwhile is looked at again."""
AT_ONCE = 100
"""Matches that are deleted in one transaction."""

Editing = Callable[[StoredMatch], Iterator[Change]]


@dataclass(frozen=True, slots=True)
class Administration:
    """The host's hands on a store."""

    store: Store
    now: Callable[[], float] = time.time

    async def see(self, match_id: str) -> Match:
        """A match as it is now."""
        return fold(match_id, (await self._load(match_id)).events)

    async def close(self, match_id: str) -> None:
        """Call a match off: nobody wins, and if dice were rolled their secret is told."""

        def edit(kept: StoredMatch) -> Iterator[Change]:
            match = fold(match_id, kept.events)
            if match.result:
                raise MatchOver(said("this match is over"))
            secret = kept.secret if match.rolls else ""
            yield from appended(match_id, match.version, [TableClosed(self._moment(), secret)])

        await self._edit(match_id, edit)

    async def rename(self, match_id: str, seat: int, name: str) -> None:
        """Give a guest another name in a match."""

        def edit(kept: StoredMatch) -> Iterator[Change]:
            taken = _guest_at(kept.events, seat)
            others = [other.name for other in _sitting(kept.events) if other.seat != seat]
            new = SeatEdited(seat, check_name(name, others), taken.holder, self._moment())
            yield from _edited(match_id, kept.events, [new])

        await self._edit(match_id, edit)

    async def delete(self, match_ids: Sequence[str]) -> None:
        """Delete matches; what their dice showed stays counted in the statistics of the house."""
        await Tally(self.store).count_all()
        for n in range(0, len(match_ids), AT_ONCE):
            some = match_ids[n : n + AT_ONCE]

            async def remove(chosen: Sequence[str] = some) -> None:
                present = await self.store.versions(chosen)
                now = self._moment()
                rows = [(*removed(one), *told(one, now)) for one in chosen if one in present]
                await self.store.change([change for of_match in rows for change in of_match])

            await _persist(remove)

    async def matches_of(self, guest: str) -> list[str]:
        """The matches in which a guest sits, oldest first; refused if there are none."""
        found = [row[0] for row in await self.store.ask(matches_of(guest))]
        if not found:
            raise UnknownMatch(said("there is no match of a guest %(guest)r", guest=guest[:40]))
        return found

    async def played_with(self, guest: str, match_id: str) -> bool:
        """Whether a match is somebody else's as well: then it is kept for them."""
        sitting = _sitting((await self._load(match_id)).events)
        return any(seat.holder not in ("", guest) for seat in sitting)

    async def erase(self, guest: str, match_id: str) -> None:
        """Take a guest's name and id out of a match, which they give up if it is not over."""

        def edit(kept: StoredMatch) -> Iterator[Change]:
            match = fold(match_id, kept.events)
            ending: MatchEvents = ()
            if not match.result:
                live = LiveMatch(match, kept.secret)
                around = Circumstances(live.throw, kept.secret, self.now())
                ending, match = carry_out(match, Resign(guest, ""), around)
            new: list[SeatEdited] = []
            for seat in match.held_by(guest):
                others = [one.name for n, one in enumerate(match.seats) if one and n != seat]
                name = default_name(_("Guest"), others)
                # An id that nobody has: it ties this seat to no other.
                holder = secrets.token_urlsafe(12)
                new.append(SeatEdited(seat, name, holder, self._moment()))
                match = extend(match, new[-1:])
            yield from _edited(match_id, kept.events, new, ending)

        await self._edit(match_id, edit)

    async def export(self, guest: str) -> dict[str, Any]:
        """Everything that is kept of a guest."""
        found = [await self.see(match_id) for match_id in await self.matches_of(guest)]
        return {"guest": guest, "matches": [_exported(match, guest) for match in found]}

    def _moment(self) -> float:
        return round(self.now(), 3)

    async def _load(self, match_id: str) -> StoredMatch:
        kept = await self.store.load(match_id)
        if kept is None:
            raise UnknownMatch(said("there is no such match"))
        return kept

    async def _edit(self, match_id: str, edit: Editing) -> None:
        async def attempt() -> None:
            changes = list(edit(await self._load(match_id)))
            await self.store.change([*changes, *told(match_id, self._moment())])

        await _persist(attempt)


async def _persist(attempt: Callable[[], Awaitable[None]]) -> None:
    """Try again as long as others are quicker."""
    for _attempt in range(ATTEMPTS):
        try:
            return await attempt()
        except VersionConflict:
            continue
    raise StoreUnreachable(said("the match is being changed all the time: try again"))


def _sitting(events: MatchEvents) -> list[SeatTaken]:
    return [event for event in events if isinstance(event, SeatTaken)]


def _guest_at(events: MatchEvents, seat: int) -> SeatTaken:
    for taken in _sitting(events):
        if taken.seat == seat and taken.holder:
            return taken
    raise BadOption(said("no guest has seat %(seat)d of this match", seat=seat))


def _edited(
    match_id: str, events: MatchEvents, new: Sequence[SeatEdited], ending: MatchEvents = ()
) -> Iterator[Change]:
    """Says anew who has a seat, also where it was said before, after what ends the match."""
    for edit in new:
        for seq, event in enumerate(events):
            if isinstance(event, SeatTaken | SeatEdited) and event.seat == edit.seat:
                as_new = replace(event, name=edit.name, holder=edit.holder)
                yield rewritten(match_id, seq, as_new)
    yield from appended(match_id, len(events), [*ending, *new])


def _exported(match: Match, guest: str) -> dict[str, Any]:
    seats = [(n, match.seats[n]) for n in match.held_by(guest)]
    return {
        "id": match.id,
        "game": match.game.name,
        "opened_at": match.opened_at,
        "over": match.result is not None,
        "seats": [
            {"seat": n, "name": seat.name, "face": seat.face, "words": seat.words}
            for n, seat in seats
            if seat
        ],
        "record": write(match.record()),
    }
