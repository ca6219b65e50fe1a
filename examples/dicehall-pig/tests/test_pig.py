from dicehall.game.contract import check_game, check_numbering
from dicehall_pig import Pig


def test_pig_keeps_the_contract_of_a_game() -> None:
    check_game(Pig())
    check_numbering(Pig())


def test_a_one_loses_the_points_of_the_turn() -> None:
    pig = Pig()
    state = pig.roll(pig.play(pig.start(), "roll"), (6,))
    state = pig.roll(pig.play(state, "roll"), (1,))
    assert (state.totals, state.seat, state.points) == ((0, 0), 1, 0)


def test_held_points_are_safe() -> None:
    pig = Pig()
    state = pig.play(pig.roll(pig.play(pig.start(), "roll"), (6,)), "hold")
    assert (state.totals, state.seat, state.points) == ((6, 0), 1, 0)
