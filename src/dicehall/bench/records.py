"""How fast records are read, checking every line against the rules."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time

from dicehall.bench import Measurement
from dicehall.game import AnyGame, games, new_game
from dicehall.game.records import Record, read, walk_at_random, write

RECORDS = 1000
LONGEST = 200
"""In events, because some games can last long."""


def measure(records: int = RECORDS) -> Iterator[Measurement]:
    """How many records of random matches are read and replayed per second, on one core."""
    for kind in games().values():
        random = Random(1)
        texts = [random_record(new_game(kind.name), random) for _ in range(records)]
        began = process_time()
        for text in texts:
            read(text)
        seconds = process_time() - began
        yield Measurement(f"{kind.name}: records read and folded", records / seconds, "records/s")


def random_record(game: AnyGame, random: Random) -> str:
    """The record of a match with random moves."""
    steps = islice(walk_at_random(game, random), LONGEST)
    return write(Record(game, tuple(step.event for step in steps)))
