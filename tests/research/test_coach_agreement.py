"""`research.coach_agreement` accepts worths that agree and reports those that do not."""

from random import Random

import pytest

from dicehall.game import AnyGame, Chance, Die, new_game
from dicehall.players.worth import Worth
from research import coach_agreement


def differences(game: AnyGame, matches: int, every: int) -> list[float]:
    """How far the worths are apart where few rolls may follow."""
    found = [
        coach_agreement.differences(game, Random(seed), every=every, large=False)
        for seed in range(matches)
    ]
    return [apart for match in found for decision in match for _rolls, apart in decision]


@pytest.mark.parametrize("curve", ["classic", "gentle"])
def test_sparkle_agrees_with_itself(curve: str) -> None:
    apart = differences(new_game("sparkle", options={"curve": curve}), 4, every=1)
    assert len(apart) > 10
    assert max(apart) < 0.01


def test_pocket_hexes_agrees_with_itself() -> None:
    apart = differences(new_game("pocket-hexes"), 1, every=7)
    assert apart
    assert max(apart) < 0.01


def test_contradictions_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_length(game: AnyGame, state: object) -> Worth:
        moves = getattr(game.turn(state), "moves")  # noqa: B009 - some turns have none
        return Worth({move: float(len(move)) for move in moves}, "points", exact=False)

    monkeypatch.setattr(coach_agreement, "find_weigher", lambda name: by_length)
    assert max(differences(new_game("sparkle"), 3, every=1)) > 1


def test_dice_that_are_alike_are_not_told_apart() -> None:
    coin, die = Die("coin", (0, 1)), Die("d3", (1, 2, 3))
    rolls = coach_agreement.different_rolls(Chance((coin, die, die)))
    assert len(rolls) == 2 * 6
    assert sum(rolls.values()) == pytest.approx(1)
    assert rolls[1, 1, 3] == pytest.approx(2 / 18)
    assert (1, 3, 1) not in rolls


def test_every_choice_of_seats_and_options_is_looked_at() -> None:
    games = dict.fromkeys(coach_agreement.every_game(["sparkle", "fune"]))
    assert [(game.name, game.seats) for game in games] == [
        ("sparkle", 1),
        ("sparkle", 1),
        ("fune", 1),
        ("fune", 2),
    ]
