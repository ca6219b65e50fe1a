"""What all environments share: a match with numbered moves and automatic dice, its spaces, and the
arguments that choose it."""

from collections.abc import Mapping
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Numbering, Over, Roll, find_numbering, new_game
from dicehall.game.extras import from_extra
from dicehall.game.messages import translatable
from dicehall.game.refused import BadOption, IllegalMove

with from_extra("envs"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

    from dicehall.solving.random_numbers import random_source

WORD = (1 << 64) - 1
MULTIPLIER = 2685821657736338717


class Dice:
    """Dice determined by a seed.

    >>> first, second = Dice(1), Dice(1)
    >>> [first.draw(6) for _ in range(9)] == [second.draw(6) for _ in range(9)]
    True
    """

    def __init__(self, seed: int) -> None:
        self._word = int(random_source(seed)[0])

    def draw(self, bound: int) -> int:
        """A number below `bound`, the same as `solving.random_numbers.draw` gives."""
        word = self._word
        word ^= word >> 12
        word ^= word << 25 & WORD
        word ^= word >> 27
        self._word = word
        return ((word * MULTIPLIER & WORD) >> 32) * bound >> 32

    def throw(self, chance: Chance) -> Roll:
        """Roll the requested dice."""
        return tuple([die.faces[self.draw(len(die.faces))] for die in chance.dice])


def chosen_game(
    game: str | AnyGame, seats: int | None = None, options: Mapping[str, str] | None = None
) -> AnyGame:
    """Create a game by name, with these seats and options; pass on a game that already exists."""
    if isinstance(game, str):
        return new_game(game, seats, options)
    if seats is not None or options:
        message = translatable("%(game)s already has its seats and options", game=game.name)
        raise BadOption(message)
    return game


def check_seat(game: AnyGame, seat: int | None, opponent: str | None) -> None:
    """Refuse a seat that does not exist, or any seat without an opponent: the agent then plays all
    seats."""
    if seat is None:
        return
    if opponent is None:
        raise BadOption(
            translatable("without an opponent you play every seat, so you cannot choose one")
        )
    if seat not in range(game.seats):
        raise BadOption(translatable("there is no seat %(seat)d", seat=seat))


def observation_space(numbering: Numbering) -> spaces.Box:
    """One bounded integer per feature."""
    low, high = np.array(numbering.lows, np.int32), np.array(numbering.highs, np.int32)
    return spaces.Box(low, high, dtype=np.int32)


def action_space(numbering: Numbering) -> spaces.Discrete:
    """The number of a move."""
    return spaces.Discrete(len(numbering.moves))


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
