"""What moves are worth: how sure that is, is never claimed without being known."""

from types import SimpleNamespace
from typing import Any

import pytest

from dicehall.game import AnyGame, Chance, new_game
from dicehall.games.bones import players as bones
from dicehall.players.levels import find_weigher
from dicehall.players.worth import POINTS, Worth


def first_decision(game: AnyGame) -> Any:
    state = game.start()
    while isinstance(turn := game.turn(state), Chance):
        state = game.roll(state, tuple(die.faces[0] for die in turn.dice))
    return state


def test_the_error_is_zero_for_exact_values_and_unknown_by_default() -> None:
    assert Worth({}, POINTS, exact=True).error == 0.0
    assert Worth({}, POINTS, exact=False).error is None


@pytest.mark.parametrize(
    ("name", "seats", "options", "known"),
    [
        ("sparkle", 1, {}, True),
        ("sparkle", 1, {"curve": "gentle"}, True),
        ("pocket-hexes", 1, {}, True),
        ("knuckles", 2, {}, True),
        ("fune", 1, {}, True),
        ("fune", 2, {}, False),
    ],
)
def test_an_estimate_never_has_an_error_of_zero(
    name: str, seats: int, options: dict[str, str], known: bool
) -> None:
    game = new_game(name, seats, options)
    worth = find_weigher(name)(game, first_decision(game))
    assert (worth.error is not None) == known
    assert (worth.error == 0) == worth.exact


def test_a_rounded_tablebase_says_how_far_it_is_rounded(monkeypatch: pytest.MonkeyPatch) -> None:
    game = new_game("knucklebones")
    rounded = SimpleNamespace(exact=False, before_roll=lambda position: 0.5)
    monkeypatch.setattr(bones, "_tablebase", lambda game: rounded)
    worth = bones.worth(game, first_decision(game))
    assert not worth.exact
    assert worth.error == pytest.approx(1 / 127 / 12**0.5)
