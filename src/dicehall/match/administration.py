"""What a host can do with stored matches, even while the server runs.

Dice stay verifiable: no roll, move or client seed is ever changed. Names are not part of the dice;
an event records when one was changed.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from msgspec.structs import replace

from dicehall.game.messages import translatable
from dicehall.game.records import write
from dicehall.game.refused import BadOption, MatchOver, StoreUnreachable, UnknownMatch
from dicehall.match.commands import Circumstances, Resign, carry_out
from dicehall.match.events import CoinTossed, MatchEvents, SeatEdited, SeatTaken, TableClosed
from dicehall.match.match import Match, extend, fold
from dicehall.match.names import check_name, default_name
from dicehall.match.puzzles import Progress, PuzzleBook, count_tries, delete_puzzles
from dicehall.match.seats import new_guest_id
from dicehall.match.store.editing import (
    announce_edit,
    append_events,
    delete_match,
    forget_try,
    match_ids,
    rewrite_event,
)
from dicehall.match.store.protocol import Change, Store, StoredMatch, VersionConflict
from dicehall.words.language import _

ATTEMPTS = 20
"""How often an edit is retried if the match changes meanwhile."""
AT_ONCE = 10
"""Matches per transaction when deleting; moves wait for the transaction."""
PAUSE_SECONDS = 0.03
"""The pause between such transactions, so that waiting moves get their turn."""

Editing = Callable[[StoredMatch], Iterator[Change]]


@dataclass(frozen=True, slots=True)
class Administration:
    """The host's access to a store."""

    store: Store
    now: Callable[[], float] = time.time

    async def see(self, match_id: str) -> Match:
        """The current match."""
        return fold(match_id, (await self._load(match_id)).events)

    async def close(self, match_id: str) -> None:
        """Call a match off: nobody wins, and if dice were rolled the server seed is revealed."""

        def edit(kept: StoredMatch) -> Iterator[Change]:
            match = fold(match_id, kept.events)
            if match.result:
                raise MatchOver(translatable("this match is over"))
            public = self._timestamp() >= match.reveal_at and not match.own_dice
            secret = kept.secret if match.rolls and public else ""
            yield from append_events(
                match_id, match.version, [TableClosed(self._timestamp(), secret)]
            )

        await self._edit(match_id, edit)

    async def rename(self, match_id: str, seat: int, name: str) -> None:
        """Give a guest another name in a match."""

        def edit(kept: StoredMatch) -> Iterator[Change]:
            match = fold(match_id, kept.events)
            holder = _guest_at(match, seat)
            new_name = check_name(name, _other_names(match, seat))
            new = SeatEdited(seat, new_name, holder, self._timestamp())
            yield from _edit_seats(match_id, kept.events, [new])

        await self._edit(match_id, edit)

    async def delete(self, match_ids: Sequence[str]) -> None:
        """Delete matches. Only their ids are kept."""
        for n in range(0, len(match_ids), AT_ONCE):
            await _persist(partial(self._delete_existing, match_ids[n : n + AT_ONCE]))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _delete_existing(self, match_ids: Sequence[str]) -> None:
        changes: list[Change] = []
        for match_id in await self.store.versions(match_ids):
            changes += delete_match(match_id)
            changes += announce_edit(match_id, self._timestamp())
        await self.store.change(changes)

    async def matches_of(self, guest: str) -> list[str]:
        """The ids of a guest's matches, oldest first; refused if nothing is stored about them."""
        found = [row[0] for row in await self.store.ask(match_ids(guest=guest))]
        if not found and not await self.tries_of(guest):
            raise UnknownMatch(translatable("guest %(guest)r has no matches", guest=guest[:40]))
        return found

    async def tries_of(self, guest: str) -> dict[str, int]:
        """How many tries at puzzles a guest has made, by game."""
        return dict(await self.store.ask(count_tries(guest)))

    async def delete_puzzles(self, guest: str) -> None:
        """Delete a guest's ratings and tries at puzzles."""
        await self.store.change(list(delete_puzzles(guest)))

    async def played_with(self, guest: str, match_id: str) -> bool:
        """Whether other guests played in this match, too."""
        events = (await self._load(match_id)).events
        return any(
            isinstance(event, SeatTaken) and event.holder not in ("", guest) for event in events
        )

    async def erase(self, guest: str, match_id: str) -> None:
        """Remove a guest's name and id from a match. If it is not over, they resign it."""

        def edit(kept: StoredMatch) -> Iterator[Change]:
            match = fold(match_id, kept.events)
            ending: MatchEvents = ()
            if not match.result:
                around = Circumstances(kept.secret, self._timestamp())
                ending, match = carry_out(match, Resign(guest, ""), around)
            new: list[SeatEdited] = []
            for seat in match.held_by(guest):
                name = default_name(_("Guest"), _other_names(match, seat))
                # A new id, so that the seat cannot be linked to other matches.
                holder = new_guest_id()
                new.append(SeatEdited(seat, name, holder, self._timestamp()))
                match = extend(match, new[-1:])
            yield from _edit_seats(match_id, kept.events, new, ending)
            yield forget_try(match_id)

        await self._edit(match_id, edit)

    async def erase_guest(self, guest: str) -> None:
        """Anonymise a guest's matches with others, and delete everything else about them."""
        own = [row[0] for row in await self.store.ask(match_ids(guest=guest))]
        shared = {match_id for match_id in own if await self.played_with(guest, match_id)}
        for match_id in shared:
            await self.erase(guest, match_id)
        await self.delete([match_id for match_id in own if match_id not in shared])
        await self.delete_puzzles(guest)

    async def export(self, guest: str) -> dict[str, Any]:
        """Everything that is stored about a guest."""
        found = [await self.see(match_id) for match_id in await self.matches_of(guest)]
        book = PuzzleBook(self.store)
        tried = [await book.progress(guest, game) for game in await self.tries_of(guest)]
        return {
            "guest": guest,
            "matches": [_export_match(match, guest) for match in found],
            "puzzles": [_export_puzzles(progress) for progress in tried],
        }

    def _timestamp(self) -> float:
        """The time as events store it."""
        return round(self.now(), 3)

    async def _load(self, match_id: str) -> StoredMatch:
        kept = await self.store.load(match_id)
        if kept is None:
            raise UnknownMatch(translatable("there is no such match"))
        return kept

    async def _edit(self, match_id: str, edit: Editing) -> None:
        async def attempt() -> None:
            changes = list(edit(await self._load(match_id)))
            await self.store.change([*changes, *announce_edit(match_id, self._timestamp())])

        await _persist(attempt)


