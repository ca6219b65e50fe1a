"""What the page of Bones shows, without a browser."""

import pytest

from dicehall.game.records import Played, Rolled
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.games.bones.page.view import read_move, view
from dicehall.games.bones.rules import Bones, BonesState

GAME = Bones("knucklebones")


def at(state: BonesState, mine: tuple[int, ...] = (0,)) -> Scene:
    return Scene(History(GAME, state), ("Ada", "Bob"), ("", ""), mine)


def test_a_die_is_doomed_only_where_it_can_be_knocked_out() -> None:
    grids = (((1, 2, 3), (5,), ()), ((4,), (4, 6, 4), (2,)))
    shown = view(at(BonesState(grids, seat=0, die=4)))
    doomed = [[die.doomed for die in column.dice] for column in shown.far.columns]
    assert doomed == [[False], [True, False, True], [False]]  # column 1 is full


def test_a_playable_column_tells_what_it_would_do() -> None:
    grids = (((5,), (), ()), ((5, 5), (), ()))
    shown = view(at(BonesState(grids, seat=0, die=5)))
    first = shown.near.columns[0]
    assert (first.move, first.score, first.score_after) == ("column 1", 5, 20)
    assert first.effect == "Column 1: 5 → 20, knocks out 2 dice: 20 → 0."
    assert shown.near.columns[1].effect == "Column 2: 0 → 5."


def test_the_viewer_sits_near_and_sees_no_buttons_of_others() -> None:
    state = BonesState((((), (), ()), ((), (), ())), seat=0, die=3)
    shown = view(at(state, mine=(1,)))
    assert (shown.near.name, shown.far.name) == ("You", "Ada")
    assert not any(column.move for grid in (shown.near, shown.far) for column in grid.columns)


def test_a_die_keeps_its_id_when_it_falls() -> None:
    log = (
        Rolled((3,)),
        Played(0, "column 1"),
        Rolled((6,)),
        Played(1, "column 2"),
        Rolled((4,)),
        Played(0, "column 1"),
        Rolled((3,)),
        Played(1, "column 1"),
    )
    before, after = (
        view(Scene(History.of(GAME, log[:moment]), ("Ada", "Bob"), ("", ""), (0,)))
        for moment in (6, 8)
    )
    assert [(die.id, die.value) for die in before.near.columns[0].dice] == [(1, 3), (3, 4)]
    assert [(die.id, die.value) for die in after.near.columns[0].dice] == [(3, 4)]


@pytest.mark.parametrize("fields", [{}, {"move": ["column 2"]}, {"move": ["a", "b"]}])
def test_a_form_is_read_as_it_is(fields: dict[str, list[str]]) -> None:
    assert read_move(fields) == " ".join(fields.get("move", []))
