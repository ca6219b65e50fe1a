"""What the page of Sparkle shows and reads, without a browser."""

import pytest

from dicehall.game import Decide
from dicehall.game.records import read
from dicehall.game_page.advice import Advice
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.games.sparkle.page import examples, lessons, read_move, sample, view
from dicehall.games.sparkle.page.coach import advise
from dicehall.games.sparkle.page.effects import Effects
from dicehall.games.sparkle.page.marks import marks
from dicehall.games.sparkle.rules import Sparkle, selections
from dicehall.players.worth import Worth
from support.playouts import legal_moves, play_match

SET_OF_6 = ("roll 2 6 6 6 3", "0 roll 2 3 4")
FIZZLE = "roll 2 2 3 3 4"
SAFE = (*SET_OF_6, "roll 2 1", "0 end 5")
"""The first turn ends with 70 points, more than the next threshold."""


def scene(*lines: str, best: int | None = None, running: bool = True) -> Scene:
    """What the player sees after these lines, on the gentle curve."""
    record, _ = read("\n".join(["game: sparkle", "curve: gentle", "", *lines]))
    return Scene(
        History.of(record.game, record.events),
        players=("Ada",),
        levels=("",),
        mine=(0,),
        match_id="m",
        running=running,
        best=best,
    )


@pytest.mark.parametrize("seed", range(6))
def test_exactly_the_illegal_choices_have_a_reason(seed: int) -> None:
    game = Sparkle("gentle")
    for step in play_match(game, seed):
        if not isinstance(step.turn, Decide):
            continue
        seen = Scene(History(game, step.state), players=("Ada",), levels=("",), mine=(0,))
        shown = view(seen)
        for picked in shown.choices:
            chosen = picked.split()
            choice, flight = shown.choices[picked], shown.flights[picked]
            assert (choice["roll"] == "") == (" ".join(["roll", *chosen]) in step.turn.moves)
            assert (choice["end"] == "") == (" ".join(["end", *chosen]) in step.turn.moves)
            assert (flight["reroll"] == "") == (" ".join(["reroll", *chosen]) in step.turn.moves)


@pytest.mark.parametrize("seed", range(6))
def test_a_die_has_a_reason_exactly_if_no_bank_takes_it(seed: int) -> None:
    game = Sparkle("gentle")
    for step in play_match(game, seed):
        if isinstance(step.turn, Decide):
            banks = selections(step.state)
            for position, mark in marks(step.state).items():
                bankable = any(position in chosen for chosen in banks)
                assert (mark.reason == "") == bankable
                assert not mark.group or mark.group in banks


def test_a_choice_shows_points_status_and_safe_total() -> None:
    shown = view(scene(*SET_OF_6, "roll 2 1"))
    assert shown.choices["5"] == {
        "points": ", +10 selected",
        "reached": "70",
        "status": "20 above 50",
        "prompt": "Roll on, or end the turn?",
        "note": "",
        "roll-label": "Roll 1 die",
        "end-label": "End turn: 70 points safe",
        "risk": "50% chance to fizzle",  # the Spark die
        "tension": "1",
        "roll": "",
        "end": "",
    }
    assert shown.choices[""]["roll"] == "tap the gold dice first"
    assert shown.choices[""]["prompt"] == "Tap the gold dice to bank them"


def test_the_bar_says_when_the_threshold_is_met_exactly() -> None:
    exactly = view(scene("roll 5 5 5 1 2", "0 roll 1 2 3", "roll 1 3")).status
    assert exactly == "exactly 50"
    assert view(scene("roll 1 2 3 3 4")).status == "reach 50"


def test_a_selected_set_explains_its_certificate() -> None:
    choice = view(scene("roll 2 6 6 6 3")).choices["2 3 4"]
    assert choice["end"] == "the set needs its certificate first: roll again"
    assert choice["note"] == (
        "The set of 6s is yours once the next roll scores: that is its certificate."
        " A roll with a 6 is void and rolled again."
    )


def test_five_banked_dice_say_that_they_come_back() -> None:
    five = view(scene("roll 6 6 6 1 5")).choices["1 2 3 4 5"]
    assert five["roll-label"] == "Roll all five"
    assert five["end"] == "all five come back and must be rolled"
    heap = view(scene("roll 6 6 6 6 6")).choices["1 2 3 4 5"]
    assert heap["note"] == "All five are banked: they come back."


