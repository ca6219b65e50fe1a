"""The page of FUNE without a browser: what a state shows, and what its forms mean."""

import re
from dataclasses import replace
from itertools import product

import pytest

from dicehall.game.records import Event, Played, Rolled
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.games.fune.page.card import CardCell
from dicehall.games.fune.page.examples import EXAMPLES, examples
from dicehall.games.fune.page.lessons import lessons
from dicehall.games.fune.page.view import read_move, view
from dicehall.games.fune.rules import BOXES, Fune, FuneState, points
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


def test_combinations_come_best_first_and_of_equals_the_one_least_missed() -> None:
    shown = view(scene_of(Rolled((3, 3, 2, 2, 2)))).combinations
    assert shown[:4] == (
        ("full-house", "Full House", 35),
        ("three-dice", "Three Dice", 12),
        ("choice", "Choice", 12),
        ("twos", "Twos", 6),
    )
    assert [points for _, _, points in shown] == sorted((p for _, _, p in shown), reverse=True)
    alike = view(scene_of(Rolled((5, 5, 5, 5, 2)))).combinations
    assert [box for box, _, _ in alike[:3]] == ["four-dice", "three-dice", "choice"]


def test_a_confirmed_box_cannot_be_chosen() -> None:
    log = (FIRST, Played(0, "score sixes"), Rolled((6, 6, 6, 6, 6)))
    shown = view(scene_of(*log))
    assert "sixes" not in [box for box, _, _ in shown.combinations]
    assert shown.upper[5].cells == (CardCell(points=18, worth=None, fresh=True),)
    assert shown.lower[2].cells == (CardCell(points=None, worth=50, fresh=False),)


def test_only_the_seat_whose_dice_they_are_sees_their_worth() -> None:
    log = (FIRST, Played(0, "score sixes"), Rolled((6, 6, 6, 6, 6)))
    fune = view(scene_of(*log, seats=2)).lower[2]
    assert [cell.worth for cell in fune.cells] == [None, 50]


def test_my_own_card_comes_first() -> None:
    assert [card.seat for card in view(scene_of(FIRST, seats=2, mine=(1,))).cards] == [1, 0]
    assert [card.seat for card in view(scene_of(FIRST, seats=2, mine=(0, 1))).cards] == [0, 1]


def test_a_seats_panel_shows_its_last_score() -> None:
    card = view(scene_of(FIRST, Played(0, "score sixes"), Rolled((1, 1, 1, 1, 2)))).cards[0]
    assert card.last
    assert (card.last.title, card.last.points, card.last.dice) == ("Sixes", 18, FIRST.roll)
    assert (card.total, card.upper_sum, card.missing, card.turns) == (18, 18, 45, 1)


def test_every_selection_names_the_roll_or_the_refusal() -> None:
    choices = view(scene_of(FIRST)).choices
    assert len(choices) == 32
    assert choices[""] == {"throw": "Roll all five", "keep": ""}
    assert choices["1 2 3"] == {"throw": "Roll the other 2 dice", "keep": ""}
    assert choices["1 2 4 5"] == {"throw": "Roll the other die", "keep": ""}
    assert "there is nothing to roll" in choices["1 2 3 4 5"]["keep"]


def test_without_re_rolls_the_button_says_why() -> None:
    log = (FIRST, KEPT, Rolled((6, 4)), Played(0, "keep"), Rolled((1, 2, 3, 4, 6)))
    shown = view(scene_of(*log))
    assert shown.left == 0
    assert shown.why_not == "You have used both re-rolls of this turn: confirm a combination"
    assert shown.choices[shown.locked]["throw"] == "No re-rolls left"


def test_the_best_row_is_suggested_and_only_chosen_when_no_roll_is_left() -> None:
    first = view(scene_of(FIRST))
    assert (first.suggested, first.chosen) == ("three-dice", "")
    again = Played(0, "keep")
    last = view(scene_of(FIRST, again, FIRST, again, FIRST))
    assert (last.suggested, last.chosen) == ("three-dice", "three-dice")


@pytest.mark.parametrize(
    ("roll", "open_boxes", "chosen"),
    [
        ((3, 5, 2, 6, 4), BOXES, "long-straight"),
        ((3, 5, 2, 6, 4), ("short-straight", "choice"), "short-straight"),
        ((3, 5, 2, 6, 4), ("choice",), ""),
        ((2, 2, 2, 2, 2), BOXES, "fune"),
        ((2, 2, 2, 2, 2), ("four-dice", "full-house"), ""),
        ((2, 2, 2, 5, 5), BOXES, "full-house"),
        ((1, 2, 3, 4, 6), BOXES, "short-straight"),
        ((6, 6, 6, 6, 5), BOXES, ""),
    ],
)
def test_a_perfect_row_is_preselected(
    roll: tuple[int, ...], open_boxes: tuple[str, ...], chosen: str
) -> None:
    card = tuple(None if box in open_boxes else 0 for box in BOXES)
    history = History(Fune(), FuneState((card,), seat=0, dice=roll, rolls=1))
    shown = view(Scene(history, ("Ada",), ("",), (0,), match_id="m"))
    assert shown.chosen == chosen
    assert shown.chosen in (shown.suggested, "")


