"""Beat me: a friend plays the dice of a finished solo match, by slot.

The server seed of that match is public by then, so a challenge does not count for high scores.
"""

from collections.abc import Sequence
from dataclasses import replace

from dicehall.game.messages import translatable
from dicehall.game.refused import NotOver
from dicehall.match.commands import TakeSeat
from dicehall.match.dice.by_slot import BY_SLOT
from dicehall.match.events import MatchOpened
from dicehall.match.match import Match
from dicehall.match.service import Matches
from dicehall.match.today.models import SlotDice


async def take_up(matches: Matches, match: Match, guest: TakeSeat, match_id: str) -> Match:
    """Open a match with the dice of a finished one, or return the one that an earlier click
    opened. `match_id` is the id of the new match."""
    if not match.can_be_beaten:
        raise NotOver(translatable("only a finished solo match can be a challenge"))
    opened = MatchOpened(
        match.game.name,
        match.game.seats,
        match.game.options,
        match.commitment,
        matches.clock.timestamp(),
        begins="chosen",
        practice=match.dice_id,
        dice_by=BY_SLOT,
        day=match.day,
        challenge=match.id,
    )
    sitting: Sequence[TakeSeat] = [replace(guest, words=match.words[0])]
    return await matches.open_as(match_id, match.secret, opened, sitting)


def dice_of(match: Match) -> SlotDice:
    """The dice of a finished match by slot."""
    opponents = [seat.level for seat in match.seats if seat and seat.level]
    return SlotDice(
        match.game, match.dice_id, match.secret, match.words, opponents[0] if opponents else ""
    )
