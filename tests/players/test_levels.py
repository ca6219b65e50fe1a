"""Every level of every game plays, and a higher one plays better."""

from dataclasses import replace
from random import Random

import pytest

from dicehall.game import AnyGame, games, new_game
from dicehall.game.refused import BadOption
from dicehall.players.chooser import Chooser
from dicehall.players.levels import find_level, is_slow, levels
from support.playouts import play_levels

LIGHT = [(game, level) for game in games() for level in ("easy", "normal")]
"""The levels that every game has, and that need nothing to be computed or compiled."""


def scores(game: AnyGame, choosers: list[Chooser], seed: int) -> tuple[int, ...]:
    """The final scores of a match between computer players."""
    return game.scores(play_levels(game, choosers, Random(seed))[-1])


def test_every_level_of_an_entry_is_played() -> None:
    for name, entry in games().items():
        for level in entry.levels:
            assert callable(find_level(name, level))


@pytest.mark.parametrize(("name", "level"), LIGHT)
def test_a_level_plays_to_the_end(name: str, level: str) -> None:
    for seats in games()[name].seats:
        game = new_game(name, seats)
        assert len(scores(game, [find_level(name, level)] * seats, seed=4)) == seats


@pytest.mark.parametrize("name", ["knuckles", "knucklebones"])
def test_normal_beats_easy_at_two_seats(name: str) -> None:
    game, easy, normal = new_game(name), find_level(name, "easy"), find_level(name, "normal")
    won = 0
    for seed in range(300):
        mine, other = scores(game, [normal, easy], seed)
        won += mine > other
        other, mine = scores(game, [easy, normal], seed)
        won += mine > other
    assert won >= 330


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games", "lead"), [("fune", 60, 8), ("sparkle", 600, 8), ("pocket-hexes", 16, 10)]
)
def test_normal_scores_more_than_easy_alone(name: str, games: int, lead: int) -> None:
    game = new_game(name, 1)
    easy, normal = (
        sum(scores(game, [find_level(name, level)], seed)[0] for seed in range(games)) / games
        for level in ("easy", "normal")
    )
    assert normal > easy + lead


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(BadOption) as refused:
        find_level("fune", "divine")
    assert refused.value.legal == levels("fune")


def test_only_levels_that_think_for_long_are_slow() -> None:
    slow = {(game, level) for game in games() for level in levels(game) if is_slow(game, level)}
    assert slow == {
        ("sparkle", "perfect"),
        ("pocket-hexes", "best"),
        ("knuckles", "perfect"),
        ("knucklebones", "perfect"),
    }
    assert all(set(entry.slow_levels or ()) <= set(entry.levels) for entry in games().values())


def test_the_strongest_level_of_a_game_that_does_not_say_is_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entry = replace(games()["fune"], slow_levels=None)
    monkeypatch.setattr("dicehall.players.levels.find_game", lambda _: entry)
    assert [level for level in entry.levels if is_slow("fune", level)] == ["perfect"]
    assert is_slow("fune", "brought-by-another-package")
