"""`dicehall value`: what the moves at the end of a record are worth."""

import json
from pathlib import Path

import pytest

from dicehall.cli import main
from dicehall.game import Decide
from dicehall.game.records import BadRecord, read

RECORDS = Path(__file__).parents[1] / "game/records"


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as left:
        main(["value", *arguments])
    return int(left.value.code or 0)


def last_decision(record: str, folder: Path) -> tuple[Path, tuple[str, ...]]:
    """A file with the sample record up to its last decision, and the moves that are legal then."""
    lines = (RECORDS / record).read_text("utf-8").splitlines()
    while lines:
        lines.pop()
        text = "\n".join(lines) + "\n"
        try:
            found, state = read(text)
        except BadRecord:
            continue
        turn = found.game.turn(state)
        if isinstance(turn, Decide):
            path = folder / record
            path.write_text(text, "utf-8")
            return path, turn.moves
    raise AssertionError("no decision in this record")


@pytest.mark.parametrize(
    ("record", "unit", "certainty"),
    [
        ("fune-0.dice", "points", "exact"),
        ("fune2-0.dice", "win-minus-loss", "exact"),
        ("sparkle-gentle-0.dice", "points", "an estimate ± 0.1"),
        ("knuckles-0.dice", "win-minus-loss", "an estimate ± 0.01"),
    ],
)
def test_the_last_decision_of_a_record_is_weighed(
    record: str, unit: str, certainty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, moves = last_decision(record, tmp_path)
    assert run(str(path), "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["moves"]) == set(moves)
    assert (answer["unit"], answer["exact"]) == (unit, certainty == "exact")
    assert run(str(path)) == 0
    first, *rest = capsys.readouterr().out.splitlines()
    assert first == f"{unit}, {certainty}"
    assert len(rest) == len(moves)


def test_an_unknown_error_is_not_called_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.dice"
    path.write_text("game: fune\nseats: 2\n\nroll 1 2 3 4 6\n", "utf-8")
    assert run(str(path), "--json") == 0
    assert json.loads(capsys.readouterr().out)["error"] is None
    assert run(str(path)) == 0
    assert capsys.readouterr().out.startswith("win-minus-loss, an estimate of unknown error\n")


def test_a_finished_record_has_nothing_to_weigh(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(RECORDS / "fune-0.dice")) == 2
    assert "no player is to move" in capsys.readouterr().err


def test_a_broken_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.dice"
    path.write_text("game: fune\nnonsense\n", "utf-8")
    assert run(str(path)) == 2
    assert "line" in capsys.readouterr().err


BONES = ("--game", "Knucklebones", "--position")


def test_the_moves_of_a_position_are_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*BONES, "53._._-_._.66-4-0", "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["moves"]) == {"column 1", "column 2", "column 3"}


def test_the_rolls_before_a_decision_are_weighed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*BONES, "53._._-_._.66-_-0") == 0
    first, before, *rolls = capsys.readouterr().out.splitlines()
    assert first.startswith("win-minus-loss, ")
    assert before.startswith("before the roll ")
    assert sorted(line[:8] for line in rolls) == [f"roll {face}: " for face in range(1, 7)]


def test_seats_and_options_belong_to_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    card = "_._._._._._._._._._._._._"
    two = ("--game", "fune", "--seats", "2", "--position", f"{card}-{card}-11111-0-0")
    assert run(*two, "--json") == 0
    assert json.loads(capsys.readouterr().out)["unit"] == "win-minus-loss"
    gentle = ("--game", "sparkle", "--option", "curve=gentle", "--position")
    assert run(*gentle, "2-60-0-15262-_-_-_-5") == 0
    assert "end 1 2" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "give a record, or --game and --position"),
        (("--game", "fune"), "give a record, or --game and --position"),
        (("--position", "x"), "give a record, or --game and --position"),
        (("file.dice", *BONES, "x"), "give a record, or --game and --position"),
        (
            ("file.dice", "--seats", "2"),
            "a record already contains the seats and options of its game",
        ),
        ((*BONES, "nowhere"), "'nowhere' is not of the form grid-grid-die-seat"),
        ((*BONES, "111.111.111-2._._-_-1"), "the game is over"),
        (
            ("--game", "sparkle", "--position", "1-0-0-_____-_-12345-_-5"),
            "too many different rolls are possible here",
        ),
    ],
)
def test_invalid_positions_are_refused(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    assert reason in capsys.readouterr().err
