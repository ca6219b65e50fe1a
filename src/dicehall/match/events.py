"""What is remembered of a match. A match is the fold of these, and nothing else is kept of it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from dicehall.game import Roll


class MatchOpened(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A table was set. `promise` is the SHA-256 of the secret that all rolls come from."""

    game: str
    seats: int
    options: dict[str, str]
    promise: str
    at: float
    """Seconds since 1970."""
    code: str = ""
    """The room code, if a seat is kept free for a friend."""
    public: bool = False
    """Whether the free seat is offered in the lobby."""
    clock: int = 0
    """Seconds for each move; 0 for as long as it takes."""


class SeatTaken(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Somebody sat down: a guest (`holder`), or a computer player (`level`)."""

    seat: int
    name: str
    holder: str = ""
    level: str = ""
    words: str = ""
    """The seat's own contribution to the dice."""
    at: float = 0.0
    """Known if two guests play against each other, as of their moves."""


class DiceRolled(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The dice fell so."""

    roll: Roll


class MovePlayed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat moved. `id` is the command's: the same command again is harmless."""

    seat: int
    move: str
    id: str
    at: float = 0.0


class Resigned(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat gave up."""

    seat: int
    id: str


class WinClaimed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat asks for the win because the other seems to have left, who may still answer."""

    seat: int
    until: float


class ClaimAnswered(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The other seat is there after all."""

    seat: int
    at: float


class Forfeited(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat let its time run out, or left the table."""

    seat: int
    why: Literal["time", "absence"]


class MatchEnded(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The match is over and the secret of its dice is told."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    secret: str
    at: float


class TableClosed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A match was called off before it began."""

    at: float


class RematchOffered(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """After the end: a seat would play again."""

    seat: int


class NextOpened(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """After the end: it goes on in another match."""

    match_id: str


MatchEvent = (
    MatchOpened
    | SeatTaken
    | DiceRolled
    | MovePlayed
    | Resigned
    | WinClaimed
    | ClaimAnswered
    | Forfeited
    | MatchEnded
    | TableClosed
    | RematchOffered
    | NextOpened
)
MatchEvents = Sequence[MatchEvent]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[MatchEvent] = msgspec.json.Decoder(MatchEvent)


def encode(event: MatchEvent) -> bytes:
    """An event as it is stored."""
    return _encoder.encode(event)


def decode(data: bytes) -> MatchEvent:
    """A stored event."""
    return _decoder.decode(data)
