"""Practice: a new match that begins in the middle of a finished one, with the same dice to come.

It copies the log up to a decision and computes its dice with the server seed and the id of the old
match. Those are public by then, so a practice match does not count for high scores.
"""

from collections.abc import Sequence

from dicehall.game.messages import translatable
from dicehall.game.records import Played, Rolled
from dicehall.game.refused import BadOption, NotOver
from dicehall.match.commands import TakeSeat
from dicehall.match.events import DiceRolled, MatchEvent, MatchOpened, MovePlayed, SeatTaken
from dicehall.match.match import Match
from dicehall.match.seats import Seat
from dicehall.match.service import Matches
from dicehall.match.store.lists import own_tables


def can_practise(match: Match, holder: str) -> bool:
    """Whether a guest may play a match again from one of its positions."""
    vouched = bool(match.secret) and not match.imported and not match.called_off
    return vouched and not match.online and bool(_moves_of(match, holder))


def decision_at(match: Match, holder: str, moment: int) -> int:
    """The guest's decision that belongs to the position after `moment` events: the move that led to
    it if it was theirs, else their next one, else their last one. -1 if they made none."""
    own = _moves_of(match, holder)
    if moment - 1 in own:
        return moment - 1
    return next((n for n in own if n >= moment), own[-1] if own else -1)


async def try_again(
    matches: Matches, match: Match, holder: str, moment: int, match_id: str
) -> Match:
    """Open a practice match that begins at a decision of the guest, or return the one that an
    earlier click opened. `match_id` is the id of the new match."""
    match.check_seats(holder)
    if not can_practise(match, holder):
        raise NotOver(
            translatable("only a finished match without another person can be tried again")
        )
    if moment not in _moves_of(match, holder):
        raise BadOption(
            translatable("you had no decision to make at step %(moment)d", moment=moment)
        )
    log = match.log[:moment]
    for line in (await matches.store.list(own_tables(holder, match.game.name, limit=1)))[:1]:
        newest = await matches.see(line.match_id)
        if newest.practice == match.dice_id and newest.log == log and not newest.result:
            return newest
    sitting = [_seat(n, seat) for n, seat in enumerate(match.seats) if seat]
    opened = practice_events(match, sitting, moment, matches.clock.timestamp())
    return await matches.open_copy(match_id, match.secret, opened, sitting)


def practice_events(
    match: Match, sitting: Sequence[TakeSeat], moment: int, now: float
) -> tuple[MatchEvent, ...]:
    """The events with which a practice match begins."""
    game = match.game
    return (
        MatchOpened(
            game.name,
            game.seats,
            game.options,
            match.commitment,
            now,
            begins="chosen",
            practice=match.dice_id,
            dice_by=match.dice_by,
            day=match.day,
        ),
        *(
            SeatTaken(one.seat, one.name, one.holder, one.level, one.words, face=one.face)
            for one in sitting
        ),
        *(
            DiceRolled(event.roll)
            if isinstance(event, Rolled)
            else MovePlayed(event.seat, event.move, f"{match.id} {number}")
            for number, event in enumerate(match.log[:moment])
        ),
    )


def _seat(number: int, seat: Seat) -> TakeSeat:
    holder = seat.holder if isinstance(seat.holder, str) else ""
    return TakeSeat(number, seat.name, holder, seat.level, seat.words, seat.face)


def _moves_of(match: Match, holder: str) -> list[int]:
    """The places of a guest's moves in the log."""
    held = match.held_by(holder)
    log = enumerate(match.log)
    return [n for n, event in log if isinstance(event, Played) and event.seat in held]
