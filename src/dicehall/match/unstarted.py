"""Opens a match only once: a guest who opens the same match again before moving, by a double click
or the browser's Back button, returns to the first one."""

from collections.abc import Sequence
from dataclasses import replace

from dicehall.game import AnyGame
from dicehall.game.records import Played
from dicehall.game.refused import PromiseSpent
from dicehall.match.commands import TakeSeat
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.match import Match
from dicehall.match.rooms import Terms
from dicehall.match.service import Matches
from dicehall.match.store.lists import own_tables


async def open_once(
    matches: Matches,
    game: AnyGame,
    sitting: Sequence[TakeSeat],
    dice: CommittedDice,
    *,
    terms: Terms,
    excluded: str = "",
) -> Match:
    """The guest's unstarted match with these settings, but not the `excluded` one; or a new one."""
    if found := await find_unstarted(matches, game, sitting, terms, excluded):
        return found
    try:
        return await matches.open(game, sitting, dice, terms=terms)
    except PromiseSpent:
        # Another click was faster, or the form is old; then use other dice.
        if found := await find_unstarted(matches, game, sitting, terms, excluded):
            return found
    silent = [replace(command, words="") for command in sitting]
    return await matches.open(game, silent, CommittedDice.fresh(), terms=terms)


async def find_unstarted(
    matches: Matches,
    game: AnyGame,
    sitting: Sequence[TakeSeat],
    terms: Terms,
    excluded: str = "",
) -> Match | None:
    """A running match of the same game, players and terms in which the guest has not moved yet;
    None if there is none. The `excluded` match and tries at today's dice are ignored.

    Client seeds may differ. If a coin decides who begins, the order of the seats does not matter.
    """
    holder = next(command.holder for command in sitting if command.holder)
    listed = await matches.store.list(own_tables(holder, game.name))
    open_ones = dict.fromkeys(line.match_id for line in listed if line.ended_at is None)
    open_ones.pop(excluded, None)
    for match in (await matches.see_all(open_ones)).values():
        same = match.game == game and _is_on(match, terms) and not match.is_try
        seated = _is_seated(match, sitting, coin=terms.coin)
        if same and seated and is_unstarted(match, holder):
            return match
    return None


def _is_seated(match: Match, sitting: Sequence[TakeSeat], *, coin: bool) -> bool:
    """Whether exactly these people and computer players have the seats."""
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
    wanted = (terms.by_link, terms.public, terms.clock, terms.own_dice)
    return (match.waiting, match.public, match.clock, match.own_dice) == wanted


def is_unstarted(match: Match, holder: str) -> bool:
    """Whether a match is running in which the guest has not moved yet, or entered a roll."""
    mine = match.held_by(holder)
    moved = any(isinstance(event, Played) and event.seat in mine for event in match.log)
    begun = moved or (match.own_dice and match.rolls) or match.take_backs or match.practice
    return not (begun or match.result)
