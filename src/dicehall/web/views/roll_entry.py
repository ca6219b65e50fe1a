"""What a page asks when the players roll their own dice: which dice are due, and their faces.

It follows from the `Chance` alone, so it fits every game.
"""

from dataclasses import dataclass

from dicehall.game import Chance, Die
from dicehall.game.acting import acting_seat
from dicehall.game.records import Rolled
from dicehall.game.turns import SPARK_DIE, spell_face
from dicehall.game_page.scene import Scene
from dicehall.words.language import _, ngettext

WIDTHS = (5, 4, 3, 2)
"""How many faces are side by side: the first of these that fills two rows or more."""
ONE_ROW = 6
"""A single die with at most this many faces shows them in one row."""


@dataclass(frozen=True, slots=True)
class DieToEnter:
    """A die that is due."""

    name: str
    label: str
    """What its empty place says; empty if several dice are of its kind."""
    faces: tuple[tuple[int, str], ...]
    """Each face with its spelling in a record."""
    columns: int

    @property
    def rows(self) -> int:
        return -(-len(self.faces) // self.columns)

    @classmethod
    def of(cls, die: Die, dice: tuple[Die, ...]) -> "DieToEnter":
        """How a page asks for this die among all that are due."""
        name = _("Spark die") if die == SPARK_DIE else die.name
        label = "✦" if die == SPARK_DIE else die.name
        alone = len(dice) == 1
        return cls(
            name,
            label if dice.count(die) == 1 else "",
            tuple((face, spell_face(face)) for face in die.faces),
            _columns(len(die.faces), alone=alone),
        )


@dataclass(frozen=True, slots=True)
class RollEntry:
    """The dice that a viewer is to roll and enter."""

    title: str
    dice: tuple[DieToEnter, ...]

    @property
    def rows(self) -> int:
        """The height of the largest die's faces."""
        return max(die.rows for die in self.dice)


def roll_entry(scene: Scene) -> RollEntry | None:
    """The dice that a viewer is to roll and enter; None if none are due."""
    turn = scene.turn
    if not scene.entering or not isinstance(turn, Chance):
        return None
    return RollEntry(_title(scene, turn), tuple(DieToEnter.of(die, turn.dice) for die in turn.dice))


def _columns(sides: int, *, alone: bool) -> int:
    """How many faces of a die are side by side.

    >>> [_columns(sides, alone=False) for sides in (2, 4, 6, 8, 10, 12, 20)]
    [2, 2, 3, 4, 5, 4, 5]
    """
    if alone and sides <= ONE_ROW:
        return sides
    filled = (wide for wide in WIDTHS if sides % wide == 0 and sides > wide)
    return next(filled, min(sides, WIDTHS[0]))


def _title(scene: Scene, chance: Chance) -> str:
    """Whose roll it is. Any roll tells, because the same seat decides after all of them."""
    event = Rolled(tuple(die.faces[0] for die in chance.dice))
    after = scene.game.roll(scene.state, event.roll)
    seat = acting_seat(scene.game, scene.state, event, after)
    if scene.levels[seat]:
        return _("Roll for %(name)s") % {"name": scene.players[seat]}
    if len(scene.mine) > 1:
        return _("%(name)s rolls") % {"name": scene.players[seat]}
    count = len(chance.dice)
    return ngettext("Roll your die", "Roll %(count)d dice", count) % {"count": count}
