"""What the outcomes of a roll are worth."""

import pytest

from dicehall.game import AnyGame, Decide, new_game
from dicehall.game.positions import read_position
from dicehall.players.levels import find_weigher
from dicehall.players.rolls_ahead import RollsWorth, states_after, weigh_rolls
from dicehall.players.worth import Worth

BONES = new_game("knucklebones")


def looked(game: AnyGame, position: str) -> RollsWorth:
    state = read_position(game, position)
    afters = states_after(game, state)
    weigh = find_weigher(game.name)
    worths = {
        roll: weigh(game, after)
        for roll, after in afters.items()
        if isinstance(game.turn(after), Decide)
    }
    return weigh_rolls(game, state, afters, worths)


def test_the_value_before_a_roll_is_the_mean_after_it() -> None:
    found = looked(BONES, "53._._-_._.66-_-0")
    assert [one.value for one in found.rolls] == sorted(
        (one.value for one in found.rolls), reverse=True
    )
    assert {one.roll for one in found.rolls} == {(face,) for face in range(1, 7)}
    assert found.value == pytest.approx(sum(one.chance * one.value for one in found.rolls))


def test_a_keep_is_worth_what_its_rolls_are_worth() -> None:
    card = "3.6.9.12.15.18.25.0._.35.30.40.20"
    found = looked(new_game("fune"), f"{card}-66_66-1-0")
    assert found.exact
    game = new_game("fune")
    state = read_position(game, f"{card}-66166-1-0")
    assert found.value == pytest.approx(find_weigher("fune")(game, state).moves["keep 1 2 4 5"])


def test_void_rolls_do_not_count() -> None:
    """Sparkle 7: two dice that show a six are thrown again."""
    found = looked(new_game("sparkle"), "1-0-60-s6612-123-45-6-5")
    assert len(found.rolls) == 25
    assert all(6 not in one.roll for one in found.rolls)
    assert sum(one.chance for one in found.rolls) == pytest.approx(1)


def test_too_many_rolls_are_refused() -> None:
    found = looked(new_game("sparkle"), "1-0-0-_____-_-12345-_-5")
    assert (found.rolls, found.value, found.exact, found.error) == ((), None, False, None)


def test_an_unknown_error_stays_unknown() -> None:
    state = BONES.start()
    afters = states_after(BONES, state)
    worth = Worth({"column 1": 0.5}, "win-minus-loss", exact=False)
    found = weigh_rolls(BONES, state, afters, dict.fromkeys(afters, worth))
    assert (found.value, found.exact, found.error) == (0.5, False, None)
