"""The page history of Pocket Hexes: where each number came from."""

from dataclasses import dataclass, replace

from dicehall.game.records import Played
from dicehall.game_page.history import Step
from dicehall.games.hexes.rules import DICE, HEXES, PLACES


@dataclass(frozen=True, slots=True)
class HexesTrail:
    """A number keeps its id when it moves from its die to its hex."""

    travellers: tuple[str, ...] = ("",) * len(HEXES)
    """For each hex, the roll and die that its number came from; empty if from neither."""

    def after(self, step: Step, moment: int, rolls: int) -> "HexesTrail":
        match step.event:
            case Played(move=move) if move in PLACES:
                die, spot = PLACES[move]
                named = f"n{rolls}-{DICE[die].name}"
                return replace(
                    self,
                    travellers=(*self.travellers[:spot], named, *self.travellers[spot + 1 :]),
                )
        return self
