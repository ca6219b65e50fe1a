"""What the page of Sparkle shows and reads, without a browser."""

import pytest

from dicehall.game import Decide
from dicehall.game.records import read
from dicehall.games.sparkle.page.choices import choices
from dicehall.games.sparkle.page.coach import advise
from dicehall.games.sparkle.page.view import examples, read_move, sample, view
from dicehall.games.sparkle.rules import Sparkle
from dicehall.page.advice import Advice
from dicehall.page.history import History
from dicehall.page.scene import Scene
from dicehall.players.worth import Worth
from support.playouts import legal_moves, play_match

SET_OF_6 = ("roll 2 6 6 6 3", "0 roll 2 3 4")
FIZZLE = "roll 2 2 3 3 4"


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
def test_a_choice_gives_a_reason_exactly_for_what_is_not_legal(seed: int) -> None:
    game = Sparkle("gentle")
    for step in play_match(game, seed):
        if not isinstance(step.turn, Decide):
            continue
        table = set(map(str, step.state.table))
        seen = Scene(History(game, step.state), players=("Ada",), levels=("",), mine=(0,))
        for picked, choice in choices(seen).items():
            chosen = picked.split()
            rest = sorted(table - set(chosen))
            assert (choice["roll"] == "") == (" ".join(["roll", *chosen]) in step.turn.moves)
            assert (choice["end"] == "") == (" ".join(["end", *chosen]) in step.turn.moves)
            assert (choice["reroll"] == "") == (" ".join(["reroll", *rest]) in step.turn.moves)


def test_a_choice_tells_points_status_and_what_flies() -> None:
    shown = view(scene(*SET_OF_6, "roll 2 1"))
    assert shown.choices["5"] == {
        "points": "+10 selected",
        "reached": "70",
        "status": "✓ You may end the turn: 70 of 50.",
        "note": "",
        "roll-label": "Roll 1 die",
        "reroll-label": "Re-roll 1",
        "flying": "die 1 flies again",
        "roll": "",
        "end": "",
        "reroll": "",
    }
    assert shown.choices[""]["roll"] == "choose at least one scoring die"
    assert shown.choices["1 5"]["reroll"] == "every die is set aside: leave those that shall fly"


def test_a_selected_set_explains_its_certificate() -> None:
    choice = view(scene("roll 2 6 6 6 3")).choices["2 3 4"]
    assert choice["end"] == "a set is waiting for its certificate: roll again"
    assert choice["note"] == (
        "The set of 6s will wait for its certificate: the next roll must score."
        " A 6 in it is void and flies again."
    )


def test_five_banked_dice_say_that_they_come_back() -> None:
    five = view(scene("roll 6 6 6 1 5")).choices["1 2 3 4 5"]
    assert five["roll-label"] == "Roll all five"
    assert five["note"].startswith("All five come back and must be rolled.")
    assert "certify the set of 6s" in five["note"]
    heap = view(scene("roll 6 6 6 6 6")).choices["1 2 3 4 5"]
    assert heap["note"] == "All five are banked: they come back and must be rolled."


def test_void_rolls_are_told() -> None:
    shown = view(scene(*SET_OF_6, "roll 6 1", "roll 2 6", "roll 5 4"))
    assert (shown.voids, shown.void_value) == (((6, 1), (2, 6)), 6)
    assert shown.told.startswith("You rolled 5 and 4. The waiting set is certified.")
    assert view(scene(*SET_OF_6, "roll 5 4")).voids == ()


def test_a_die_tumbles_only_when_it_was_thrown() -> None:
    rolled = [die.rolled for die in view(scene(*SET_OF_6, "roll 6 1", "roll 5 4")).dice]
    assert rolled[1:4] == [1, 1, 1]
    assert rolled[0] == rolled[4] > 1


def test_a_fizzle_says_what_accepting_it_costs() -> None:
    over = view(scene(FIZZLE)).fizzle
    assert over
    assert (over.stakes, over.ends_game) == ("the game ends with 0", True)
    safe = (*SET_OF_6, "roll 2 1", "0 end 5")
    kept = view(scene(*safe, "roll 1 2 3 3 4", "0 roll 1", "roll 2 3 3 4")).fizzle
    assert kept
    assert (kept.stakes, kept.ends_game) == ("10 points are lost, the game goes on", False)
    assert view(scene(*safe, "roll 1 2 3 3 4")).fizzle is None


