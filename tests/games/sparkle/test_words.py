from dataclasses import replace

import pytest

from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.game.turns import SPARK, Roll
from dicehall.games.sparkle.rules import Sparkle, SparkleState
from dicehall.games.sparkle.words import face_name, tell
from dicehall.words.telling import ask
from dicehall.words.viewer import Viewer

YOU = Viewer(("Ada",), you=0)
GAME = Sparkle()


def told(state: SparkleState, event: Event) -> str:
    return tell(GAME, state, event, apply(GAME, state, event), "You")


def rolled(*roll: int) -> SparkleState:
    return GAME.roll(GAME.start(), roll)


def after(roll: Roll, move: str) -> SparkleState:
    return GAME.play(rolled(*roll), move)


def test_face_names() -> None:
    assert [face_name(face) for face in (1, SPARK)] == ["1", "Spark"]


@pytest.mark.parametrize(
    ("roll", "sentence"),
    [
        ((SPARK, 1, 4, 6, 3), "Spark, 1, 4, 6 and 3. Spark and 1 score 10 each."),
        ((6, 1, 5, 3, 4), "6, 1, 5, 3 and 4. 1 scores 10. 5 scores 5."),
        ((6, 6, 6, 6, 6), "6, 6, 6, 6 and 6. A heap: 600 points."),
        ((SPARK, 1, 1, 1, 1), "Spark, 1, 1, 1 and 1. A heap: 1000 points."),
        ((5, 5, 2, 5, 5), "5, 5, 2, 5 and 5. 5, 5 and 5 make a set: 50 points. 5 scores 5."),
        (
            (SPARK, 4, 4, 1, 2),
            "Spark, 4, 4, 1 and 2. Spark, 4 and 4 make a set: 40 points. 1 scores 10.",
        ),
        (
            (SPARK, 4, 4, 6, 6),
            "Spark, 4, 4, 6 and 6. Spark, 4 and 4 make a set: 40 points."
            " Or Spark, 6 and 6: 60 points.",
        ),
        (
            (2, 2, 3, 4, 6),
            "2, 2, 3, 4 and 6. Nothing scores. Five dice fizzled: you gain an Extra Die.",
        ),
    ],
)
def test_a_roll_and_what_scores_in_it(roll: Roll, sentence: str) -> None:
    assert told(GAME.start(), Rolled(roll)) == f"You rolled {sentence}"


def test_the_roll_after_a_set() -> None:
    waiting = after((5, 5, 5, 2, 3), "roll 1 2 3")
    void = "The 5 matches the waiting set: the roll is void and rolled again."
    assert told(waiting, Rolled((5, 1))) == void
    certified = "You rolled 1 and 4. The waiting set is certified. 1 scores 10."
    assert told(waiting, Rolled((1, 4))) == certified
    assert told(waiting, Rolled((6, 4))) == "You rolled 6 and 4. Nothing scores."


def test_one_die() -> None:
    state = after((5, 1, 2, 4, 3), "reroll 3")
    assert told(state, Rolled((6,))) == "You rolled a 6. 1 scores 10. 5 scores 5."


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("roll 2 3", "You banked 1 and 5 for 15 points and rolled three dice."),
        ("roll 1 2", "You banked Spark and 1 for 20 points and rolled three dice."),
        ("reroll 4 5", "You paid two Extra Dice to re-roll dice 4 (6) and 5 (3)."),
        ("reroll 4", "You paid one Extra Die to re-roll die 4 (6)."),
    ],
)
def test_moves(move: str, sentence: str) -> None:
    assert told(rolled(SPARK, 1, 5, 6, 3), Played(0, move)) == sentence


def test_banking_a_set() -> None:
    sentence = (
        "You banked 4, 4, 4 and 1 for 50 points and rolled one die."
        " The set of 4s waits for its certificate."
    )
    assert told(rolled(4, 4, 4, 1, 2), Played(0, "roll 1 2 3 4")) == sentence


def test_banking_all_five() -> None:
    sentence = "You banked 6, 6, 6, 6 and 6 for 600 points: all five dice came back."
    assert told(rolled(6, 6, 6, 6, 6), Played(0, "roll 1 2 3 4 5")) == sentence


def test_ending_the_turn() -> None:
    state = replace(rolled(1, 5, 2, 3, 4), total=200, points=20)
    sentence = "You banked 1 for 10 points and ended the turn: 230 in total."
    assert told(state, Played(0, "end 1")) == sentence
    third = replace(state, number=3, total=400)
    gift = " Three turns completed: you gain an Extra Die."
    assert told(third, Played(0, "end 1")).endswith(": 430 in total." + gift)


def test_a_fizzle() -> None:
    state = replace(rolled(2, 3, 4, 6, 6), total=100)
    assert told(state, Played(0, "fizzle")) == "Fizzle: the turn scored nothing."
    lost = "Fizzle: 60 points lost."
    assert told(replace(state, points=60), Played(0, "fizzle")) == lost


def test_the_last_fizzle_names_the_stake_and_whether_it_could_be_saved() -> None:
    state = replace(rolled(2, 3, 4, 6, 6), points=30)
    saved = "Fizzled with 30 points at stake. Extra Dice could have saved it."
    assert told(state, Played(0, "fizzle")) == saved
    spent = replace(state, extra=0)
    assert told(spent, Played(0, "fizzle")) == "Fizzled with 30 points at stake."
    first = replace(spent, points=0)
    assert told(first, Played(0, "fizzle")) == "Fizzled with nothing at stake."


@pytest.mark.parametrize(
    ("state", "asked"),
    [
        (rolled(1, 2, 3, 4, 6), "Bank scoring dice, then roll again: 100 points to go."),
        (
            replace(rolled(1, 2, 3, 4, 6), total=90),
            "Bank scoring dice, then roll again or end the turn.",
        ),
        (
            replace(rolled(1, 2, 3, 4, 6), total=100, banked=(2, 3, 4, 5)),
            "Bank scoring dice, then roll again.",
        ),
        (rolled(4, 4, 4, 1, 2), "Bank the set, then roll again: it needs its certificate."),
        (rolled(SPARK, 2, 2, 2, 2), "Bank the heap, then roll all five dice again."),
        (
            rolled(2, 3, 4, 6, 6),
            "Nothing scores: pay some of your 6 Extra Dice to re-roll, or accept the fizzle.",
        ),
        (
            replace(rolled(2, 3, 4, 6, 6), extra=1),
            "Nothing scores: pay your Extra Die to re-roll a die, or accept the fizzle.",
        ),
        (replace(rolled(2, 3, 4, 6, 6), extra=0), "Nothing scores: accept the fizzle."),
        (GAME.start(), "Five dice must be rolled."),
        (replace(rolled(2, 3, 4, 6, 6), total=80, lost=True), "The game is over: 80 points."),
    ],
)
def test_prompts(state: SparkleState, asked: str) -> None:
    assert ask(GAME, state, YOU) == asked
