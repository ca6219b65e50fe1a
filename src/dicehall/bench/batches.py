"""How fast games run in batches, compiled, on one core: at random, and by the best moves."""

from collections.abc import Iterator
from time import process_time

from dicehall.bench.measurement import Measurement
from dicehall.game import games
from dicehall.solving.batches import Batch


def measure(share: float = 1.0) -> Iterator[Measurement]:
    """Games per second, and steps where they are counted; of `share` of the usual games."""
    for game, entry in games().items():
        part = entry.part("batches")
        batches: list[Batch] = part.batches(game) if part else []
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
