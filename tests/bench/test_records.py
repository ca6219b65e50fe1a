from random import Random

from dicehall.bench.records import measure, random_record
from dicehall.game import Over, games, new_game
from dicehall.game.records import read


def test_every_game_is_measured() -> None:
    measured = list(measure(records=3))
    assert [one.what for one in measured] == [
        f"{name}: records read and folded" for name in games()
    ]


def test_random_matches_are_played_to_their_end() -> None:
    record, state = read(random_record(new_game("knuckles"), Random(1)))
    assert isinstance(record.game.turn(state), Over)
