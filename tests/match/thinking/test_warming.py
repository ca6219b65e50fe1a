"""The coach is readied for every game, and never in anybody's way."""

from typing import Any

import pytest

from dicehall.game import AnyGame, Decide, games
from dicehall.match.thinking import warming


def test_every_game_is_readied_even_if_one_of_them_breaks(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    weighed: list[tuple[str, int]] = []

    def weigh(game: AnyGame, state: Any) -> None:
        assert isinstance(game.turn(state), Decide)
        weighed.append((game.name, game.seats))
        if game.name == "fune":
            raise ValueError("a fault of its own")

    monkeypatch.setattr(warming, "weigh", weigh)
    warming.warm_up()
    assert weighed == [(name, seats) for name, entry in games().items() for seats in entry.seats]
    assert [line.getMessage() for line in caplog.records] == [
        "the coach of fune could not be readied"
    ] * len(games()["fune"].seats)
