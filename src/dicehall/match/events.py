"""What is remembered of a match. A match is the fold of these, and nothing else is kept of it."""

from collections.abc import Sequence

import msgspec

from dicehall.rules import Roll


class MatchOpened(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A table was set. `promise` is the SHA-256 of the secret that all rolls come from."""

    game: str
    seats: int
    options: dict[str, str]
    promise: str
    at: float
    """Seconds since 1970."""


class SeatTaken(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Somebody sat down: a guest (`holder`), or a computer player (`level`)."""

    seat: int
    name: str
    holder: str = ""
    level: str = ""
    words: str = ""
    """The seat's own contribution to the dice."""


class DiceRolled(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The dice fell so."""

    roll: Roll


class MovePlayed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat moved. `id` is the command's: the same command again is harmless."""

    seat: int
    move: str
    id: str


class Resigned(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat gave up."""

    seat: int
    id: str


class MatchEnded(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The match is over and the secret of its dice is told."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    secret: str
    at: float


Event = MatchOpened | SeatTaken | DiceRolled | MovePlayed | Resigned | MatchEnded
Events = Sequence[Event]

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """An event as it is stored."""
    return _encoder.encode(event)


def decode(data: bytes) -> Event:
    """A stored event."""
    return _decoder.decode(data)
