"""Why a hint is the best move, from the numbers."""

import pytest

from dicehall.game import new_game
from dicehall.game.records import read
from dicehall.players.reasons import reason
from dicehall.players.worth import Worth


def bones(text: str) -> tuple[object, object]:
    record, state = read(f"game: knucklebones\n\n{text}")
    return record.game, state


KNOCKOUT = bones("roll 6\n0 column 1\nroll 6\n")


def win(**moves: float) -> Worth:
    spelled = {move.replace("_", " "): value for move, value in moves.items()}
    return Worth(spelled, "win-minus-loss", exact=True)


def test_a_knockout_and_the_chances() -> None:
    why = reason(*KNOCKOUT, win(column_1=0.42, column_2=0.28, column_3=0.2))  # type: ignore[arg-type]
    assert why.full == (
        "It knocks out 6 points and keeps the chance to win with best play at 71%;"
        " the next best, column 2, at 64%."
    )
    assert why.brief == "71% to win with best play; next 64%"


def test_without_an_effect_the_next_bests_is_named() -> None:
    why = reason(*KNOCKOUT, win(column_2=0.42, column_1=0.28))  # type: ignore[arg-type]
    assert why.full.endswith("the next best, column 1 (knocks out 6 points), at 64%.")


def test_moves_within_the_error_are_about_as_good() -> None:
    moves = {"column 2": 0.42, "column 3": 0.41}
    exact = Worth(moves, "win-minus-loss", exact=True)
    rough = Worth(moves, "win-minus-loss", exact=False, error=0.01)
    assert "about as good" not in reason(*KNOCKOUT, exact).full  # type: ignore[arg-type]
    assert "the next best, column 3, is about as good." in reason(*KNOCKOUT, rough).full  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ({"score choice": 200.0}, "It is the only move."),
        (
            {"score choice": 204.2, "score sixes": 200.0},
            "It is worth 4.2 points more than the next best, Sixes for 18.",
        ),
        (
            {"score choice": 204.2, "score sixes": 204.19},
            "It is worth 204.2 on average; the next best, Sixes for 18, is about as good.",
        ),
        ({"keep 1": 204.2, "keep 3": 204.2, "keep 5": 204.2}, "It is the only move."),
    ],
)
def test_points_alone(moves: dict[str, float], said: str) -> None:
    """Keeping one of equal dice or another is the same move to people."""
    game = new_game("fune", 1)
    state = game.roll(game.start(), (6, 1, 6, 2, 6))
    assert reason(game, state, Worth(moves, "points", exact=True)).full == said


def test_the_risk_of_a_fizzle() -> None:
    game = new_game("sparkle")
    state = game.roll(game.start(), (1, 1, 2, 3, 4))
    said = reason(game, state, Worth({"roll 1": 90.0, "roll 1 2": 60.0}, "points", exact=True))
    assert said.full.startswith("It fizzles ")
    assert " of the time and is worth 30.0 points more than the next best, bank dice" in said.full