def test_too_few_extra_dice_ask_for_dice_that_stay() -> None:
    poor = scene(FIZZLE, "0 reroll 1 2 3 4 5", FIZZLE, "0 reroll 1", "roll 2")
    shown = view(poor)
    assert shown.state.extra == 1
    assert shown.choices[""]["reroll"] == "too few: set aside the dice that stay"
    assert shown.choices["1 2 3 4"]["reroll"] == ""
    broke = view(scene(FIZZLE, "0 reroll 1 2 3 4 5", FIZZLE, "0 reroll 1 2", "roll 2 2"))
    assert broke.choices["1 2 3 4"]["reroll"] == "no Extra Dice left"


def test_dice_that_stayed_in_a_re_roll_are_picked_still_if_they_score() -> None:
    def picked(*lines: str) -> list[int]:
        return [die.position for die in view(scene(*lines)).dice if die.picked]

    assert picked("roll 1 2 3 3 4", "0 reroll 2 3 4 5", "roll 2 3 3 4") == [1]
    assert picked(FIZZLE, "0 reroll 3 4 5", "roll 1 3 4") == []
    assert picked("roll 1 2 2 3 4", "0 reroll 4 5", "roll 2 5") == []
    assert picked("roll 1 5 3 3 4", "0 roll 1", "roll 5 3 3 4") == []


def test_the_bar_shows_total_stake_and_mark() -> None:
    bar = view(scene(*SET_OF_6, "roll 2 1")).bar
    assert (bar.most, bar.reached, bar.safe) == (70, 60, 0)
    assert (bar.at_stake, bar.mark) == (857, 714)


def test_the_highest_score_is_named_when_it_is_made() -> None:
    lost = (*SET_OF_6, "roll 2 1", "0 end 5")
    assert not view(scene(*lost, FIZZLE, best=70)).is_best
    assert view(scene(*lost, FIZZLE, best=70, running=False)).is_best
    assert not view(scene(*lost, FIZZLE, best=90, running=False)).is_best


def test_those_who_watch_get_no_choices() -> None:
    game = Sparkle()
    for still in (sample(game), *(picture for _, picture in examples(game))):
        assert view(still).choices == {}
        assert not any(die.picked for die in view(still).dice)


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ({"verb": ["roll"], "dice": ["4", "1"]}, "roll 1 4"),
        ({"verb": ["end"], "dice": ["1"], "table": ["1 2"]}, "end 1"),
        ({"verb": ["reroll"], "dice": ["1"], "table": ["1 4 5"]}, "reroll 4 5"),
        ({"verb": ["reroll"], "table": ["1 2 3 4 5"]}, "reroll 1 2 3 4 5"),
        ({"verb": ["fizzle"], "dice": ["1"], "table": ["1 2"]}, "fizzle"),
        ({"verb": ["roll"]}, "roll"),
        ({}, ""),
    ],
)
def test_a_form_is_read_as_a_move(form: dict[str, list[str]], move: str) -> None:
    assert read_move(form) == move


def test_the_form_of_the_page_spells_legal_moves() -> None:
    shown = scene("roll 1 5 2 3 3")
    form = {"verb": ["reroll"], "dice": ["1"], "table": [view(shown).table]}
    assert read_move(form) in legal_moves(shown.game, shown.state)


def test_with_the_coach_every_choice_says_what_it_is_worth() -> None:
    seen = scene(*SET_OF_6, "roll 2 1")
    worths = {move: 60.0 + len(move) for move in legal_moves(seen.game, seen.state)}
    advice = Advice(seen.game, seen.state, Worth(worths, "points", exact=True))
    choices = advise(seen, advice).choices
    assert choices["5"] == {
        "roll-worth": "66.0 · −4.0",
        "end-worth": "65.0 · −5.0",
        "reroll-worth": "68.0 · −2.0",  # of the die that is not picked
    }
    assert "4 5" not in choices  # nothing may be done with them
    assert advice.named == "re-roll 2 and 1"
