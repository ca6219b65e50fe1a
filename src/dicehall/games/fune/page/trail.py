"""The page history of FUNE: when each die was rolled, and what each seat confirmed last."""

from dataclasses import dataclass, replace

from dicehall.game.records import Played, Rolled
from dicehall.game_page.history import Step
from dicehall.games.fune.rules import BOXES, DICE, KEEPS, SCORES, TO_ROLL


@dataclass(frozen=True, slots=True)
class Confirmed:
    """A confirmed box, the dice used, and which of them were kept."""

    seat: int
    box: str
    dice: tuple[int, ...]
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FuneTrail:
    """The dice of this turn, and the last turns."""

    thrown: tuple[int, ...] = (0,) * DICE
    """For each die, the number of its last roll."""
    kept: tuple[int, ...] = ()
    """The positions kept in the last re-roll of this turn."""
    confirmed: tuple[Confirmed, ...] = ()
    """The last confirmations of the seats, latest last."""

    @property
    def last(self) -> Confirmed | None:
        """The last confirmation of all."""
        return self.confirmed[-1] if self.confirmed else None

    def last_of(self, seat: int) -> Confirmed | None:
        """A seat's last confirmation."""
        return next((one for one in self.confirmed if one.seat == seat), None)

    def after(self, step: Step, moment: int, rolls: int) -> "FuneTrail":
        match step.event:
            case Rolled():
                thrown = tuple(
                    rolls if face == TO_ROLL else number
                    for face, number in zip(step.before.dice, self.thrown, strict=True)
                )
                return replace(self, thrown=thrown)
            case Played(move=move) if move in KEEPS:
                return replace(self, kept=KEEPS[move])
            case Played(seat=seat, move=move):
                now = Confirmed(seat, BOXES[SCORES[move]], step.before.dice, self.kept)
                others = tuple(one for one in self.confirmed if one.seat != seat)
                return replace(self, kept=(), confirmed=(*others, now))
