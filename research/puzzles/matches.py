"""Decisions from matches between good players, in every game that has puzzles.

They play at the level *hard* with some moves of *normal*, so positions are natural and varied
without being absurd.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Over, new_game
from dicehall.game.turns import Roll
from dicehall.players.levels import find_level

NOISE = 0.1
"""How often a move is *normal*'s."""

VARIANTS: dict[str, tuple[tuple[int, dict[str, str]], ...]] = {
    "knuckles": ((2, {}),),
    "knucklebones": ((2, {}),),
    "fune": ((1, {}), (2, {})),
    "sparkle": ((1, {}), (1, {"curve": "gentle"})),
    "pocket-hexes": ((1, {}),),
}
"""The seats and options of the matches, which take turns."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A decision of a match; `course` says how far the match had gone when it is over, 0 to 1."""

    game: AnyGame
    state: Any
    course: float


def match(name: str, seed: int, number: int) -> list[Seen]:
    """The decisions of a match, by its number."""
    seats, options = VARIANTS[name][number % len(VARIANTS[name])]
    random = Random(f"{name} {seed} {number}")
    return list(_decisions(new_game(name, seats, options), random))


def _decisions(game: AnyGame, random: Random) -> Iterator[Seen]:
    good, worse = find_level(game.name, "hard"), find_level(game.name, "normal")
    state, states = game.start(), []
    while not isinstance(turn := game.turn(state), Over):
        match turn:
            case Chance() as chance:
                roll: Roll = chance.throw(random)
                state = game.roll(state, roll)
            case Decide():
                states.append(state)
                choose = worse if random.random() < NOISE else good
                state = game.play(state, choose(game, state, random))
    for n, seen in enumerate(states):
        yield Seen(game, seen, n / len(states))
