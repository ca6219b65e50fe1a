"""Rematches: the same players in a new match.

Two guests must both agree, and are then both led to the same new match. A guest who plays alone,
against a computer player or on both sides needs no consent.
"""

import hashlib
import secrets
from contextlib import suppress
from dataclasses import replace

from dicehall.game import AnyGame
from dicehall.game.messages import translatable
from dicehall.game.refused import MatchOver, PromiseSpent, SeatOpen, TryFirst
from dicehall.match.commands import NameNextMatch, OfferRematch, Resign, TakeSeat
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.commitments import CommittedDice
from dicehall.match.match import Match
from dicehall.match.opening import BEGINNERS, computer_name, in_seats, opponent_of, set_table
from dicehall.match.rooms import Terms
from dicehall.match.seats import Seat
from dicehall.match.service import Matches
from dicehall.match.unstarted import open_once


async def offer_rematch(
    matches: Matches, match_id: str, holder: str, commitment: str = ""
) -> Match:
    """Offer a rematch, with a `commitment` to a client seed or without. Once both players have
    offered one, open the rematch and link to it."""
    match = await matches.do(match_id, OfferRematch(holder, commitment))
    if match.next or len(match.offers) < match.game.seats:
        return match
    # All processes compute the same id, so only one match is opened.
    following = CommittedDice(_id_after(match), dice.new_server_seed())
    with suppress(PromiseSpent):
        game, sitting = sit_again(match, holder, None)
        bound = {seat.holder: match.offers[n] for n, seat in enumerate(match.seats) if seat}
        committed = [
            replace(one, commitment=bound[one.holder], words_later=not bound[one.holder])
            for one in sitting
        ]
        agreed = match.clock if match.clock_set_by is None else 0
        await matches.open(game, committed, following, terms=Terms(clock=agreed))
    return await matches.do(match_id, NameNextMatch(following.match_id))


async def open_again(
    matches: Matches,
    match: Match,
    holder: str,
    opponent: str | None,
    dice: CommittedDice,
    *,
    words: str = "",
    reset: bool = False,
) -> Match:
    """Open a match with the same players, or return the one that an earlier click opened. A
    `reset` keeps the order of the seats, and resigns the old match if it is not finished."""
    if reset and match.is_try and not match.result:
        raise TryFirst(translatable("finish the try that counts first"))
    game, sitting = sit_again(match, holder, opponent, swapped=not reset, words=words)
    if reset and not match.result:
        with suppress(MatchOver):
            await matches.do(match.id, Resign(holder, id=secrets.token_hex(8)))
    another = opponent not in (None, "", opponent_of(match))
    terms = Terms(coin=another and not reset, own_dice=match.own_dice)
    return await open_once(matches, game, sitting, dice, terms=terms, excluded=match.id)


def sit_again(
    match: Match, holder: str, opponent: str | None, *, swapped: bool = True, words: str = ""
) -> tuple[AnyGame, list[TakeSeat]]:
    """The game and seats of a rematch, with the seats swapped if `swapped`. `words` is the client
    seed of `holder`. Against a new `opponent` a coin decides who begins, unless the seats are not
    swapped."""
    mine = match.check_seats(holder)
    if not match.full:
        raise SeatOpen(translatable("the match has not started: a seat is still free"))
    own = match.seats[mine[0]]
    assert own
    if opponent and opponent != opponent_of(match):
        names = (own.name, "")
        name, options = match.game.name, match.game.options
        begins = "coin" if swapped else BEGINNERS[1 + mine[0]]
        return set_table(name, options, opponent, holder, names, begins, words, own.face)
    sitting = [_take_again(n, seat, own.name) for n, seat in enumerate(match.seats) if seat]
    if match.imported:  # the other player is not a guest of this server
        sitting = [replace(seat, holder=holder) for seat in sitting]
    sitting[mine[0]] = replace(sitting[mine[0]], words=words)
    if swapped and len(sitting) == 2:
        sitting = in_seats(sitting[1], sitting[0])
    return match.game, sitting


def _id_after(match: Match) -> str:
    """The id of the rematch of a match, which every process computes the same way."""
    return hashlib.sha256(f"after {match.id} {match.secret}".encode()).hexdigest()[:32]


def _take_again(number: int, seat: Seat, other: str) -> TakeSeat:
    if isinstance(seat.holder, str):
        return TakeSeat(number, seat.name, seat.holder, face=seat.face)
    return TakeSeat(number, computer_name(seat.level, other), level=seat.level)
