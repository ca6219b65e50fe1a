import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dicehall.cli import main

RECORDS = Path(__file__).parents[1] / "game/records"
EXPECTED = json.loads((RECORDS / "expected.json").read_text("utf-8"))
ONE_LINE = re.compile(r"(?P<file>.+): line (?P<line>\d+): (?P<code>[a-z-]+): (?P<reason>.+)\n")


def run(*arguments: str) -> int:
    """The command's exit code."""
    with pytest.raises(SystemExit) as left:
        main(["replay", *arguments])
    return int(left.value.code or 0)


def refusal(path: object, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The line, code and reason with which a file is refused."""
    assert run(str(path)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    found = ONE_LINE.fullmatch(captured.err)
    assert found, captured.err
    return int(found["line"]), found["code"], found["reason"]


@pytest.mark.parametrize("name", EXPECTED)
def test_known_records_fold_to_known_results(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(RECORDS / name), "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    expected = EXPECTED[name]
    assert set(answer) == {"game", "over", "scores", "winners", "turn"}
    assert answer["over"] == expected["over"]
    assert answer["scores"] == expected["scores"]
    assert name.startswith(answer["game"])
    if answer["over"]:
        best = max(expected["scores"])
        winners = [seat for seat, score in enumerate(expected["scores"]) if score == best]
        assert answer["winners"] == winners
        assert answer["turn"] == {"kind": "over"}
    elif "moves" in expected:
        assert answer["winners"] == []
        turn = answer["turn"]
        assert (turn["kind"], turn["seat"]) == ("decide", expected["seat"])
        assert sorted(turn["moves"]) == sorted(expected["moves"])
    else:
        assert answer["turn"]["kind"] == "chance"


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("game: sparkle\n", ["spark", "d6", "d6", "d6", "d6"]),
        ("game: pocket-hexes\n", ["d4", "d6", "d8", "d10", "d12", "d20"]),
        ("game: fune\n\nroll 1 2 3 4 5\n0 keep 1 2 3\n", ["d6", "d6"]),
    ],
)
def test_chance_names_the_dice(
    text: str, dice: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.dice"
    path.write_text(text, "utf-8")
    assert run(str(path), "--json") == 0
    assert json.loads(capsys.readouterr().out)["turn"] == {"kind": "chance", "dice": dice}


def test_without_json_the_board_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(str(RECORDS / "knuckles-3.dice")) == 0
    output = capsys.readouterr().out
    assert output.startswith("Knuckles: rolls 10, moves 9\n\nSeat 1: 8\n")
    assert output.endswith("Seat 1: Put the 3 into a column.\n")


def test_names_of_a_record_are_shown_without_control_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.dice"
    path.write_text("game: knuckles\nname-0: Ada\nname-1: \x1b[2JBob\n\nroll 3\n", "utf-8")
    assert run(str(path)) == 0
    output = capsys.readouterr().out
    assert "\\x1b[2JBob: 0" in output
    assert "Ada: Put the 3 into a column." in output


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    content = io.BytesIO((RECORDS / "fune-0.dice").read_bytes())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    assert run("-", "--json") == 0
    assert json.loads(capsys.readouterr().out)["scores"] == [83]


def _with_line(at: int, line: bytes) -> Callable[[bytes], bytes]:
    """Put a line before the one at this index; a negative one counts from the end."""

    def change(content: bytes) -> bytes:
        lines = content.split(b"\n")
        lines.insert(at, line)
        return b"\n".join(lines)

    return change


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "no event": _with_line(4, b"nonsense"),
    "no face": _with_line(3, b"roll x"),
    "a huge face": _with_line(3, b"roll " + b"9" * 5000),
    "a wrong number of dice": _with_line(3, b"roll 1 1 1 1 1 1 1 1"),
    "a move that is none": _with_line(-1, b"0 dance \x1b[2J"),
    "a seat that is none": _with_line(-1, b"7 column 1"),
    "a header line that is none": _with_line(1, b"seats 2"),
    "an unknown option": _with_line(1, b"colour: red"),
    "the game twice": _with_line(1, b"game: fune"),
    "another encoding": _with_line(2, b"# \xe9t\xe9"),
    "an unknown game": lambda content: content.replace(b"game: ", b"game: x", 1),
    "three seats": lambda content: re.sub(rb"seats: \d", b"seats: 3", content, count=1),
    "no header": lambda content: content.partition(b"\n\n")[2],
    "nothing": lambda content: b"",
    "every second byte": lambda content: content[::2],
    "two bytes a character": lambda content: content.decode().encode("utf-16"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_records_are_refused_in_one_line(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "damaged.dice"
    for record in sorted(RECORDS.glob("*-[07].dice")):
        path.write_bytes(DAMAGES[damage](record.read_bytes()))
        line, _, reason = refusal(path, capsys)
        assert 1 <= line <= record.read_bytes().count(b"\n") + 2
        assert reason.isprintable()
        assert len(reason) <= 400


@pytest.mark.parametrize(
    ("content", "line", "code"),
    [
        (b"", 1, "bad-line"),
        (b"\x00" * 500, 1, "bad-line"),
        (b"\x89PNG\r\n\x1a\n", 1, "not-text"),
        (b"game: fune\n\nroll 1 2 3 4 5\n# \xff\n", 4, "not-text"),
        (b"game: chess\n", 1, "unknown-game"),
        (b"# a comment\ngame: fune\nseats: 9\n", 3, "bad-option"),
        (b"game: sparkle\ncurve: steep\n", 2, "bad-option"),
        (b"game: knuckles\n\nroll 7\n", 3, "illegal-roll"),
        (b"game: knuckles\n\nroll 5\nroll 5\n", 4, "illegal-roll"),
        (b"game: knuckles\n\n0 column 1\n", 3, "illegal-move"),
        (b"game: knuckles\n\nroll 5\n1 column 1\n", 4, "wrong-seat"),
        (b"game: knuckles\n\nroll 5\n0 column 4\n", 4, "illegal-move"),
        (b"game: knuckles\n\nroll five\n", 3, "bad-line"),
        (b"game: fune\n\n" + b"#" * 1_000_001, 1, "too-large"),
        (b"junk\n" * 2_000_000, 1, "too-large"),
    ],
)
def test_the_line_and_the_code(
    content: bytes, line: int, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.dice"
    path.write_bytes(content)
    assert refusal(path, capsys)[:2] == (line, code)


def test_missing_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal(tmp_path, capsys)[:2] == (1, "unreadable")
    assert refusal(tmp_path / "missing", capsys)[:2] == (1, "unreadable")
    assert refusal("a\0b", capsys)[:2] == (1, "unreadable")
    assert refusal("a\nb\x1b", capsys)[:2] == (1, "unreadable")
    assert refusal("x" * 5000, capsys)[:2] == (1, "unreadable")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no endless file here")
def test_an_endless_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert refusal("/dev/zero", capsys)[:2] == (1, "too-large")


def test_a_file_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 2
    assert capsys.readouterr().err == "Missing argument 'FILE'.\n"


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"game: knuckles\n\n0 column 1\n", b""])
def test_the_real_command_refuses_without_a_traceback(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.dice"
    path.write_bytes(content)
    command = [sys.executable, "-m", "dicehall", "replay", str(path), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert ONE_LINE.fullmatch(done.stderr)
