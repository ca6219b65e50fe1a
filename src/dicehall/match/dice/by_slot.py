"""Dice by slot: the face of a die follows from the server seed and its slot alone, so that everyone
who meets this slot meets the same face.

Otherwise like `rolling`, which numbers the rolls: the slot takes the place of the nonce, and each
die has bytes of its own.
"""

from collections.abc import Sequence
from typing import Literal

from dicehall.game import Die, Roll
from dicehall.game.slots import Slot
from dicehall.match.dice import rolling
from dicehall.match.dice.rolling import Seeds

BY_SLOT: Literal["slot"] = "slot"
"""How records name this way to compute rolls."""


def throw(
    server_seed: str, dice_id: str, client_seeds: Seeds, slots: Sequence[Slot], dice: Sequence[Die]
) -> Roll:
    """The roll of these dice in these slots.

    >>> from dicehall.game.turns import D6
    >>> throw("00" * 32, "example", ("",), [Slot(0, 1, 1, 1), Slot(0, 1, 1, 2)], (D6, D6))
    (1, 4)
    >>> throw("00" * 32, "example", ("",), [Slot(0, 1, 1, 2)], (D6,))
    (4,)
    """
    return tuple(
        face
        for slot, die in zip(slots, dice, strict=True)
        for face in rolling.throw(server_seed, dice_id, client_seeds, slot, (die,))
    )
