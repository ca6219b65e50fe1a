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
    begins: Literal["", "coin", "chosen"] = ""
    """Who begins: with `coin`, whom the coin names when all words are told; with `chosen`, whoever
    has the first seat. Old matches, whose coin did not wait for the words, say nothing."""
    imported: bool = False
    """Whether it was played elsewhere and came as a record: its dice were not promised here."""


class SeatTaken(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Somebody sat down: a guest (`holder`), or a computer player (`level`)."""

    seat: int
    name: str
    holder: str = ""
    level: str = ""
    words: str = ""
    """What the seat adds to the dice, if it is told already."""
    at: float = 0.0
    """0 unless two guests play against each other; so it is with moves."""
    face: str = ""
    """The face that a guest has chosen."""
    commitment: str = ""
    """The SHA-256 of words that the seat will tell when all seats are bound by theirs."""
    words_later: bool = False
    """Whether a seat that cannot commit adds its words when all who can have done so."""


class WordsTold(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat told the words that it owed the dice."""

    seat: int
    words: str
    at: float


class CoinTossed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """All words are told, and the coin fell: with 1 the two change places."""

    coin: int


class DiceRolled(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Dice were rolled."""

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
    """A seat asks for the win because the other seems to have left; it may answer `until` then."""

    seat: int
    until: float


class ClaimAnswered(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The other seat is there after all."""

    seat: int
    at: float


class Nudged(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat that has waited for long asks the other to go on."""

    seat: int
    at: float


class ClockSet(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat that was not answered has set a clock, for both and for the rest of the match; the
    move that is awaited has its full time from now on."""

    seat: int
    seconds: int
    at: float


class Forfeited(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat let its time run out, or left the table."""

    seat: int
    why: Literal["time", "absence", "words"]


class MatchEnded(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The match is over and the secret of its dice is told."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    secret: str
    at: float


class TableClosed(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """A match was called off: before it began, or by the host of the house."""

    at: float
    secret: str = ""
    """Told if dice had been rolled."""


class SeatEdited(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """The host changed a name, or whose seat it is, also in the older events of the seat."""

    seat: int
    name: str
    holder: str
    at: float


class RematchOffered(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """After the end: a seat would play again."""

    seat: int
    commitment: str = ""
    """To the words that it will add to the dice then."""
    at: float = 0.0


class RematchDeclined(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """After the end: a seat does not want to play again, or takes back its own offer."""

    seat: int


class NextOpened(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """After the end: it goes on in another match."""

    match_id: str


MatchEvent = (
    MatchOpened
    | SeatTaken
    | WordsTold
    | CoinTossed
    | DiceRolled
    | MovePlayed
    | Resigned
    | WinClaimed
    | ClaimAnswered
    | Nudged
    | ClockSet
    | Forfeited
    | MatchEnded
    | TableClosed
    | SeatEdited
    | RematchOffered
    | RematchDeclined
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
