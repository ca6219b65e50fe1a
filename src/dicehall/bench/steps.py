"""How fast random games run through the rules; a step is a roll or a move."""

from collections.abc import Iterator
from random import Random
from time import process_time

from dicehall.bench import Measurement
from dicehall.game import AnyGame, Chance, Decide, games, new_game

STEPS = 30_000


def measure(steps: int = STEPS) -> Iterator[Measurement]:
    """Steps per second and microseconds per step of every game, on one core."""
    for kind in games().values():
        game = new_game(kind.name)
        random = Random(1)
        began = process_time()
        walk(game, steps, random)
        seconds = process_time() - began
        yield Measurement(f"{kind.name}: random steps", steps / seconds, "steps/s")
        yield Measurement(f"{kind.name}: one step", 1e6 * seconds / steps, "µs")


def walk(game: AnyGame, steps: int, random: Random) -> int:
    """Take this many random steps, in as many games as needed; returns the number of games that
    ended."""
    state = game.start()
    ended = 0
    for _ in range(steps):
        match game.turn(state):
            case Decide(moves=moves):
                state = game.play(state, random.choice(moves))
            case Chance() as chance:
                state = game.roll(state, chance.throw(random))
            case _:
                state = game.start()
                ended += 1
    return ended
