"""The page of FUNE without a browser: what a state shows, and what its forms mean."""

import re

import pytest

from dicehall.game.records import Event, Played, Rolled
from dicehall.games.fune.page.card import Cell
from dicehall.games.fune.page.view import EXAMPLES, examples, read_move, view
from dicehall.games.fune.rules import BOXES, Fune, FuneState, points
from dicehall.page.history import History
from dicehall.page.scene import Scene
from dicehall.web.views.render import render


def scene_of(*log: Event, seats: int = 1, mine: tuple[int, ...] = (0,)) -> Scene:
    """The match after these events, as the holder of `mine` sees it."""
    game = Fune(seats)
    names = ("Ada", "Bob")[:seats]
    levels = ("",) * seats
    return Scene(History.of(game, log), names, levels, mine, match_id="m", opponent="people")


FIRST = Rolled((6, 1, 6, 2, 6))
KEPT = Played(0, "keep 1 3 5")


def test_locked_dice_stay_locked_and_only_the_others_were_thrown() -> None:
    shown = view(scene_of(FIRST, KEPT, Rolled((6, 4)))).dice
    assert [die.face for die in shown] == [6, 6, 6, 4, 6]
    assert [die.kept for die in shown] == [True, False, True, False, True]
    assert [die.thrown for die in shown] == [1, 2, 1, 2, 1]


def test_dice_in_the_cup_are_blank() -> None:
    assert [die.face for die in view(scene_of(FIRST, KEPT)).dice] == [6, 0, 6, 0, 6]


def test_a_new_turn_starts_unlocked() -> None:
    log = (FIRST, KEPT, Rolled((6, 4)), Played(0, "score sixes"), Rolled((1, 2, 3, 4, 5)))
    shown = view(scene_of(*log))
    assert not any(die.kept for die in shown.dice)
    assert [die.thrown for die in shown.dice] == [3] * 5
    assert shown.left == 2


def test_combinations_come_best_first_and_equal_ones_in_the_order_of_the_card() -> None:
    shown = view(scene_of(Rolled((3, 3, 2, 2, 2)))).combinations
    assert shown[:4] == (
        ("full-house", "Full House", 35),
        ("three-dice", "Three Dice", 12),
        ("choice", "Choice", 12),
        ("twos", "Twos", 6),
    )
    assert [points for _, _, points in shown] == sorted((p for _, _, p in shown), reverse=True)


def test_a_confirmed_box_is_no_choice_any_more() -> None:
    log = (FIRST, Played(0, "score sixes"), Rolled((6, 6, 6, 6, 6)))
    shown = view(scene_of(*log))
    assert "sixes" not in [box for box, _, _ in shown.combinations]
    assert shown.upper[5].cells == (Cell(points=18, worth=None, fresh=True),)
    assert shown.lower[2].cells == (Cell(points=None, worth=50, fresh=False),)


def test_only_the_seat_whose_dice_they_are_sees_their_worth() -> None:
    log = (FIRST, Played(0, "score sixes"), Rolled((6, 6, 6, 6, 6)))
    fune = view(scene_of(*log, seats=2)).lower[2]
    assert [cell.worth for cell in fune.cells] == [None, 50]


def test_my_own_card_comes_first() -> None:
    assert [unit.seat for unit in view(scene_of(FIRST, seats=2, mine=(1,))).units] == [1, 0]
    assert [unit.seat for unit in view(scene_of(FIRST, seats=2, mine=(0, 1))).units] == [0, 1]


def test_a_unit_tells_what_it_confirmed_last() -> None:
    unit = view(scene_of(FIRST, Played(0, "score sixes"), Rolled((1, 1, 1, 1, 2)))).units[0]
    assert unit.last
    assert (unit.last.title, unit.last.points, unit.last.dice) == ("Sixes", 18, FIRST.roll)
    assert (unit.total, unit.upper_sum, unit.missing, unit.turns) == (18, 18, 45, 1)


