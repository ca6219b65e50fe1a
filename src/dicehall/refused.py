"""What is refused: small named exceptions, each with a stable code and a reason in plain words.

A refusal means that the caller may be wrong, and that nothing was changed.
"""


class Refused(Exception):
    """Something that cannot be done; `reason` says why, `legal` what could be done instead."""

    code = "refused"

    def __init__(self, reason: str, *, legal: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.reason = reason
        self.legal = legal


class UnknownGame(Refused):
    """No game has this name."""

    code = "unknown-game"


class BadOption(Refused):
    """A game does not have this option, this value of it, or this number of seats."""

    code = "bad-option"


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


class NotEnoughRoom(Refused):
    """This machine has too little free memory or disk for what was asked."""

    code = "not-enough-room"
