"""What can be asked of a match that is over: playing again."""

from dataclasses import dataclass

from dicehall.game.messages import said
from dicehall.game.refused import MatchOver, NotOver, NotYourSeat, SeatOpen
from dicehall.match.dice.words import check_commitment
from dicehall.match.events import NextOpened, RematchDeclined, RematchOffered
from dicehall.match.match import Match


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """After the end: say that one would play again, and commit to words for the dice."""

    holder: str
    commitment: str = ""


@dataclass(frozen=True, slots=True)
class DeclineRematch:
    """After the end: say that one would not, or no longer."""

    holder: str


@dataclass(frozen=True, slots=True)
class NameNextMatch:
    """After the end: name the match in which it goes on."""

    match_id: str


AfterEnd = OfferRematch | DeclineRematch | NameNextMatch

Answer = NextOpened | RematchDeclined | RematchOffered


def answer(match: Match, command: AfterEnd, now: float) -> Answer | None:
    """The event that a command leads to; None if it changes nothing."""
    if not match.result:
        raise NotOver(said("this match is not over yet"))
    if isinstance(command, NameNextMatch):
        return None if match.next else NextOpened(command.match_id)
    held = match.held_by(command.holder)
    if not held:
        raise NotYourSeat(said("you did not sit at this table"))
    if not match.online:
        raise SeatOpen(said("there was nobody else at this table"))
    if match.next:
        return None
    if isinstance(command, DeclineRematch):
        return RematchDeclined(held[0]) if match.offers else None
    return _offer(match, held[0], command.commitment, now)


def _offer(match: Match, seat: int, commitment: str, now: float) -> RematchOffered | None:
    if match.declined is not None and match.declined != seat:
        raise MatchOver(said("the other side does not want to play again"))
    if seat in match.offers:
        return None
    if commitment:
        check_commitment(commitment, list(match.offers.values()))
    return RematchOffered(seat, commitment, now)