def test_every_set_of_locked_dice_says_what_is_rolled_or_why_not() -> None:
    choices = view(scene_of(FIRST)).choices
    assert len(choices) == 32
    assert choices[""] == {"throw": "Re-roll 5 dice", "keep": ""}
    assert choices["1 2 4 5"] == {"throw": "Re-roll 1 die", "keep": ""}
    assert "rolls nothing" in choices["1 2 3 4 5"]["keep"]


def test_without_re_rolls_the_button_says_why() -> None:
    log = (FIRST, KEPT, Rolled((6, 4)), Played(0, "keep"), Rolled((1, 2, 3, 4, 6)))
    shown = view(scene_of(*log))
    assert shown.left == 0
    assert shown.why_not == "both re-rolls of this turn are used: confirm a combination"


def test_after_the_end_the_last_dice_stay_on_the_table() -> None:
    log: list[Event] = []
    for box in BOXES:
        log += [FIRST, Played(0, f"score {box}")]
    shown = view(scene_of(*log))
    assert tuple(die.face for die in shown.dice) == FIRST.roll
    assert shown.units[0].turns == 13
    assert shown.choices == {}


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ({"verb": ["keep"], "keep": ["4", "1"]}, "keep 1 4"),
        ({"verb": ["keep"]}, "keep"),
        ({"verb": ["score"], "box": ["full-house"]}, "score full-house"),
        ({"verb": ["score"]}, "score"),
        ({"verb": ["keep", "score"]}, "keep score"),
        ({"keep": ["1"], "box": ["ones"]}, ""),
    ],
)
def test_a_form_means_a_move(form: dict[str, list[str]], move: str) -> None:
    assert read_move(form) == move


def test_every_move_can_be_said_by_the_forms() -> None:
    scene = scene_of(FIRST)
    shown = view(scene)
    keeps = [
        read_move({"verb": ["keep"], "keep": locked.split()})
        for locked, choice in shown.choices.items()
        if not choice["keep"]
    ]
    scores = [read_move({"verb": ["score"], "box": [box]}) for box, _, _ in shown.combinations]
    assert sorted(keeps + scores) == sorted(scene.moves)


def test_a_spectator_and_a_waiting_player_see_the_dice_but_no_controls() -> None:
    for mine in ((), (1,)):
        scene = scene_of(FIRST, KEPT, Rolled((6, 4)), seats=2, mine=mine)
        drawn = render("dicehall.games.fune.page/table.html", scene=scene, view=view(scene))
        assert "/moves" not in drawn
        assert drawn.count('class="place kept"') == 3
        assert "1 re-roll left." in drawn
        assert ("/again" in drawn) == bool(mine)


def test_the_examples_are_those_of_the_manual() -> None:
    worth = [points(box, dice) for box, dice in EXAMPLES.items()]
    assert tuple(EXAMPLES) == BOXES
    assert worth == [3, 6, 9, 12, 15, 18, 8, 18, 50, 35, 30, 40, 17]


def test_the_example_of_a_turn_ends_in_a_fune() -> None:
    state: FuneState = examples(Fune())[2][1].state
    assert points("fune", state.dice) == 50
    assert state.rerolls_left == 0


def test_an_opponent_called_you_is_not_taken_for_the_viewer() -> None:
    with_bonus = (5, 10, 15, 20, 25, 30, *[None] * 7)
    state = FuneState(((None,) * 13, with_bonus), seat=0, dice=(1, 2, 3, 4, 5), rolls=1)
    for mine, said in (((0,), "has the bonus"), ((1,), "the bonus is yours")):
        players = ("Ada", "You")
        scene = Scene(History(Fune(2), state), players, ("", ""), mine, match_id="m")
        drawn = render("dicehall.games.fune.page/table.html", scene=scene, view=view(scene))
        assert re.findall("has the bonus|the bonus is yours", drawn) == [said]