def test_the_prompt_says_what_can_be_done() -> None:
    keep = "Tap the dice to keep, then roll – or pick a row."
    assert (
        view(scene_of(FIRST)).prompt == view(scene_of(FIRST, KEPT, Rolled((1, 2)))).prompt == keep
    )
    straight = view(scene_of(Rolled((3, 5, 2, 6, 4))))
    assert straight.prompt == "Long Straight! You can’t do better in this row."
    last = view(scene_of(FIRST, KEPT, Rolled((1, 2)), KEPT, Rolled((1, 2))))
    assert last.prompt == "Pick a row for these dice."
    assert view(scene_of(FIRST, seats=2, mine=(1,))).prompt == ""


def test_between_two_turns_the_dice_of_the_last_lie_there() -> None:
    scored = scene_of(FIRST, KEPT, Rolled((6, 4)), Played(0, "score sixes"))
    shown = view(scored)
    assert [die.face for die in shown.dice] == [6, 6, 6, 4, 6]
    assert [die.kept for die in shown.dice] == [True, False, True, False, True]


def full_card(*upper: int) -> tuple[int | None, ...]:
    return (*upper, *[None] * (13 - len(upper)))


def just_scored(box: str, dice: tuple[int, ...], card: tuple[int | None, ...]) -> Scene:
    """A seat that has this card scores these dice."""
    history = History(Fune(), FuneState((card,), seat=0, dice=dice, rolls=1))
    return Scene(history.after(Played(0, f"score {box}")), ("Ada",), ("",), (0,), match_id="m")


@pytest.mark.parametrize(
    ("box", "dice", "card", "cheer", "beneath"),
    [
        ("fune", (4, 4, 4, 4, 4), full_card(), "FUNE!", "You: 50 points"),
        ("fune", (4, 4, 4, 4, 3), full_card(), "", "You: 0 points"),
        ("long-straight", (2, 3, 4, 5, 6), full_card(), "Long Straight!", "You: 40 points"),
        ("short-straight", (1, 2, 3, 4, 4), full_card(), "Short Straight!", "You: 30 points"),
        ("full-house", (5, 5, 4, 4, 4), full_card(), "Full House!", "You: 35 points"),
        ("sixes", (6, 6, 6, 1, 2), full_card(3, 6, 9, 12, 15), "Bonus +35", "You: 53 points"),
        ("sixes", (6, 6, 1, 1, 2), full_card(3, 6, 9, 12, 15), "", "You: 12 points"),
        ("choice", (4, 4, 4, 4, 4), full_card(5, 10, 15, 20, 25), "", "You: 20 points"),
    ],
)
def test_rare_events_are_celebrated(
    box: str, dice: tuple[int, ...], card: tuple[int | None, ...], cheer: str, beneath: str
) -> None:
    written = view(just_scored(box, dice, card)).written
    assert written
    assert (written.box, written.cheer, written.beneath) == (box, cheer, beneath)


def test_a_moment_is_over_when_the_next_dice_fall() -> None:
    log = (Rolled((4, 4, 4, 4, 4)), Played(0, "score fune"), Rolled((1, 2, 3, 4, 4)))
    assert view(scene_of(*log)).written is None


@pytest.mark.parametrize(
    ("log", "shines"),
    [
        ((Rolled((4, 4, 4, 4, 4)),), True),
        ((Rolled((2, 3, 4, 5, 6)),), True),
        ((Rolled((2, 2, 3, 3, 3)),), True),
        ((FIRST,), False),
        ((Rolled((4,) * 5), Played(0, "score fune"), Rolled((4,) * 5)), False),
        ((Rolled((4,) * 5), Played(0, "score choice")), False),
    ],
)
def test_a_rare_roll_shines_while_it_can_be_scored(log: tuple[Event, ...], shines: bool) -> None:
    assert view(scene_of(*log)).shines is shines


def test_the_ships_sail_as_far_as_their_points() -> None:
    first, second = view(scene_of(FIRST, Played(0, "score choice"), FIRST, seats=2)).cards
    assert (first.total, first.sailed) == (21, 7)
    assert (second.total, second.sailed) == (0, 0)
    state = FuneState(((None, *[30] * 12),), seat=0, dice=(1,) * 5, rolls=1)
    assert view(Scene.still(Fune(), state)).cards[0].sailed == 100


def test_the_full_bonus_text_is_for_the_viewer_or_the_mover() -> None:
    log = (FIRST, Played(0, "score sixes"), FIRST)
    assert view(scene_of(*log, seats=2, mine=(0,))).main.seat == 0
    assert view(scene_of(*log, seats=2, mine=(0, 1))).main.seat == 1
    assert view(scene_of(*log, seats=2, mine=())).main.seat == 1


