"""Do the dice of a record follow from the commitment? Everything is recomputed.

Pages, programs and the command line all use this. A record that passes shows that the server fixed
its seed before the first roll, and that no roll was changed, left out or inserted.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from dicehall.game import AnyGame, Chance, Die, Over, Roll
from dicehall.game.messages import all_of, translatable
from dicehall.game.records import Event, Record, Rolled, apply, fold
from dicehall.game.refused import NothingToVerify
from dicehall.match.dice import rolling as dice
from dicehall.match.dice.client_seeds import commit_to

SECRET = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll of a record, and the dice that were thrown for it."""

    dice: tuple[Die, ...]
    roll: Roll


@dataclass(frozen=True, slots=True)
class VerifiedRoll:
    """A roll as it was played, beside all that it should follow from."""

    number: int
    """From 0, as it stands in the message."""
    message: str
    """What was hashed; a roll of many dice may take more blocks than this first one."""
    drawn: tuple[tuple[int, int | None], ...]
    """The bytes that were read, each with its face; None if it was passed over."""
    thrown: Thrown

    @property
    def promised(self) -> Roll:
        return tuple(face for _, face in self.drawn if face is not None)

    @property
    def right(self) -> bool:
        return self.thrown.roll == self.promised


@dataclass(frozen=True, slots=True)
class Coin:
    """How the coin fell that says who begins, and how it should have fallen."""

    message: str
    fell: int
    """0 is whoever set the table."""
    promised: int

    @property
    def right(self) -> bool:
        return self.fell == self.promised


@dataclass(frozen=True, slots=True)
class Verification:
    """What the check of a record found."""

    match_id: str
    words: tuple[str, ...]
    commitments: tuple[str, ...]
    """The commitment of each seat to its words; empty if it made none."""
    commitment: str
    """The server's, as the record gives it."""
    secret: str
    recomputed: str
    """The SHA-256 of the secret; empty if it is not a server seed at all."""
    coin: Coin | None
    """None if somebody chose who begins, or the record does not say."""
    rolls: tuple[VerifiedRoll, ...]
    complete: bool
    """Whether the record ends where the match ended: played out, given up or closed."""

    @property
    def kept(self) -> bool:
        """Whether the secret is the one that the server committed to."""
        return self.recomputed == self.commitment

    @property
    def first_wrong(self) -> VerifiedRoll | None:
        """The first roll that does not follow from the secret."""
        return next((roll for roll in self.rolls if not roll.right), None)

    @property
    def broken_words(self) -> int | None:
        """The first seat whose words are not those that it was bound to."""
        pairs = enumerate(zip(self.commitments, self.words, strict=True))
        return next((n for n, (bound, told) in pairs if bound and commit_to(told) != bound), None)

    @property
    def verified(self) -> bool:
        rolled = self.first_wrong is None and (self.coin is None or self.coin.right)
        # A match that ended because words were withheld has no roll that could rest on them.
        bound = self.broken_words is None or not self.rolls
        return self.kept and self.complete and rolled and bound


def verify(record: Record) -> Verification:
    """Recompute every roll of a record; refused if the secret has not been revealed."""
    notes = record.notes
    missing = [note for note in ("match", "promise", "secret") if not notes.get(note)]
    if missing == ["secret"]:
        raise NothingToVerify(
            translatable("the secret of these dice is revealed when the match is over")
        )
    if missing:
        raise NothingToVerify(
            translatable("the record does not name its %(missing)s", missing=all_of(missing))
        )
    match_id, commitment, secret = notes["match"], notes["promise"], notes["secret"]
    words, commitments = (
        tuple(notes.get(f"{note}-{seat}", "") for seat in range(record.game.seats))
        for note in ("words", "commitment")
    )
    # Text that is not a server seed cannot have been committed to, and no roll follows from it.
    genuine = SECRET.fullmatch(secret) is not None
    return Verification(
        match_id,
        words,
        commitments,
        commitment,
        secret,
        recomputed=dice.commitment_of(secret) if genuine else "",
        coin=_coin(match_id, words, secret, notes["coin"]) if genuine and "coin" in notes else None,
        rolls=tuple(
            VerifiedRoll(
                number,
                dice.message(match_id, words, number),
                tuple(dice.draw(secret, match_id, words, number, thrown.dice)) if genuine else (),
                thrown,
            )
            for number, thrown in enumerate(throws(record.game, record.events))
        ),
        complete=_complete(record),
    )


def _coin(match_id: str, words: tuple[str, ...], secret: str, noted: str) -> Coin | None:
    """The coin that a record notes, if any."""
    if noted not in ("0", "1"):
        return None
    message = dice.coin_message(match_id, words)
    return Coin(message, int(noted), dice.toss(secret, match_id, words))


def throws(game: AnyGame, events: Iterable[Event]) -> Iterator[Thrown]:
    """The rolls among the events of a game, each with its dice."""
    state = game.start()
    for event in events:
        if isinstance(event, Rolled):
            turn = game.turn(state)
            assert isinstance(turn, Chance), "a record that was read holds only rolls that were due"
            yield Thrown(turn.dice, event.roll)
        state = apply(game, state, event)


def _complete(record: Record) -> bool:
    seats = [str(seat) for seat in range(record.game.seats)]
    lost = any(record.notes.get(note, "") in seats for note in ("resigned", "forfeited"))
    closed = record.notes.get("closed") == "yes"
    return lost or closed or isinstance(record.game.turn(fold(record)), Over)
