"""The page history of Bones: which roll each die came from, and the last move."""

from dataclasses import dataclass

from dicehall.game.records import Played
from dicehall.game_page.history import Step
from dicehall.games.bones.rules import COLUMNS, MOVES

DiceIds = tuple[tuple[tuple[int, ...], ...], ...]
"""By seat and column, the numbers of the rolls that its dice came from."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The last move: who made it, where the die went, and what the opponent lost."""

    seat: int
    column: int
    die_id: int
    lost: int


@dataclass(frozen=True, slots=True)
class BonesTrail:
    """A die keeps its number when it moves into a gap."""

    ids: DiceIds = (((),) * COLUMNS,) * 2
    placed: Placed | None = None

    def after(self, step: Step, moment: int, rolls: int) -> "BonesTrail":
        if not isinstance(step.event, Played):
            return self
        seat, column = step.event.seat, MOVES.index(step.event.move)
        own, other = (list(grid) for grid in (self.ids[seat], self.ids[1 - seat]))
        facing = step.before.grids[1 - seat][column]
        own[column] = (*own[column], rolls)
        other[column] = tuple(
            die_id
            for die_id, value in zip(other[column], facing, strict=True)
            if value != step.before.die
        )
        pair = (tuple(own), tuple(other))
        was, now = (step.game.scores(state)[1 - seat] for state in (step.before, step.after))
        placed = Placed(seat, column, rolls, was - now)
        return BonesTrail(pair if seat == 0 else pair[::-1], placed)