def test_lessons_fit_the_moment_and_name_elements_that_are_there() -> None:
    later = (FIRST, Played(0, "score sixes"), FIRST, KEPT, Rolled((6, 4)))
    for log, keys in (((FIRST,), ["lock", "score"]), (later, ["lock", "roll", "score", "bonus"])):
        scene = scene_of(*log)
        taught = lessons(scene)
        drawn = render("dicehall.games.fune.page/table.html", scene=scene, view=view(scene))
        assert [lesson.key for lesson in taught] == keys
        assert all(f' id="{lesson.at}"' in drawn for lesson in taught)
    assert not lessons(scene_of(FIRST, mine=()))


def test_the_diagram_of_the_rules_counts_as_the_rules_do() -> None:
    text = render("dicehall.games.fune.page/rules.html")
    rolls = list(product(range(1, 7), repeat=5))
    counted = {
        box: sum(points(box, roll) > 0 for roll in rolls) for box in BOXES[6:] if box != "choice"
    }
    shown = re.findall(r'data-box="([a-z-]+)">(\d+)<', text)
    assert {box: int(count) for box, count in shown} == {**counted, "all": len(rolls)}
    for count in counted.values():
        assert f"{count} " in text
    for inner, outer in (
        *(("fune", "four-dice"), ("four-dice", "three-dice"), ("full-house", "three-dice")),
        ("long-straight", "short-straight"),
    ):
        assert all(points(outer, roll) for roll in rolls if points(inner, roll))
    apart = [
        roll for roll in rolls if points("three-dice", roll) and points("short-straight", roll)
    ]
    assert apart == []


def test_the_breaths_of_another_players_turn_add_up_to_less_than_a_second() -> None:
    turn = (FIRST, KEPT, Rolled((6, 4)), KEPT, Rolled((6, 5)), Played(0, "score sixes"))

    def breaths(seat: int) -> list[int]:
        logs = [turn[: count + 1] for count, event in enumerate(turn) if isinstance(event, Played)]
        return [view(scene_of(*log, seats=2, mine=(seat,))).breath_ms for log in logs]

    assert sum(breaths(1)) < 1000
    assert min(breaths(1)) > 0
    assert breaths(0)[:2] == [0, 0]  # whoever re-rolls knows what they keep


def test_a_cheer_is_shown_long_enough_to_be_read() -> None:
    assert view(just_scored("fune", (4,) * 5, full_card())).breath_ms >= 800


def test_bonus_progress_differs_from_points() -> None:
    card = (3, *[None] * 4, 18, *[None] * 7)
    history = History(Fune(), FuneState((card,), seat=0, dice=(1, 2, 2, 4, 6), rolls=1))
    scene = Scene(history, ("Ada",), ("",), (0,), match_id="m")
    drawn = render("dicehall.games.fune.page/table.html", scene=scene, view=view(scene))
    found = re.search(r'<div class="row bonus".*?</div>', drawn, re.DOTALL)
    assert found
    assert "21 / 63" in found[0]
    assert "<b>" not in found[0]
    assert re.search(r'class="row sum">.*?<strong>21</strong>', drawn, re.DOTALL)


def test_only_players_of_a_local_match_may_reset_it() -> None:
    for changed, offered in (({}, True), ({"online": True}, False), ({"mine": ()}, False)):
        scene = replace(scene_of(FIRST, seats=2), **changed)
        drawn = render("dicehall.games.fune.page/table.html", scene=scene, view=view(scene))
        assert ('id="ask-reset"' in drawn) == offered
        assert ('id="open-enemy"' in drawn) == offered


def test_after_the_end_the_last_dice_stay_on_the_table() -> None:
    log: list[Event] = []
    for box in BOXES:
        log += [FIRST, Played(0, f"score {box}")]
    shown = view(scene_of(*log))
    assert tuple(die.face for die in shown.dice) == FIRST.roll
    assert shown.cards[0].turns == 13
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
        assert ("/again" in drawn) == bool(mine)


def test_the_examples_are_those_of_the_manual() -> None:
    worth = [points(box, dice) for box, dice in EXAMPLES.items()]
    assert tuple(EXAMPLES) == BOXES
    assert worth == [3, 6, 9, 12, 15, 18, 8, 18, 50, 35, 30, 40, 17]


def test_the_example_of_a_turn_ends_in_a_fune() -> None:
    state: FuneState = examples(Fune())[2][1].state
    assert points("fune", state.dice) == 50
    assert state.rerolls_left == 0


def test_enemies_are_somebody() -> None:
    enemies = dict(view(scene_of(FIRST)).enemies)
    assert (enemies["alone"], enemies["perfect"]) == ("Solo", "Captain Owl · Perfect")


def test_an_opponent_called_you_is_not_taken_for_the_viewer() -> None:
    with_bonus = (5, 10, 15, 20, 25, 30, *[None] * 7)
    state = FuneState(((None,) * 13, with_bonus), seat=0, dice=(1, 2, 3, 4, 5), rolls=1)
    for mine, said in (((0,), "has the bonus"), ((1,), "the bonus is yours")):
        players = ("Ada", "You")
        scene = Scene(History(Fune(2), state), players, ("", ""), mine, match_id="m")
        drawn = render("dicehall.games.fune.page/table.html", scene=scene, view=view(scene))
        assert re.findall("has the bonus|the bonus is yours", drawn) == [said]
