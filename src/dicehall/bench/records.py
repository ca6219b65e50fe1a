"""How fast records are read, checking every line against the rules."""

from collections.abc import Iterator
from random import Random
from time import process_time

from dicehall.bench import Measurement
from dicehall.game import AnyGame, games, new_game
from dicehall.game.records import Event, Played, Record, Rolled, apply, read, write
from dicehall.game.turns import Chance, Decide

RECORDS = 1000
LONGEST = 200
"""In events: some games can go on for long."""


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
    state, events = game.start(), list[Event]()
    while len(events) < LONGEST:
        event: Event
        match game.turn(state):
            case Decide(seat=seat, moves=moves):
                event = Played(seat, random.choice(moves))
            case Chance() as chance:
                event = Rolled(chance.throw(random))
            case _:
                break
        state = apply(game, state, event)
        events.append(event)
    return write(Record(game, tuple(events)))
