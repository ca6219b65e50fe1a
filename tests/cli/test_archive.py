"""`dicehall export` and `dicehall import`."""

import asyncio
import errno
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dicehall.cli import main
from dicehall.game import new_game
from dicehall.game.records import read_many, write
from support.clients import open_match, play, program, visitor
from support.contests import ANN, BOB, played_out
from support.places import FilePlace
from support.server import Server

TEXT = write(played_out(new_game("knucklebones"), 4, (ANN, BOB)).record())
OTHER = TEXT.replace("match: m\n", "match: other\n")
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
UNFINISHED = "game: fune\n\nroll 1 2 3 4 5\n"


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DICEHALL_DATA", "DICEHALL_DATABASE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a server without matches."""
    folder = tmp_path / "house"
    folder.mkdir()

    async def make() -> None:
        await (await FilePlace(folder).open()).close()

    asyncio.run(make())
    return folder


def run(*arguments: str | Path) -> int:
    """Run a command; its exit code."""
    with pytest.raises(SystemExit) as left:
        main([str(argument) for argument in arguments])
    return left.value.code or 0  # type: ignore[return-value]


def written(path: Path, *texts: str) -> Path:
    path.write_text("\n".join(texts), encoding="utf-8")
    return path


def test_one_match_is_counted_as_one(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("import", written(tmp_path / "in.dice", TEXT), "--data", data) == 0
    assert run("export", tmp_path / "out.dice", "--data", data) == 0
    assert capsys.readouterr().err == "1 match written\n"


def test_there_and_back(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = written(tmp_path / "in.dice", TEXT, UNFINISHED, OTHER, TEXT)
    assert run("import", source, "--data", data, "--dry-run") == 0
    assert "2 imported, 1 already known, 1 unfinished" in capsys.readouterr().out
    assert run("export", "--data", data) == 0
    assert capsys.readouterr() == ("", "0 matches written\n"), "a dry run keeps nothing"
    assert run("import", source, "--data", data) == 0
    assert run("import", source, "--data", data) == 0
    assert "0 imported, 3 already known" in capsys.readouterr().out
    out = tmp_path / "out.dice"
    assert run("export", out, "--data", data) == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    found = list(read_many(out.read_text("utf-8").splitlines()))
    assert [record.notes["match"] for record, _ in found] == ["m", "other"]
    assert run("export", out, "--data", data) == 2, "no file is written over"
    assert "File exists" in capsys.readouterr().err
    assert run("export", tmp_path, "--data", data, "--name", "bob") == 0
    assert capsys.readouterr().err == "2 matches written\n"
    assert (tmp_path / "knucklebones-other.dice").is_file()
    for options in (["--game", "fune"], ["--since", "0d"], ["--since", "2999-01-31"]):
        assert run("export", "--data", data, *options) == 0
        assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("bad", "line", "code"),
    [
        ("game: fune\n\nroll 9 9 9 9 9\n", 3, "illegal-roll"),
        ("game: chess\n", 1, "unknown-game"),
        (OTHER.replace("match: other", "match: a b"), 1, "bad-line"),
        (OTHER.replace("name-1: Bob", "name-1: Ann"), 1, "bad-name"),
    ],
)
def test_one_bad_record_changes_nothing(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], bad: str, line: int, code: str
) -> None:
    source = written(tmp_path / "in.dice", TEXT, bad)
    assert run("import", source, "--data", data) == 2
    output = capsys.readouterr().err
    assert output.startswith(f"{source}: line {TEXT.count(chr(10)) + 1 + line}: {code}: ")
    assert output.count("\n") == 1
    assert run("export", "--data", data) == 0
    assert capsys.readouterr().out == ""


def test_unreadable_files_are_refused(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "in.dice"
    source.write_bytes(TEXT.encode() + b"\n\xff\n")
    assert run("import", source, "--data", data) == 2
    assert f"line {TEXT.count(chr(10)) + 2}: not-text" in capsys.readouterr().err
    assert run("import", tmp_path / "none", "--data", data) == 2
    assert "unreadable: No such file" in capsys.readouterr().err
    assert run("import", source, "--data", data, "--name", "x") == 2
    assert "use --name together with --guest" in capsys.readouterr().err
    assert run("export", "--data", data, "--since", "soon") == 2
    assert run("export", "--data", data, "--game", "chess") == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_failed_write_is_not_reported_as_success(data: Path, tmp_path: Path) -> None:
    assert run("import", written(tmp_path / "in.dice", TEXT), "--data", data) == 0
    command = [sys.executable, "-m", "dicehall", "export", "--data", str(data)]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=BUFFERED
        )
    assert (done.returncode, done.stderr) == (1, "standard output: No space left on device\n")


def test_no_half_file_is_left(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("import", written(tmp_path / "in.dice", TEXT, OTHER), "--data", data) == 0

    def fail(record: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("dicehall.cli.hosting.records.write", fail)
    out = tmp_path / "out.dice"
    assert run("export", out, "--data", data) == 1
    assert capsys.readouterr().err == f"{out}: No space left on device\n"
    assert not out.exists()


def test_a_running_server_shows_an_imported_match_as_unverified(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with program(server) as ada, visitor(server) as reader:
        own = open_match(ada, "knucklebones", "people", other="Bob")
        while not own["over"]:
            own = play(ada, own, own["turn"]["moves"][-1]).json()
        assert run("export", "--data", server.data, tmp_path, "--name", "Ada") == 0
        assert (tmp_path / f"knucklebones-{own['id']}.dice").is_file()
        foreign = TEXT.replace("match: m\n", "match: from-elsewhere\n")
        assert run("import", written(tmp_path / "in", foreign), "--data", server.data) == 0
        assert "1 imported" in capsys.readouterr().out
        there = "/matches/from-elsewhere"
        for under in ("", "/replay", "/review", "/dice", "/record"):
            assert reader.get(f"{there}{under}").status_code == 200, under
        page = reader.get(f"{there}/dice").text
        assert "This server did not roll these dice." in page
        assert "as promised" not in page
        found = reader.get(f"/api{there}/dice").json()
        assert (found["imported"], found["verified"], found["kept"]) == (True, None, None)
        assert found["rolls"] == []
        mine = ada.get(f"/api/matches/{own['id']}/dice").json()
        assert (mine["imported"], mine["verified"]) == (False, True)


def test_a_new_folder_is_filled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source, there = written(tmp_path / "in.dice", TEXT, OTHER), tmp_path / "new" / "house"
    assert run("import", source, "--data", there, "--dry-run") == 0
    assert "2 imported" in capsys.readouterr().out
    assert not there.parent.exists(), "a dry run makes nothing"
    bad = written(tmp_path / "bad.dice", "game: chess\n\n")
    assert run("import", bad, "--data", there) == 2
    assert not there.parent.exists(), "what cannot be read makes nothing"
    assert run("import", source, "--data", there) == 0
    assert "2 imported, 0 already known" in capsys.readouterr().out
    assert stat.S_IMODE(there.stat().st_mode) == 0o700
    out = tmp_path / "out.dice"
    assert run("export", out, "--data", there) == 0
    assert [record.notes["match"] for record, _ in read_many(out.read_text("utf-8"))] == [
        "m",
        "other",
    ]


def test_only_importing_makes_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", "--data", tmp_path / "none") == 2
    assert "there are no matches in" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
