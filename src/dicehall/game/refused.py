"""Refusals: small named exceptions, each with a stable code and a message that says why.

A refusal means that the caller made a mistake and that nothing has changed.
"""

import re

from dicehall.game.messages import Message, Value, outside


class Refused(Exception):
    """A request that cannot be granted; `message` says why, `legal` lists what would be allowed.

    `words.refusals` translates it for people.
    """

    code = "refused"
    """What programs see. By default the name of the class: `stale-version` for `StaleVersion`."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()

    def __init__(self, message: Message | str, *, legal: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message if isinstance(message, Message) else outside(message)
        self.legal = legal

    @property
    def reason(self) -> str:
        """The message in English, for logs and errors."""
        return str(self.message)

    @property
    def values(self) -> dict[str, Value]:
        """The values in the message, by name."""
        return self.message.values


class UnknownGame(Refused):
    """No game has this name."""


class BadOption(Refused):
    """A game does not have this option, this value of it, or this number of seats."""


class BadWords(Refused):
    """The client seed is invalid, or cannot be changed now."""


class IllegalMove(Refused):
    """The move is illegal here, or not a move at all."""


class IllegalRoll(Refused):
    """This roll is impossible here."""


class WrongSeat(Refused):
    """Another seat is to move."""


class GameOver(Refused):
    """The game is over: no more moves or rolls."""


class BadLine(Refused):
    """A line of a record that is neither a header, a roll nor a move."""


class BadPosition(Refused):
    """The text is not a possible position of this game, or the game has no position notation."""


class UnknownMatch(Refused):
    """No match has this id."""


class UnknownDay(Refused):
    """There are no dice of this day."""


class TryFirst(Refused):
    """Today's dice allow one try that counts; practice comes after it."""


class UnknownPuzzle(Refused):
    """No puzzle of the game has this number, or none is left that fits."""


class MatchOver(Refused):
    """The match has ended."""


class StaleVersion(Refused):
    """The command was made for an older version of the match."""


class IdReused(Refused):
    """The id of this command was already used for a different one."""


class BeyondNewest(Refused):
    """The match has not reached this version yet."""


class NotYourSeat(Refused):
    """The caller has no seat in this match."""


class NotYourTurn(Refused):
    """The caller has a seat, but another seat is to move."""


class CoachWaits(Refused):
    """No coaching now: two people are playing each other, or the match is still running."""


class NeedsFullVersion(Refused):
    """This computer player, or the coach at this game, needs a package that is not installed."""


class SeatOpen(Refused):
    """The match has not begun because a seat is free."""


class NothingToTakeBack(Refused):
    """The caller has made no move that could be taken back."""


class SeatNotFree(Refused):
    """Somebody else has this seat."""

    code = "seat-taken"


class NothingToClaim(Refused):
    """The opponent has not been away long enough to claim the win."""


class NotOver(Refused):
    """This is only possible after the match has ended."""


class UnknownRoom(Refused):
    """No table with a free seat has this room code."""


class TooOften(Refused):
    """Too many requests; `retry_seconds` says how long to wait, if known."""

    def __init__(self, message: Message | str, *, retry_seconds: int | None = None) -> None:
        super().__init__(message)
        self.retry_seconds = retry_seconds


class BadName(Refused):
    """This player name is not allowed."""


class PromiseSpent(Refused):
    """The promise for a table's dice is used, expired, or belongs to someone else."""


class LinkSpent(Refused):
    """The link to another device is used, expired, or not from this server."""


class NothingToVerify(Refused):
    """The dice cannot be verified because the server seed has not been revealed."""


class StoreUnusable(Refused):
    """Matches cannot be stored: missing folder, no database, or disk full."""


class StoreUnreachable(Refused):
    """The database does not answer; it is safe to retry."""


class BusUnusable(Refused):
    """The message bus cannot be reached, so other processes get no notifications."""


class NotEnoughRoom(Refused):
    """Not enough free memory or disk space on this machine."""


class NoTablebase(Refused):
    """The request needs a tablebase that is missing or invalid."""

    code = "no-table"


class NoNumbering(Refused):
    """The game has no module `numbers`, and too many states to derive one."""


class BotFailed(Refused):
    """A bot has crashed, timed out, or answered with an illegal move."""
