"""`scripts/coach_agreement.py` sees whether worths agree, and whether they do not."""

from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from dicehall.game import AnyGame, Chance, Die, new_game
from dicehall.players.worth import Worth

SCRIPTS = Path(__file__).parents[2] / "scripts"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return import_module("coach_agreement")


def differences(script: ModuleType, game: AnyGame, matches: int, every: int) -> list[float]:
    """How far the worths are apart where few rolls may follow."""
    found = [
        script.differences(game, Random(seed), every=every, large=False) for seed in range(matches)
    ]
    return [apart for match in found for decision in match for _rolls, apart in decision]


@pytest.mark.parametrize("curve", ["classic", "gentle"])
def test_sparkle_agrees_with_itself(script: ModuleType, curve: str) -> None:
    apart = differences(script, new_game("sparkle", options={"curve": curve}), 4, every=1)
    assert len(apart) > 10
    assert max(apart) < 0.01


def test_pocket_hexes_agrees_with_itself(script: ModuleType) -> None:
    apart = differences(script, new_game("pocket-hexes"), 1, every=7)
    assert apart
    assert max(apart) < 0.01


def test_what_contradicts_itself_is_found(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def by_length(game: AnyGame, state: object) -> Worth:
        moves = getattr(game.turn(state), "moves")  # noqa: B009 - some turns have none
        return Worth({move: float(len(move)) for move in moves}, "points", exact=False)

    monkeypatch.setattr(script, "find_weigher", lambda name: by_length)
    assert max(differences(script, new_game("sparkle"), 3, every=1)) > 1


def test_dice_that_are_alike_are_not_told_apart(script: ModuleType) -> None:
    coin, die = Die("coin", (0, 1)), Die("d3", (1, 2, 3))
    rolls = script.different_rolls(Chance((coin, die, die)))
    assert len(rolls) == 2 * 6
    assert sum(rolls.values()) == pytest.approx(1)
    assert rolls[1, 1, 3] == pytest.approx(2 / 18)
    assert (1, 3, 1) not in rolls


def test_every_choice_of_seats_and_options_is_looked_at(script: ModuleType) -> None:
    games = dict.fromkeys(script.every_game(["sparkle", "fune"]))
    assert [(game.name, game.seats) for game in games] == [
        ("sparkle", 1),
        ("sparkle", 1),
        ("fune", 1),
        ("fune", 2),
    ]
