"""`dicehall verify` on honest, forged, cut and unfinished records."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dicehall.cli import main
from dicehall.game import new_game
from dicehall.game.records import write
from support.contests import ANN, BOB, SECRET, after, open_match, played_out

SITTING = (replace(ANN, words="rabbit's foot"), replace(BOB, words="Würfelglück"))
MATCH = played_out(new_game("knucklebones"), seed=5, sitting=SITTING)
TEXT = write(MATCH.record())
FIRST_ROLL = next(line for line in TEXT.splitlines() if line.startswith("roll"))


def run(*arguments: str) -> int:
    """The command's exit code."""
    with pytest.raises(SystemExit) as left:
        main(["verify", *arguments])
    return int(left.value.code or 0)


@pytest.fixture
def verify(tmp_path: Path) -> Callable[..., int]:
    def verify_text(text: str, *arguments: str) -> int:
        path = tmp_path / "match.dice"
        path.write_text(text, "utf-8")
        return run(str(path), *arguments)

    return verify_text


def other(line: str) -> str:
    """A roll of one die that shows another face."""
    return f"roll {int(line.split()[1]) % 6 + 1}"


def test_an_honest_record_is_verified(
    verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(TEXT) == 0
    output = capsys.readouterr().out.splitlines()
    assert output == [
        "Verified: the dice are as promised.",
        f"The secret is the one that was promised: {MATCH.commitment}",
        f"All {MATCH.rolls} rolls match it.",
        "The record is complete.",
    ]
    assert verify(TEXT, "--json") == 0
    assert json.loads(capsys.readouterr().out) == {
        "verified": True,
        "match": "m",
        "promise_kept": True,
        "words_kept": True,
        "coin_right": None,
        "complete": True,
        "rolls": MATCH.rolls,
        "first_wrong": None,
    }


def test_a_changed_roll_is_named(
    verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    forged = TEXT.replace(FIRST_ROLL, other(FIRST_ROLL), 1)
    assert verify(forged) == 1
    face, false = FIRST_ROLL.split()[1], other(FIRST_ROLL).split()[1]
    output = capsys.readouterr().out
    assert output.startswith("NOT verified.\n")
    assert f"Roll 1 should be {face}, but is {false}." in output
    assert verify(forged, "--json") == 1
    found = json.loads(capsys.readouterr().out)["first_wrong"]
    assert found == {"roll": 1, "expected": face, "found": false}


TAMPERED: dict[str, tuple[str, str]] = {
    "words": (TEXT.replace("rabbit's foot", "horseshoe"), "should be"),
    "words left out": (TEXT.replace("words-0: rabbit's foot\n", ""), "should be"),
    "secret": (TEXT.replace(SECRET, "00" * 32), "The secret is not the one that was promised"),
    "promise": (TEXT.replace(MATCH.commitment, "00" * 32), "is not the one that was promised"),
    "match": (TEXT.replace("match: m\n", "match: n\n"), "should be"),
    "cut": ("\n".join(TEXT.splitlines()[:-4]) + "\n", "The record ends before"),
    "no events": (TEXT.partition("\n\n")[0] + "\n\n", "The record ends before"),
    "a secret that is none": (TEXT.replace(SECRET, "no secret"), "Roll 1 should be none, but"),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_tampered_records_are_not_verified(
    kind: str, verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    text, reason = TAMPERED[kind]
    assert text != TEXT
    assert verify(text) == 1
    assert reason in capsys.readouterr().out


def test_an_extra_roll_breaks_the_rules(
    verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(TEXT + "roll 3\n") == 2
    assert "game-over" in capsys.readouterr().err
    assert verify(TEXT.replace(FIRST_ROLL, f"{FIRST_ROLL}\n{FIRST_ROLL}", 1)) == 2
    assert "illegal-roll" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["--json"]])
def test_a_running_match_has_nothing_to_verify_yet(
    arguments: list[str], verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    running = after(open_match(), *SITTING)
    assert verify(write(running.record()), *arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "the secret of these dice is revealed when the match is over\n"


def test_a_record_without_notes_has_nothing_to_verify(
    verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify("game: knuckles\n\nroll 3\n0 column 1\n") == 2
    assert capsys.readouterr().err == (
        "the record does not name its match and promise and secret\n"
    )


def test_unreadable_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(tmp_path / "missing")) == 2
    assert "unreadable" in capsys.readouterr().err


def test_control_characters_in_a_file_are_escaped(
    verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(TEXT.replace(MATCH.commitment, "\x1b[2J")) == 1
    assert "\x1b" not in capsys.readouterr().out


def test_own_dice_cannot_be_verified(
    verify: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify("game: knucklebones\ndice: own\n\nroll 5\n") == 2
    assert "the players rolled their own dice" in capsys.readouterr().err
    assert verify(TEXT.replace("\n\n", "\ndice: own\n\n", 1)) == 2
