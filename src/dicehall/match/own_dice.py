"""Matches with the players' own dice: they roll on their own table and enter the results.

The server rolls nothing and cannot verify anything, so such a match does not count for high scores,
and rolls can be taken back freely.
"""

from dataclasses import dataclass

from dicehall.game import Roll
from dicehall.game.messages import translatable
from dicehall.game.protocol import check_roll
from dicehall.game.refused import IllegalRoll, NotYourSeat, SeatOpen, StaleVersion
from dicehall.match.events import DiceRolled
from dicehall.match.match import Match


@dataclass(frozen=True, slots=True)
class EnterRoll:
    """Enter how the dice that are due fell, at the version of the match that the player has
    seen."""

    holder: str
    roll: Roll
    version: int
    id: str
    """Makes retries safe; may be empty."""


def check_entered(match: Match, command: EnterRoll) -> DiceRolled:
    """The roll that a command enters; refused unless just these dice are due."""
    held = match.held_by(command.holder)
    if not held:
        raise NotYourSeat(translatable("you have no seat at this table"))
    if not match.own_dice:
        raise IllegalRoll(translatable("the server rolls the dice of this match"))
    if not match.begun:
        raise SeatOpen(translatable("the match has not started: a seat is still free"))
    if not match.position_version <= command.version <= match.version:
        raise StaleVersion(
            translatable("the match has moved on since this page was shown: reload it")
        )
    check_roll(match.game, match.state, command.roll)
    return DiceRolled(command.roll, held[0], command.id)
