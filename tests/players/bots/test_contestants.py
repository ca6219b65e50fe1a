"""Who may play in the arena."""

from pathlib import Path
from random import Random

import pytest

from dicehall.game import Decide, new_game
from dicehall.game.refused import BadOption, BotFailed
from dicehall.players.bots.contestants import Contestant, check_contestants, find_function, mover
from dicehall.players.bots.question import Question
from support.bots import command, play_last

BONES = new_game("knucklebones")


def named(*levels: str) -> list[Contestant]:
    return list(map(Contestant.at_level, levels))


def test_levels_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadOption) as refused:
        check_contestants(BONES, named("normal", "divine"))
    assert "random" in refused.value.legal
    with pytest.raises(BadOption, match="at least two players"):
        check_contestants(BONES, named("normal"))
    with pytest.raises(BadOption, match="no players"):
        check_contestants(new_game("fune", 1), [])
    check_contestants(new_game("sparkle"), named("easy", "normal", "random"))


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("support.bots", "is not of the form module:function"),
        ("support.nobody:choose", "No module named 'support.nobody'"),
        ("support.bots:nobody", "has no attribute 'nobody'"),
        ("support.bots:NO_FUNCTION", "int cannot choose a move"),
    ],
)
def test_a_function_that_is_none(where: str, reason: str) -> None:
    with pytest.raises(BadOption, match=reason):
        check_contestants(BONES, [*named("easy"), Contestant(where, "function", where)])


def test_a_function_is_found() -> None:
    assert find_function("support.bots:play_last") is play_last


def test_a_command_is_tried_before_anything_is_played(tmp_path: Path) -> None:
    good = command(tmp_path)
    check_contestants(BONES, [*named("easy"), Contestant("good", "command", good)])
    with pytest.raises(BotFailed, match="bad: it cannot be started"):
        check_contestants(BONES, [*named("easy"), Contestant("bad", "command", "/no/such")])


def test_an_illegal_move_of_a_function_is_its_failure() -> None:
    state = BONES.roll(BONES.start(), (5,))
    turn = BONES.turn(state)
    assert isinstance(turn, Decide)
    bad = mover(BONES, Contestant("bad", "function", "builtins:max"))
    with pytest.raises(BotFailed, match="it raised an error: TypeError"):
        bad(Question(BONES, state, turn, ()), Random(1))
