"""The levels of Pocket Hexes, and what each of its moves is worth.

The two upper levels and `worth` load compiled code when they are first asked.
"""

from functools import partial
from random import Random

from dicehall.bots.chooser import Chooser
from dicehall.bots.hexes_plain import choose_by, points_and_room, points_at_once
from dicehall.bots.worth import Worth
from dicehall.rules.hexes import Hexes, HexesState


def worth(game: Hexes, state: HexesState) -> Worth:
    """The estimated final score after each legal move."""
    from dicehall.bots import hexes_learned

    return hexes_learned.worth(game, state)


def _choose_hard(game: Hexes, state: HexesState, random: Random) -> str:
    from dicehall.bots import hexes_learned

    return hexes_learned.choose_hard(game, state, random)


def _choose_best(game: Hexes, state: HexesState, random: Random) -> str:
    from dicehall.bots import hexes_learned

    return hexes_learned.choose_best(game, state, random)


LEVELS: dict[str, Chooser] = {
    "easy": partial(choose_by, points_at_once),
    "normal": partial(choose_by, points_and_room),
    "hard": _choose_hard,
    "best": _choose_best,
}
