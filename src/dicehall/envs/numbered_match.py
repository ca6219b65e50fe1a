"""A match with numbered moves and automatic dice, which the environments step."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dicehall.envs.dice import Dice
from dicehall.game import AnyGame, Chance, Decide, Over, find_numbering
from dicehall.game.refused import IllegalMove

Observed = NDArray[np.int32]
Mask = NDArray[np.int8]


class NumberedMatch:
    """A match from one decision to the next.

    An illegal move changes only the step count. After `most_moves` steps, a match that is not over
    is truncated.
    """

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.numbering = find_numbering(game)
        self.state: Any = game.start()
        self.steps = 0
        self.truncated = False
        self.refused = ""
        """Why the last move was illegal; empty if it was legal."""

    def begin(self, dice: Dice) -> None:
        """Restart, up to the first decision."""
        self.state = self.game.start()
        self.steps, self.truncated, self.refused = 0, False, ""
        self._roll(dice)

    def play(self, number: int, dice: Dice) -> None:
        """Play a move by its number, and then roll the dice that are due."""
        self.steps += 1
        self.refused = ""
        moves = self.numbering.moves
        try:
            move = moves[number] if 0 <= number < len(moves) else f"move {number}"
            self.state = self.game.play(self.state, move)
        except IllegalMove as refused:
            self.refused = refused.reason
        self.truncated = self.steps >= self.numbering.most_moves and not self.over
        if not self.truncated:
            self._roll(dice)

    @property
    def over(self) -> bool:
        return isinstance(self.game.turn(self.state), Over)

    @property
    def seat(self) -> int | None:
        """The seat to move; None if the match is over."""
        turn = self.game.turn(self.state)
        return turn.seat if isinstance(turn, Decide) else None

    def result(self, seat: int) -> float:
        """1 for a win, -1 for a loss, 0 for a draw or while the match runs."""
        turn = self.game.turn(self.state)
        if not isinstance(turn, Over) or len(turn.winners) > 1:
            return 0.0
        return 1.0 if seat in turn.winners else -1.0

    def observe(self, seat: int) -> Observed:
        """A seat's observation."""
        return np.array(self.numbering.observe(self.state, seat), np.int32)

    def mask(self) -> Mask:
        """1 for each legal move, 0 for the others."""
        mask = np.zeros(len(self.numbering.moves), np.int8)
        turn = self.game.turn(self.state)
        if isinstance(turn, Decide) and not self.truncated:
            mask[[self.numbering.number(move) for move in turn.moves]] = 1
        return mask

    def _roll(self, dice: Dice) -> None:
        while isinstance(turn := self.game.turn(self.state), Chance):
            self.state = self.game.roll(self.state, dice.throw(turn))
