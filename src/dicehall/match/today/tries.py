"""Tries at today's dice: one that counts for each guest, game and day, then practice.

The try is claimed in the store before its match is opened, and the claim is never given back. So
neither leaving the match nor a second click, on this node or another, gives another try. Nor does
deleting everything: the hash of a claim stays until the day is over.
"""

import hashlib

from sqlalchemy import insert, select

from dicehall.game import Entry
from dicehall.game.messages import translatable
from dicehall.game.refused import TryFirst, UnknownMatch
from dicehall.match.commands import TakeSeat
from dicehall.match.dice.by_slot import BY_SLOT
from dicehall.match.dice.commitments import new_match_id
from dicehall.match.dice.days import day_at, dice_id, reveal_time
from dicehall.match.events import MatchOpened
from dicehall.match.match import Match
from dicehall.match.opening import computer_name
from dicehall.match.service import Matches
from dicehall.match.store.protocol import Store, VersionConflict
from dicehall.match.store.schema import spent, tries
from dicehall.match.today.seeds import DaySeed, DaySeeds
from dicehall.match.today.tables import game_of, table_of
from dicehall.players.opponents import ALONE


async def find_try(matches: Matches, day: str, game: str, guest: str) -> Match | None:
    """The counted try of a guest, if they have begun it and it still exists."""
    claimed = await _claimed(matches, day, game, guest)
    try:
        return await matches.see(claimed) if claimed else None
    except UnknownMatch:
        return None


async def open_try(matches: Matches, days: DaySeeds, entry: Entry, guest: TakeSeat) -> Match:
    """Open a guest's counted try at the dice of today, or return to the one they have begun."""
    day = days.today
    seed = await days.seed_of(day)
    claim = {"day": day, "game": entry.name, "guest": guest.holder, "match_id": new_match_id()}
    match_id = await _claimed(matches, day, entry.name, guest.holder)
    if not match_id:
        token = _spent_claim(day, entry.name, guest.holder)
        if await matches.store.ask(select(spent.c.token).where(spent.c.token == token)):
            raise TryFirst(translatable("you have deleted the try that counts"))
        try:
            await matches.store.change([(insert(tries), claim)])
            match_id = claim["match_id"]
        except VersionConflict:  # another click was faster
            match_id = await _claimed(matches, day, entry.name, guest.holder)
    try:
        return await matches.see(match_id)
    except UnknownMatch:  # claimed just now, or the server died in between
        opened = _opened(matches, seed, entry)
        return await matches.open_as(match_id, seed.seed, opened, _sitting(entry, day, guest))


async def practise(
    matches: Matches, days: DaySeeds, entry: Entry, day: str, guest: TakeSeat, match_id: str
) -> Match:
    """Open a practice match with the dice of a day, which never counts. While others still
    play with these dice, the guest's own try must be over first."""
    seed = await days.seed_of(day)
    if not await may_practise(matches, seed, entry.name, guest.holder):
        raise TryFirst(translatable("finish the try that counts first"))
    opened = _opened(matches, seed, entry, practice=dice_id(day, entry.name))
    return await matches.open_as(match_id, seed.seed, opened, _sitting(entry, day, guest))


async def may_practise(matches: Matches, seed: DaySeed, game: str, guest: str) -> bool:
    """Whether a guest may practise with the dice of a day: it is over, or their own try is."""
    if day_at(matches.now()) > seed.day and matches.now() >= seed.revealed_at:
        return True
    own = await find_try(matches, seed.day, game, guest)
    return own is not None and own.result is not None


async def spend_claims(store: Store, guest: str, now: float) -> None:
    """Remember which tries a guest has claimed, who is about to delete everything but can keep
    their identity."""
    claims = await store.ask(select(tries.c.day, tries.c.game).where(tries.c.guest == guest))
    for day, game in claims:
        if now < reveal_time(day):
            await store.spend(_spent_claim(day, game, guest), reveal_time(day), now)


def _spent_claim(day: str, game: str, guest: str) -> str:
    return hashlib.sha256(f"{dice_id(day, game)} {guest}".encode()).hexdigest()[:32]


async def _claimed(matches: Matches, day: str, game: str, guest: str) -> str:
    """The id of the match with which a guest has claimed their try; empty if they have not."""
    own = (tries.c.day == day, tries.c.game == game, tries.c.guest == guest)
    rows = await matches.store.ask(select(tries.c.match_id).where(*own))
    return str(rows[0][0]) if rows else ""


def _opened(matches: Matches, seed: DaySeed, entry: Entry, practice: str = "") -> MatchOpened:
    game = game_of(entry, seed.day)
    return MatchOpened(
        game.name,
        game.seats,
        game.options,
        seed.commitment,
        matches.clock.timestamp(),
        begins="chosen",
        practice=practice,
        dice_by=BY_SLOT,
        day=seed.day,
        reveal_at=seed.revealed_at,
    )


def _sitting(entry: Entry, day: str, guest: TakeSeat) -> list[TakeSeat]:
    """The guest in the first seat, and the day's opponent if there is one."""
    level = table_of(entry, day).opponent
    if level == ALONE:
        return [guest]
    return [guest, TakeSeat(1, computer_name(level, guest.name), level=level)]
