"""Screenshots: scenes are found, and a still and a strip are made of a real page."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from struct import unpack
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "scripts"
OF_GAMES = ["throw", "bank", "heap", "ring", "single", "triple", "computer", "comeback", "fune"]


@pytest.fixture
def positions(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The scenes of the strips."""
    monkeypatch.syspath_prepend(str(SCRIPTS))
    return import_module("pictures.positions")


def test_every_scene_is_found_and_its_moves_are_legal(positions: ModuleType) -> None:
    ids = set()
    for scene in (*positions.SCENES, positions.EXCHANGE):
        course, moves = scene.prepare()
        ids.add(course.match.id)
        for move in moves:
            assert move in course.asked
            course = course.moved(move)
        seated = [seat.name for seat in course.match.seats if seat and seat.level]
        assert seated in ([], ["Marrow"]), "a computer player has the name of its character"
    assert len(ids) == len(positions.SCENES) + 1
    assert {scene.name for scene in positions.SCENES} >= set(OF_GAMES)


@pytest.mark.parametrize(("game", "name"), [("sparkle", "heap"), ("fune", "fune")])
def test_five_alike_fall_when_they_are_wanted(positions: ModuleType, game: str, name: str) -> None:
    [scene] = [one for one in positions.SCENES if (one.game, one.name) == (game, name)]
    course, (throw, _) = scene.prepare()
    assert len(set(course.moved(throw).match.state.dice)) == 1


@pytest.mark.usefixtures("browser")  # skips where there is none
def test_a_still_and_a_strip(tmp_path: Path) -> None:
    stills = ["--stills", "--moments", "first", "--themes", "dark"]
    strips = ["--strips", "--scenes", "place", "--sizes", "360x640"]
    assert _take(tmp_path, "pocket-hexes", *stills, *strips).returncode == 0
    assert _size(tmp_path / "pocket-hexes/first-360x640-dark.png") == (360, 640)
    sheet = _size(tmp_path / "pocket-hexes-dark.png")
    strip = _size(tmp_path / "strip-pocket-hexes-place-360x640-dark.png")
    assert strip[0] > 2 * sheet[0]  # the sheet has one picture, the strip those of a flight


@pytest.mark.parametrize(
    "wrong", [["chess"], ["--sizes", "wide"], ["--themes", "pink"], ["--scenes", "draw"]]
)
def test_an_unknown_wish_is_refused(
    wrong: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    with pytest.raises(SystemExit):
        import_module("pictures.__main__").main(wrong)
    assert repr(wrong[-1]) in capsys.readouterr().err


def _take(out: Path, *wishes: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(SCRIPTS), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "pictures", *wishes, "--out", str(out)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=300,
    )


def _size(picture: Path) -> tuple[int, int]:
    """Of a PNG, which says it at its beginning."""
    width, height = unpack(">16x2I", picture.read_bytes()[:24])
    return width, height