async def _persist(attempt: Callable[[], Awaitable[None]]) -> None:
    """Retry while other writers are faster."""
    for _attempt in range(ATTEMPTS):
        try:
            return await attempt()
        except VersionConflict:
            continue
    raise StoreUnreachable(translatable("the match keeps changing: try again"))


def _guest_at(match: Match, number: int) -> str:
    """The guest who has a seat; refused if there is none."""
    seat = match.seats[number] if number in range(match.game.seats) else None
    if seat is None or not isinstance(seat.holder, str):
        raise BadOption(translatable("no guest has seat %(seat)d of this match", seat=number))
    return seat.holder


def _other_names(match: Match, number: int) -> list[str]:
    return [seat.name for n, seat in enumerate(match.seats) if seat and n != number]


def _edit_seats(
    match_id: str, events: MatchEvents, new: Sequence[SeatEdited], ending: MatchEvents = ()
) -> Iterator[Change]:
    """Append `ending` and the edits, and rewrite the older events of the edited seats."""
    tossed_at = next(
        (seq for seq, event in enumerate(events) if isinstance(event, CoinTossed) and event.coin), 0
    )
    for edit in new:
        for seq, event in enumerate(events):
            # Events before the coin toss use the seat numbers from before the swap.
            number = 1 - edit.seat if seq < tossed_at else edit.seat
            if isinstance(event, SeatTaken | SeatEdited) and event.seat == number:
                as_new = replace(event, name=edit.name, holder=edit.holder)
                yield rewrite_event(match_id, seq, as_new)
    yield from append_events(match_id, len(events), [*ending, *new])


def _export_puzzles(progress: Progress) -> dict[str, Any]:
    return {
        "game": progress.game,
        "rating": asdict(progress.rating),
        "tries": [asdict(one) for one in progress.tries],
    }


def _export_match(match: Match, guest: str) -> dict[str, Any]:
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