def marked(*lines: str) -> list[tuple[str, str]]:
    """The tag of each die, and what one tap takes with it."""
    return [(die.mark.tag, die.group) if die.mark else ("", "") for die in view(scene(*lines)).dice]


def test_scoring_dice_carry_their_points() -> None:
    assert marked("roll 1 2 5 3 4") == [("+10", ""), ("", ""), ("+5", ""), ("", ""), ("", "")]
    assert marked("roll * 2 3 4 6")[0] == ("+10", "")


def test_the_dice_of_a_set_share_a_tag_and_go_together() -> None:
    trio = "1 3 5"
    assert marked("roll 6 1 6 2 6") == [
        ("", trio),
        ("+10", ""),
        ("set +60", trio),
        ("", ""),
        ("", trio),
    ]
    heap = "1 2 3 4 5"
    assert marked("roll 6 6 6 6 6") == [(t, heap) for t in ("", "", "heap +600", "", "")]


def test_of_four_alike_the_spark_die_may_be_left_out() -> None:
    groups = [group for _tag, group in marked("roll 6 6 6 6 2")]
    assert groups == ["1 2 3", "1 2 3", "1 2 3", "2 3 4", ""]
    assert marked("roll 1 1 1 1 2")[3] == ("+10", "2 3 4")


def test_the_spark_goes_with_the_pair_that_is_tapped() -> None:
    assert marked("roll * 4 4 6 6") == [
        ("", "1 4 5"),
        ("set +40", "1 2 3"),
        ("", "1 2 3"),
        ("set +60", "1 4 5"),
        ("", "1 4 5"),
    ]


def test_a_die_that_cannot_be_banked_says_why() -> None:
    mark = view(scene("roll 1 2 5 3 4")).dice[3].mark
    assert mark
    assert mark.reason == "Die 4 stays: a 3 scores only in three of a kind."
    fizzled = view(scene(FIZZLE)).dice[0].mark
    assert fizzled
    assert fizzled.reason.startswith("Nothing scores here: pay Extra Dice to re-roll")


def test_a_re_roll_tells_its_price_and_none_is_the_start() -> None:
    flights = view(scene("roll 1 2 5 3 4")).flights
    assert flights["2 4"] == {
        "price": "re-roll 2 dice for 2 Extra Dice, 3 left",
        "flying": "dice 2 (2) and 4 (3)",
        "reroll-label": "Re-roll 2 dice",
        "question": "Pay 2 Extra Dice?",
        "yes-label": "Yes, re-roll 2 dice",
        "risk": "cannot fizzle",  # the 1 and the 5 stay
        "tension": "0",
        "reroll": "",
    }
    assert flights["2"]["price"] == "re-roll 1 die for 1 Extra Die, 4 left"
    assert flights[""]["price"] == "Each costs 1 Extra Die; you have 5"
    assert flights[""]["reroll"] == "tap the dice to re-roll"


def test_void_rolls_are_shown_and_explained() -> None:
    void = view(scene(*SET_OF_6, "roll 6 1"))
    assert [(die.face, die.void) for die in void.dice if not die.banked] == [(6, True), (1, False)]
    assert void.explained == "Void: a 6 matches the waiting set. Rolling again."
    again = view(scene(*SET_OF_6, "roll 6 1", "roll 6 2"))
    assert again.void_breath_ms < void.void_breath_ms, "the first has said what a void is"
    after = view(scene(*SET_OF_6, "roll 6 1", "roll 2 6", "roll 5 4")).explained
    assert after == (
        "2 void rolls: each showed a 6, like the waiting set. Certified: the set of 6s counts."
    )


def test_what_happened_is_seen_once() -> None:
    certified = view(scene(*SET_OF_6, "roll 5 4")).effects
    assert certified == Effects(certified=6)
    heap = view(scene("roll 6 6 6 6 6"))
    assert heap.effects == Effects(heap=600)
    assert heap.explained.startswith("A heap: five alike, 600 points")
    assert view(scene("roll 6 6 6 6 6", "0 roll 1 2 3 4 5")).effects == Effects(came_back=True)
    assert view(scene(FIZZLE)).effects == Effects(fizzled=True, extra=1)
    ended = (*SET_OF_6, "roll 2 1", "0 end 5")
    assert view(scene(*ended)).effects == Effects(gain=70)
    lost = (*ended, "roll 1 2 3 3 4", "0 roll 1", "roll 2 3 3 4", "0 fizzle")
    assert view(scene(*lost)).effects == Effects(loss=10)


