"""What is refused: small named exceptions, each with a stable code and a message that says why.

A refusal means that the caller may be wrong, and that nothing was changed.
"""

from dicehall.game.messages import Message, Value, outside


class Refused(Exception):
    """Something that cannot be done; `message` says why, `legal` what could be done instead.

    A refusal that people read is put into their language by `words.refusals`.
    """

    code = "refused"

    def __init__(self, message: Message | str, *, legal: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message if isinstance(message, Message) else outside(message)
        self.legal = legal

    @property
    def reason(self) -> str:
        """Why, in English: for logs and programs' errors."""
        return str(self.message)

    @property
    def values(self) -> dict[str, Value]:
        """What the message speaks of, by name."""
        return self.message.values


class UnknownGame(Refused):
    """No game has this name."""

    code = "unknown-game"


class BadOption(Refused):
    """A game does not have this option, this value of it, or this number of seats."""

    code = "bad-option"


class BadWords(Refused):
    """These words for the dice cannot be taken: not now, or not these."""

    code = "bad-words"


class IllegalMove(Refused):
    """The rules do not allow this move here, or it is no move at all."""

    code = "illegal-move"


class IllegalRoll(Refused):
    """These dice cannot have been rolled here."""

    code = "illegal-roll"


class WrongSeat(Refused):
    """Another seat is to move."""

    code = "wrong-seat"


class GameOver(Refused):
    """The game is over: nothing more can be played or rolled."""

    code = "game-over"


class BadLine(Refused):
    """A line of a record that is neither a header line, nor a roll, nor a move."""

    code = "bad-line"


class UnknownMatch(Refused):
    """No match has this id."""

    code = "unknown-match"


class MatchOver(Refused):
    """The match has ended."""

    code = "match-over"


class StaleVersion(Refused):
    """The command was made for an older state of the match."""

    code = "stale-version"


class IdReused(Refused):
    """The id of a command has been used for another one, which was carried out."""

    code = "id-reused"


class BeyondNewest(Refused):
    """A version of the match that has not come yet."""

    code = "beyond-newest"


class NotYourSeat(Refused):
    """The caller holds no seat in this match."""

    code = "not-your-seat"


class NotYourTurn(Refused):
    """The caller sits at the table, but another seat is to move."""

    code = "not-your-turn"


class CoachWaits(Refused):
    """The coach does not speak now: two people play against each other, or the match still runs."""

    code = "coach-waits"


class SeatOpen(Refused):
    """The match has not begun: a seat is free."""

    code = "seat-open"


class SeatNotFree(Refused):
    """Somebody else sits there."""

    code = "seat-taken"


class NothingToClaim(Refused):
    """The other side has not been away for long enough, or not at all."""

    code = "nothing-to-claim"


class NotOver(Refused):
    """What comes after a match cannot come before its end."""

    code = "not-over"


class UnknownRoom(Refused):
    """No table with a free seat has this room code."""

    code = "unknown-room"


class TooOften(Refused):
    """The same again, too many times in too short a time; `retry_seconds` says how long to wait, if
    that is known."""

    code = "too-often"

    def __init__(self, message: Message | str, *, retry_seconds: int | None = None) -> None:
        super().__init__(message)
        self.retry_seconds = retry_seconds


class BadName(Refused):
    """A player's name that cannot be used."""

    code = "bad-name"


class PromiseSpent(Refused):
    """The promise for the dice of a table has been used, has waited too long, or is not yours."""

    code = "promise-spent"


class LinkSpent(Refused):
    """A link to another device has been used, has waited too long, or is not ours."""

    code = "link-spent"


class NothingToVerify(Refused):
    """The dice cannot be checked: the secret that they come from has not been told."""

    code = "nothing-to-verify"


class StoreUnusable(Refused):
    """The matches cannot be kept: no such folder, no database, a full disk."""

    code = "store-unusable"


class StoreUnreachable(Refused):
    """The database does not answer; what was asked may be sent again, as often as one likes."""

    code = "store-unreachable"


class BusUnusable(Refused):
    """No news can be sent to other processes: no such server."""

    code = "bus-unusable"


class NotEnoughRoom(Refused):
    """This machine has too little free memory or disk for what was asked."""

    code = "not-enough-room"


class NoTablebase(Refused):
    """What is asked needs a tablebase that is not on this machine, or is none."""

    code = "no-table"


class NoNumbering(Refused):
    """A game whose moves and states are not numbered: it does not bring it, and has too many."""

    code = "no-numbering"


class BotFailed(Refused):
    """A player from outside has died, is late, or answers what is no legal move."""

    code = "bot-failed"
