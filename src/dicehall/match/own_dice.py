"""Matches with the players' own dice: they roll on their own table and enter the results.

The server rolls nothing and cannot verify anything, so such a match does not count for high scores,
and rolls can be taken back freely.
"""

from dataclasses import dataclass

from dicehall.game import Roll
from dicehall.game.messages import translatable
from dicehall.game.protocol import check_roll
from dicehall.game.refused import IllegalRoll, SeatOpen
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
    held = match.check_seats(command.holder)
    if not match.own_dice:
        raise IllegalRoll(translatable("the server rolls the dice of this match"))
    if not match.begun:
        raise SeatOpen(translatable("the match has not started: a seat is still free"))
    match.check_version(command.version, match.position_version)
    check_roll(match.game, match.state, command.roll)
    return DiceRolled(command.roll, held[0], command.id)
