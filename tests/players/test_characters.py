"""The characters of the computer players, and the faces of guests."""

from pathlib import Path
from types import SimpleNamespace

import pytest

import dicehall
from dicehall.game import games
from dicehall.game.refused import BadOption
from dicehall.games.bones import players
from dicehall.players.characters import (
    GUEST_FACES,
    NO_FACE,
    another_face,
    character,
    check_face,
    default_face,
    face_titles,
    reservation,
    strength,
)
from dicehall.players.levels import levels

PICTURES = Path(dicehall.__file__).parent / "web/static/who"
MOST_BYTES = 2_400
EXPRESSIONS = ("glad", "sad", "thinking", "gloat", "flinch", "despair")


def test_every_level_of_the_server_is_somebody() -> None:
    for game in games():
        for level in levels(game):
            who = character(level)
            assert who.name
            assert who.line
            assert who.face not in (NO_FACE, *GUEST_FACES)
    assert [character(level).name for level in ("easy", "normal", "hard", "perfect", "best")] == [
        "Pip",
        "Marrow",
        "Ember",
        "Captain Owl",
        "Captain Owl",
    ]


def test_a_level_of_another_package_has_the_face_of_a_die() -> None:
    who = character("deep-thought")
    assert (who.name, who.face, who.line) == ("Deep thought", "die", "")
    assert strength("knuckles", "deep-thought") == ""


@pytest.mark.parametrize("game", [name for name, entry in games().items() if 2 in entry.seats])
def test_every_opponent_has_a_strength(game: str) -> None:
    for level in levels(game):
        assert strength(game, level)


def test_only_what_is_proven_here_is_called_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "_tablebase", lambda game: None)
    assert "proven" not in strength("knucklebones", "perfect")
    assert "close to perfect" in reservation("knucklebones", "perfect")
    assert reservation("knucklebones", "hard") == reservation("fune", "perfect") == ""
    monkeypatch.setattr(players, "_tablebase", lambda game: SimpleNamespace(exact=True))
    assert strength("knucklebones", "perfect") == "Plays perfectly. Proven."
    assert reservation("knucklebones", "perfect") == ""


def test_a_guest_has_a_face_from_the_beginning() -> None:
    assert default_face("guest-a") == default_face("guest-a")
    assert {default_face(f"guest-{n}") for n in range(200)} == set(GUEST_FACES)
    assert default_face("guest-a", 0) != default_face("guest-a", 1)
    for face in GUEST_FACES:
        assert another_face(face) in GUEST_FACES
        assert another_face(face) != face


def test_a_face_that_is_not_drawn_is_refused() -> None:
    assert check_face("") == ""
    assert check_face("hare") == "hare"
    for face in ("owl", "dragon", "hare#"):
        with pytest.raises(BadOption) as refusal:
            check_face(face)
        assert refusal.value.legal == GUEST_FACES


def test_every_face_is_in_the_sprite() -> None:
    faces = {character(level).face for level in ("easy", "normal", "hard", "perfect")}
    pictures = {path.stem: path.read_text("utf-8") for path in PICTURES.iterdir()}
    assert set(pictures) == faces | {NO_FACE, *GUEST_FACES}
    for face, drawn in pictures.items():
        assert '<symbol id="face"' in drawn
        assert len(drawn.encode()) < MOST_BYTES
        for expression in EXPRESSIONS if face != NO_FACE else ():
            assert f"var(--{expression}," in drawn
    assert list(face_titles()) == list(GUEST_FACES)
