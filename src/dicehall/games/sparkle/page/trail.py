"""The page history of Sparkle: when each die was rolled, and the void rolls."""

from dataclasses import dataclass, replace

from dicehall.game.records import Played, Rolled
from dicehall.game.turns import Roll
from dicehall.game_page.history import Step
from dicehall.games.sparkle.rules import ALL


@dataclass(frozen=True, slots=True)
class SparkleTrail:
    """What has happened since the last move, and to each die."""

    thrown: tuple[int, ...] = (0,) * len(ALL)
    """For each die, the number of the event in which it was last rolled."""
    voids: tuple[Roll, ...] = ()
    """The void rolls since the last move."""
    void_value: int = 0
    """The number of the set that made them void."""

    def after(self, step: Step, moment: int, rolls: int) -> "SparkleTrail":
        match step.event:
            case Played():
                return SparkleTrail(self.thrown)
            case Rolled(roll=roll):
                flown = step.before.throwing
                thrown = tuple(
                    moment if position in flown else number
                    for position, number in zip(ALL, self.thrown, strict=True)
                )
                if not step.after.throwing:
                    return replace(self, thrown=thrown)
                voids = (*self.voids, roll)
                return replace(self, thrown=thrown, voids=voids, void_value=step.before.waiting)
