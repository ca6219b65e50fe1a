"""The events of a match. They are all that is stored; a match is the fold of its events."""

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from dicehall.game import Roll


class StoredEvent(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """An event as the store keeps it: JSON with the name of its class as `type`."""


class MatchOpened(StoredEvent, frozen=True):
    """A match was opened. `promise` is the SHA-256 of the server seed."""

    game: str
    seats: int
    options: dict[str, str]
    promise: str
    at: float
    """Seconds since 1970."""
    code: str = ""
    """The room code, if the match has a free seat."""
    public: bool = False
    """Whether the free seat is listed in the lobby."""
    clock: int = 0
    """Seconds per move; 0 means no limit."""
    begins: Literal["", "coin", "chosen"] = ""
    """Who begins: `coin` tosses a coin once all client seeds are revealed; `chosen` means the
    first seat. Empty in matches of old versions, whose coin did not wait for the client seeds."""
    imported: bool = False
    """Whether it was imported from a record: this server did not commit to its dice."""
    practice: str = ""
    """The id of the match whose dice come again, in a practice match."""
    dice_by: Literal["", "slot"] = ""
    """How rolls follow from the seeds: by `slot`, or by their number if empty."""
    day: str = ""
    """The day whose dice are played, in today's dice: such as `2026-11-18`."""
    reveal_at: float = 0.0
    """The server seed is revealed at the end of the match, but not before this time."""
    challenge: str = ""
    """The id of the match that a friend asked to beat, with the same dice by slot."""
    take_backs: int = 0
    """In an imported match: how many take-backs its record mentions."""
    own_dice: bool = False
    """Whether the players roll their own dice and enter what fell; then there is no `promise`."""


class SeatTaken(StoredEvent, frozen=True):
    """A seat was taken by a guest (`holder`) or a computer player (`level`)."""

    seat: int
    name: str
    holder: str = ""
    level: str = ""
    words: str = ""
    """The client seed, if it is already known."""
    at: float = 0.0
    """0 unless two guests play against each other. The same holds for moves."""
    face: str = ""
    """The face that a guest has chosen."""
    commitment: str = ""
    """The SHA-256 of a client seed that is revealed once every seat has committed."""
    words_later: bool = False
    """Whether a seat that cannot commit adds its client seed after those that can."""


class WordsTold(StoredEvent, frozen=True):
    """A seat revealed its client seed."""

    seat: int
    words: str
    at: float


class CoinTossed(StoredEvent, frozen=True):
    """The coin was tossed after all client seeds were revealed; on 1 the players swap seats."""

    coin: int


class DiceRolled(StoredEvent, frozen=True):
    """Dice were rolled. If they are the players' own, `seat` entered the roll with the command
    `id`."""

    roll: Roll
    seat: int | None = None
    id: str = ""


class MovePlayed(StoredEvent, frozen=True):
    """A seat moved. `id` identifies the command, so that a retry has no effect."""

    seat: int
    move: str
    id: str
    at: float = 0.0


class TakenBack(StoredEvent, frozen=True):
    """A seat took its last move back, and with it everything that followed: only the first `to`
    rolls and moves still count."""

    seat: int
    to: int
    id: str
    marked: bool = False
    """Whether dice were rolled or another seat moved since; then it is out of the high scores."""


class Resigned(StoredEvent, frozen=True):
    """A seat resigned."""

    seat: int
    id: str


class WinClaimed(StoredEvent, frozen=True):
    """A seat claimed the win because the opponent seems to have left, who may answer `until`
    then."""

    seat: int
    until: float


class ClaimAnswered(StoredEvent, frozen=True):
    """The opponent answered a claim."""

    seat: int
    at: float


class Nudged(StoredEvent, frozen=True):
    """A waiting seat nudged the seat to move."""

    seat: int
    at: float


class ClockSet(StoredEvent, frozen=True):
    """A seat whose nudge was ignored set a clock for both seats and the rest of the match. The
    full time for the current move starts now."""

    seat: int
    seconds: int
    at: float


class Forfeited(StoredEvent, frozen=True):
    """A seat ran out of time or did not answer a claim."""

    seat: int
    why: Literal["time", "absence", "words"]


class MatchEnded(StoredEvent, frozen=True):
    """The match ended and its server seed was revealed."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    secret: str
    at: float


class SeedRevealed(StoredEvent, frozen=True):
    """After the end: the server seed was revealed, which others still played with."""

    secret: str


class TableClosed(StoredEvent, frozen=True):
    """The match was called off, before it began or by the host."""

    at: float
    secret: str = ""
    """The server seed, revealed if dice had been rolled."""


class SeatEdited(StoredEvent, frozen=True):
    """The host changed the name or holder of a seat; its older events were rewritten, too."""

    seat: int
    name: str
    holder: str
    at: float


class RematchOffered(StoredEvent, frozen=True):
    """After the end: a seat offered a rematch."""

    seat: int
    commitment: str = ""
    """The hash of its client seed for the rematch."""
    at: float = 0.0


class RematchDeclined(StoredEvent, frozen=True):
    """After the end: a seat declined a rematch, or withdrew its own offer."""

    seat: int


class NextOpened(StoredEvent, frozen=True):
    """After the end: the rematch was opened."""

    match_id: str


MatchEvent = (
    MatchOpened
    | SeatTaken
    | WordsTold
    | CoinTossed
    | DiceRolled
    | MovePlayed
    | TakenBack
    | Resigned
    | WinClaimed
    | ClaimAnswered
    | Nudged
    | ClockSet
    | Forfeited
    | MatchEnded
    | SeedRevealed
    | TableClosed
    | SeatEdited
    | RematchOffered
    | RematchDeclined
    | NextOpened
)
MatchEvents = Sequence[MatchEvent]

encode: Callable[[MatchEvent], bytes] = msgspec.json.Encoder().encode
decode: Callable[[bytes], MatchEvent] = msgspec.json.Decoder(MatchEvent).decode
"""To and from the bytes that the store keeps."""
