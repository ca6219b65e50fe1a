"""Finds a match that a guest has opened and not moved in yet, so that whoever asks for the same
match again comes back to it."""

from collections.abc import Sequence

from dicehall.game import AnyGame
from dicehall.game.records import Played
from dicehall.match.commands import TakeSeat
from dicehall.match.match import Match
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.lists import own_tables


async def find_untouched(
    matches: Matches,
    game: AnyGame,
    sitting: Sequence[TakeSeat],
    terms: Terms,
    besides: str = "",
) -> Match | None:
    """A running match of the same game, players and terms in which the guest has not moved yet;
    None if there is none. `besides` is a match that does not count: the one that the guest leaves.

    The words that were added to the dice may be others. Where a coin decides who begins, the order
    of the seats does not matter.
    """
    holder = next(command.holder for command in sitting if command.holder)
    listed = await matches.store.list(own_tables(holder, game.name))
    open_ones = dict.fromkeys(line.match_id for line in listed if line.ended_at is None)
    open_ones.pop(besides, None)
    for match in (await matches.see_all(open_ones)).values():
        seated = _is_seated(match, sitting, coin=terms.coin)
        if seated and match.game == game and _is_on(match, terms) and _is_new(match, holder):
            return match
    return None


def _is_seated(match: Match, sitting: Sequence[TakeSeat], *, coin: bool) -> bool:
    """Whether the same people and computer players sit there, and nobody else."""
    wanted = {c.seat: (c.name, c.holder, c.level, c.face) for c in sitting}
    found = {
        n: (seat.name, "" if seat.level else seat.holder, seat.level, seat.face)
        for n, seat in enumerate(match.seats)
        if seat
    }
    if coin:
        return sorted(map(str, wanted.values())) == sorted(map(str, found.values()))
    return wanted == found


def _is_on(match: Match, terms: Terms) -> bool:
    by_link = (terms.by_link, terms.public, terms.clock)
    return (match.waiting, match.public, match.clock) == by_link


def _is_new(match: Match, holder: str) -> bool:
    mine = match.held_by(holder)
    return not match.result and not any(
        isinstance(event, Played) and event.seat in mine for event in match.log
    )
