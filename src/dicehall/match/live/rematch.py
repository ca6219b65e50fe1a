"""Playing again: when both sides want to, everybody is led to one new match."""

from contextlib import suppress
from dataclasses import replace

from dicehall.game.refused import PromiseSpent
from dicehall.match.after_end import NameNextMatch, OfferRematch
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.promises import PromisedDice
from dicehall.match.match import Match
from dicehall.match.opening import again
from dicehall.match.rooms import Terms, id_after
from dicehall.match.service import Matches


async def offer_rematch(
    matches: Matches, match_id: str, holder: str, commitment: str = ""
) -> Match:
    """Offer to play again, bound to words for the dice if there is a `commitment`; when both have,
    the next match is opened, once, and named."""
    match = await matches.do(match_id, OfferRematch(holder, commitment))
    if match.next or len(match.offers) < match.game.seats:
        return match
    # Whoever opens it, here or in another process, opens the same one.
    following = PromisedDice(id_after(match), dice.new_secret())
    with suppress(PromiseSpent):
        game, sitting = again(match, holder, None)
        bound = {seat.holder: match.offers[n] for n, seat in enumerate(match.seats) if seat}
        committed = [
            replace(one, commitment=bound[one.holder], words_later=not bound[one.holder])
            for one in sitting
        ]
        agreed = match.clock if match.clock_set_by is None else 0
        await matches.open(game, committed, following, terms=Terms(clock=agreed))
    return await matches.do(match_id, NameNextMatch(following.match_id))
