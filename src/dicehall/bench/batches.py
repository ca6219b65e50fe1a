"""How fast games run in batches, compiled, on one core: at random, and by the best moves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from time import process_time

from dicehall.bench.measurement import Measurement

MODULES = {
    "sparkle": "sparkle_batches",
    "pocket-hexes": "hexes_batches",
    "knuckles": "bones_batches",
    "knucklebones": "bones_batches",
    "fune": "fune_batches",
}


@dataclass(frozen=True, slots=True)
class Batch:
    """Games of one kind, played many at a time."""

    kind: str
    """How they are played, e.g. "random"."""
    play: Callable[[int], object]
    """Plays so many games."""
    games: int
    """How many are enough to be measured."""
    steps: float = 0.0
    """How many rolls and moves a game has on the average; 0 if they are not counted."""


def measure(share: float = 1.0) -> Iterator[Measurement]:
    """Games per second, and steps where they are counted; of `share` of the usual games."""
    for game, module in MODULES.items():
        batches: list[Batch] = import_module(f"dicehall.bench.{module}").batches(game)
        for batch in batches:
            count = max(1, int(batch.games * share))
            batch.play(1)  # compiles
            began = process_time()
            batch.play(count)
            rate = count / (process_time() - began)
            yield Measurement(f"{game}: {batch.kind} games in a batch", rate, "games/s")
            if batch.steps:
                steps = rate * batch.steps
                yield Measurement(f"{game}: {batch.kind} steps in a batch", steps, "steps/s")
