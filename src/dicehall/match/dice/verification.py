"""Verifies the dice of a record by recomputing every roll.

Pages, the API and the command line all use this. A record that passes proves that the server fixed
its seed before the first roll, and that no roll was changed, left out or inserted.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from dicehall.game import AnyGame, Chance, Die, Over, Roll
from dicehall.game.messages import all_of, translatable
from dicehall.game.records import OWN_DICE, Event, Record, Rolled, fold, walk
from dicehall.game.refused import NothingToVerify
from dicehall.game.slots import Slot, slots_due
from dicehall.match.dice import days
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.by_slot import BY_SLOT
from dicehall.match.dice.client_seeds import commit_to

SECRET = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll of a record, and its dice."""

    dice: tuple[Die, ...]
    roll: Roll
    slots: tuple[Slot, ...] = ()
    """The slot of each die, if the dice follow from their slots."""


@dataclass(frozen=True, slots=True)
class VerifiedRoll:
    """A roll as it was played, and how it is computed from the seeds."""

    number: int
    """The number of the roll, from 0."""
    messages: tuple[str, ...]
    """The message that was hashed for the roll, or for each die in its slot: the first block."""
    drawn: tuple[tuple[int, int | None], ...]
    """The bytes that were read, each with its face; None for a skipped byte."""
    thrown: Thrown

    @property
    def promised(self) -> Roll:
        return tuple(face for _, face in self.drawn if face is not None)

    @property
    def right(self) -> bool:
        return self.thrown.roll == self.promised


@dataclass(frozen=True, slots=True)
class Coin:
    """The coin that decided who begins, as recorded and as recomputed."""

    message: str
    fell: int
    """0 is the guest who opened the match."""
    promised: int

    @property
    def right(self) -> bool:
        return self.fell == self.promised


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a record."""

    match_id: str
    words: tuple[str, ...]
    commitments: tuple[str, ...]
    """The commitment of each seat to its client seed; empty if it made none."""
    commitment: str
    """The server's commitment, as recorded."""
    secret: str
    recomputed: str
    """The SHA-256 of the secret; empty if the secret is not a server seed at all."""
    coin: Coin | None
    """None if the first seat was chosen, or the record has no coin."""
    rolls: tuple[VerifiedRoll, ...]
    complete: bool
    """Whether the record reaches the end: played out, resigned, forfeited or closed."""

    @property
    def kept(self) -> bool:
        """Whether the secret matches the server's commitment."""
        return self.recomputed == self.commitment

    @property
    def first_wrong(self) -> VerifiedRoll | None:
        """The first roll that differs from its recomputation."""
        return next((roll for roll in self.rolls if not roll.right), None)

    @property
    def mismatched_seat(self) -> int | None:
        """The first seat whose client seed does not match its commitment."""
        pairs = enumerate(zip(self.commitments, self.words, strict=True))
        return next((n for n, (bound, words) in pairs if bound and commit_to(words) != bound), None)

    @property
    def verified(self) -> bool:
        rolled = self.first_wrong is None and (self.coin is None or self.coin.right)
        # A match that ended because a client seed was withheld has no rolls.
        bound = self.mismatched_seat is None or not self.rolls
        return self.kept and self.complete and rolled and bound


def verify(record: Record) -> Verification:
    """Recompute every roll of a record; refused if the secret has not been revealed."""
    notes = record.notes
    if notes.get("dice") == OWN_DICE:
        raise NothingToVerify(
            translatable("the players rolled their own dice, which cannot be verified")
        )
    if record.position:
        raise NothingToVerify(
            translatable("this record starts from a position, so its dice cannot be verified")
        )
    missing = [note for note in ("match", "promise", "secret") if not notes.get(note)]
    if missing == ["secret"]:
        if day := notes.get("day"):
            raise NothingToVerify(
                translatable(
                    "these are the dice of %(day)s: their secret is revealed when that day is over",
                    day=day[:10],
                )
            )
        raise NothingToVerify(
            translatable("the secret of these dice is revealed when the match is over")
        )
    if missing:
        raise NothingToVerify(
            translatable("the record does not name its %(missing)s", missing=all_of(missing))
        )
    match_id, commitment, secret = notes["match"], notes["promise"], notes["secret"]
    way = notes.get("dice-by", "")
    if way not in ("", BY_SLOT):
        raise NothingToVerify(
            translatable(
                "this version of Dicehall cannot verify dice of the kind %(way)s", way=way[:40]
            )
        )
    dice_id = notes.get("practice") or match_id
    if notes.get("day") and not notes.get("practice"):
        dice_id = days.dice_id(notes["day"], record.game.name)
    words, commitments = (
        tuple(notes.get(f"{note}-{seat}", "") for seat in range(record.game.seats))
        for note in ("words", "commitment")
    )
    # If the secret is not a server seed, nothing can be recomputed from it.
    genuine = SECRET.fullmatch(secret) is not None
    return Verification(
        match_id,
        words,
        commitments,
        commitment,
        secret,
        recomputed=dice.commitment_of(secret) if genuine else "",
        coin=_coin(dice_id, words, secret, notes["coin"]) if genuine and "coin" in notes else None,
        rolls=tuple(
            _recompute(secret if genuine else "", dice_id, words, number, thrown)
            for number, thrown in enumerate(
                throws(record.game, record.events, by_slot=way == BY_SLOT)
            )
        ),
        complete=_complete(record),
    )


def _recompute(
    secret: str, dice_id: str, words: tuple[str, ...], number: int, thrown: Thrown
) -> VerifiedRoll:
    """A roll beside the bytes that the secret yields for it; none without a secret."""
    draws: list[tuple[dice.Nonce, tuple[Die, ...]]] = [(number, thrown.dice)]
    if thrown.slots:
        draws = [(slot, (die,)) for slot, die in zip(thrown.slots, thrown.dice, strict=True)]
    messages = tuple(dice.message(dice_id, words, nonce) for nonce, _ in draws)
    drawn = (dice.draw(secret, dice_id, words, *draw) for draw in draws if secret)
    return VerifiedRoll(number, messages, tuple(chain.from_iterable(drawn)), thrown)


def _coin(match_id: str, words: tuple[str, ...], secret: str, noted: str) -> Coin | None:
    """The coin of a record, if it has one."""
    if noted not in ("0", "1"):
        return None
    message = dice.coin_message(match_id, words)
    return Coin(message, int(noted), dice.toss(secret, match_id, words))


def throws(game: AnyGame, events: Sequence[Event], *, by_slot: bool = False) -> Iterator[Thrown]:
    """The rolls of a record, each with its dice and, if they fall `by_slot`, with their slots."""
    for moment, (before, event, _after) in enumerate(walk(game, events)):
        if isinstance(event, Rolled):
            turn = game.turn(before)
            assert isinstance(turn, Chance), "a record that was read holds only rolls that were due"
            slots = slots_due(game, before, events[:moment]) if by_slot else ()
            yield Thrown(turn.dice, event.roll, slots)


def _complete(record: Record) -> bool:
    seats = [str(seat) for seat in range(record.game.seats)]
    lost = any(record.notes.get(note, "") in seats for note in ("resigned", "forfeited"))
    closed = record.notes.get("closed") == "yes"
    return lost or closed or isinstance(record.game.turn(fold(record)), Over)
