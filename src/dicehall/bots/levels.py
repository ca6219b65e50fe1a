"""The levels of computer players for each game, weakest first."""

from collections.abc import Callable
from random import Random
from typing import Any

from dicehall.refused import BadOption
from dicehall.rules import AnyGame, Decide

Chooser = Callable[[Any, Any, Random], str]
"""Chooses a legal move: (game, state, random source) -> move. Needs no memory between moves."""


def choose_at_random(game: AnyGame, state: Any, random: Random) -> str:
    """Any legal move, each as likely as the others."""
    turn = game.turn(state)
    assert isinstance(turn, Decide)
    return random.choice(turn.moves)


LEVELS: dict[str, dict[str, Chooser]] = {
    name: {"easy": choose_at_random, "normal": choose_at_random}
    for name in ("sparkle", "pocket-hexes", "knuckles", "knucklebones", "fune")
}


def find_level(game: str, level: str) -> Chooser:
    """The chooser of a game's level."""
    if level not in LEVELS[game]:
        raise BadOption(f"{game} has no level {level[:40]!r}", legal=tuple(LEVELS[game]))
    return LEVELS[game][level]