def test_a_die_tumbles_only_when_it_was_thrown() -> None:
    rolled = [die.rolled for die in view(scene(*SET_OF_6, "roll 6 1", "roll 5 4")).dice]
    assert rolled[1:4] == [1, 1, 1]
    assert rolled[0] == rolled[4] > 1


def test_a_fizzle_says_what_accepting_it_costs() -> None:
    over = view(scene(FIZZLE))
    assert over.fizzle == "the game ends with 0"
    assert over.explained == (
        "No die in this roll scores. Accept it, and the game ends with 0."
        " Five dice fizzled: you gain an Extra Die."
    )
    safe = (*SET_OF_6, "roll 2 1", "0 end 5")
    kept = view(scene(*safe, "roll 1 2 3 3 4", "0 roll 1", "roll 2 3 3 4"))
    assert kept.fizzle == "you lose 10 points and play on"
    assert view(scene(*safe, "roll 1 2 3 3 4")).fizzle == ""


def test_only_a_fizzle_that_ends_the_game_while_extra_dice_are_left_asks() -> None:
    asked = view(scene("roll 2 1 3 3 4", "0 roll 2", "roll 2 3 3 4")).question
    assert asked == "End the game with 0? You still have 5 Extra Dice."
    spent = ("roll 1 2 3 3 4", "0 reroll 1 2 3 4 5", "roll 2 1 3 3 4", "0 roll 2", "roll 2 3 3 4")
    assert view(scene(*spent)).question == ""
    assert view(scene(*SAFE, "roll 1 2 3 3 4", "0 roll 1", "roll 2 3 3 4")).question == ""
    assert view(scene("roll 1 2 3 3 4")).question == ""


def test_the_chance_to_fizzle_is_that_of_the_dice_that_would_be_thrown() -> None:
    choices = view(scene("roll 1 2 5 3 4")).choices
    assert choices[""]["risk"] == ""
    assert choices["1 3"]["risk"] == "28% chance to fizzle"
    assert choices["1 2"]["risk"] == "", "this cannot be banked"
    flights = view(scene(FIZZLE)).flights
    assert flights["5"]["risk"] == "33% chance to fizzle"
    waits = view(scene("roll 1 1 1 6 3", "0 roll 1 2 3", "roll 2 4")).flights["4 5"]
    assert waits["risk"] == "64% chance to fizzle", "a 1 would be void"


def test_the_last_dice_are_tense() -> None:
    choices = view(scene("roll 1 5 1 5 3")).choices
    tense = {picked: choices[picked]["tension"] for picked in ("1", "1 2", "1 2 3", "1 2 3 4")}
    assert tense == {"1": "0", "1 2": "0", "1 2 3": "1", "1 2 3 4": "2"}
    assert view(scene("roll 1 5 1 5 3", "0 roll 1 2 3 4")).tension == 2
    assert view(scene("roll 1 5 1 5 3", "0 roll 1")).tension == 0
    assert view(scene("roll 1 5 1 5 3")).tension == 0


def test_a_lone_die_is_the_only_re_roll() -> None:
    alone = view(scene("roll 1 5 1 5 3", "0 roll 1 2 3 4", "roll 2"))
    assert alone.lone == alone.flights["5"]
    assert view(scene("roll 1 5 1 5 3")).lone is None
    broke = ("roll 1 2 3 3 4", "0 reroll 1 2 3 4 5", "roll 1 5 1 5 3", "0 roll 1 2 3 4", "roll 2")
    assert view(scene(*broke)).lone is None


def lying(*lines: str) -> list[tuple[int, bool]]:
    """The face of each die, and whether it is banked."""
    return [(die.face, die.banked) for die in view(scene(*lines)).dice]


def test_dice_stay_until_all_five_are_rolled_again() -> None:
    fizzled = (*SAFE, "roll 1 2 3 3 4", "0 roll 1", "roll 2 3 3 4", "0 fizzle")
    assert lying(*fizzled) == [(1, True), (2, False), (3, False), (3, False), (4, False)]
    assert lying(*SAFE) == [(2, False), (6, True), (6, True), (6, True), (1, True)]
    back = lying("roll 6 6 6 6 6", "0 roll 1 2 3 4 5")
    assert back == [(6, False)] * 5
    assert lying("roll 1 2 3 3 4", "0 roll 1") == [(1, True)] + [(0, False)] * 4
    assert lying() == [(0, False)] * 5


