"""Computer players of Knucklebones and Knuckles."""

from random import Random

from dicehall.bots.chooser import Chooser, choose_at_random
from dicehall.rules import Decide
from dicehall.rules.bones import Bones, BonesState

EASY_SENSE = 0.1
"""How often the easy level thinks instead of guessing."""


def choose_easily(game: Bones, state: BonesState, random: Random) -> str:
    """Mostly any move, now and then the greedy one."""
    choose = choose_greedily if random.random() < EASY_SENSE else choose_at_random
    return choose(game, state, random)


def choose_greedily(game: Bones, state: BonesState, random: Random) -> str:
    """The largest change of the margin at once; the lowest column among equals."""
    return max(legal_moves(game, state), key=lambda move: _margin_after(game, state, move))


LEVELS: dict[str, Chooser] = {
    "easy": choose_easily,
    "normal": choose_greedily,
}


def legal_moves(game: Bones, state: BonesState) -> tuple[str, ...]:
    """The columns that have room for the die in hand."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    return turn.moves


def _margin_after(game: Bones, state: BonesState, move: str) -> int:
    return _margin(game, game.play(state, move), state.seat)


def _margin(game: Bones, state: BonesState, seat: int) -> int:
    scores = game.scores(state)
    return scores[seat] - scores[1 - seat]
