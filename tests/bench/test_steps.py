from random import Random

from dicehall.bench.steps import measure, walk
from dicehall.game import games, new_game


def test_every_game_is_measured() -> None:
    measured = list(measure(steps=200))
    assert [measurement.what for measurement in measured[::2]] == [
        f"{name}: random steps" for name in games()
    ]
    assert all(measurement.value > 0 for measurement in measured)


def test_a_walk_continues_with_a_new_game() -> None:
    assert walk(new_game("knuckles"), 1000, Random(1)) > 3