def test_too_few_extra_dice_say_so() -> None:
    shown = view(scene(FIZZLE, "0 reroll 1 2 3 4 5", FIZZLE, "0 reroll 1", "roll 2"))
    assert shown.state.extra == 1
    assert shown.flights["1 2"]["reroll"] == "2 dice, but only 1 Extra Die left"
    assert shown.flights["1"]["reroll"] == ""
    assert shown.diamonds == (True, False, False, False, False)


def test_more_than_five_extra_dice_have_a_place_too() -> None:
    assert view(scene(FIZZLE)).diamonds == (True,) * 6


def test_lessons_fit_what_lies_on_the_table() -> None:
    def taught(*lines: str) -> list[tuple[str, str]]:
        return [(lesson.key, lesson.at) for lesson in lessons(scene(*lines))]

    assert taught("roll 2 1 3 3 4") == [("gold", "die-2")]
    assert taught("roll 2 6 6 6 3") == [("set", "die-3")]
    assert taught(FIZZLE) == [("fizzle", "mode")]
    assert taught(*SET_OF_6, "roll 2 1") == [("gold", "die-5"), ("way", "way"), ("extra", "extra")]
    assert lessons(sample(Sparkle())) == ()


def test_the_bar_shows_total_stake_and_mark() -> None:
    bar = view(scene(*SET_OF_6, "roll 2 1")).bar
    assert (bar.most, bar.reached, bar.safe) == (70, 60, 0)
    assert (bar.at_stake, bar.mark) == (857, 714)


def test_the_highest_score_is_named_when_it_is_made() -> None:
    lost = (*SET_OF_6, "roll 2 1", "0 end 5")
    assert not view(scene(*lost, FIZZLE, best=70)).is_best
    assert view(scene(*lost, FIZZLE, best=70, running=False)).is_best
    assert not view(scene(*lost, FIZZLE, best=90, running=False)).is_best


def test_spectators_get_no_choices() -> None:
    game = Sparkle()
    for still in (sample(game), *(picture for _, picture in examples(game))):
        assert view(still).choices == {}
        assert view(still).effects == Effects()


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ({"verb": ["roll"], "dice": ["4", "1"]}, "roll 1 4"),
        ({"verb": ["end"], "dice": ["1"], "table": ["1 2"]}, "end 1"),
        ({"verb": ["reroll"], "fly": ["5", "4"]}, "reroll 4 5"),
        ({"verb": ["reroll"], "dice": ["1"], "fly": ["4"]}, "reroll 4"),
        ({"verb": ["reroll"]}, "reroll"),
        ({"verb": ["reroll"], "dice": ["1"], "table": ["1 4 5"]}, "reroll 4 5"),
        ({"verb": ["reroll"], "table": ["1 2 3 4 5"]}, "reroll 1 2 3 4 5"),
        ({"verb": ["fizzle"], "dice": ["1"], "table": ["1 2"]}, "fizzle"),
        ({"verb": ["roll"]}, "roll"),
        ({}, ""),
    ],
)
def test_a_form_is_read_as_a_move(form: dict[str, list[str]], move: str) -> None:
    assert read_move(form) == move


def test_with_the_coach_every_choice_says_what_it_is_worth() -> None:
    seen = scene(*SET_OF_6, "roll 2 1")
    worths = {move: 60.0 + len(move) for move in legal_moves(seen.game, seen.state)}
    advice = Advice(seen.game, seen.state, Worth(worths, "points", exact=True))
    notes = advise(seen, advice)
    choices = notes.choices
    assert notes.worths["mode"][0].text == "70.0 · best"
    assert choices["5"] == {
        "roll-worth": "66.0 · −4.0",
        "end-worth": "65.0 · −5.0",
        "reroll-worth": "68.0 · −2.0",  # where the same die is chosen to fly
    }
    assert "4 5" not in choices  # nothing may be done with them
    assert advice.named == "pay two Extra Dice to re-roll dice 1 (2) and 5 (1)"
