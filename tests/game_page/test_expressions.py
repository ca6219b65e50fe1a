"""The faces at a table react to what happened."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import dicehall
from dicehall.game import AnyGame, Over, new_game
from dicehall.game.records import Event, Played, Rolled
from dicehall.game.turns import Loss
from dicehall.game_page.expressions import NAMES, FeltEvent, feelings, find_felt_event
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from support.playouts import play_match

STYLES = Path(dicehall.__file__).parent / "web/static/who.css"


def scene(game: AnyGame, *log: Event, levels: tuple[str, ...] = ("", "normal")) -> Scene:
    history = History.of(game, log)
    names = ("Ada", "Marrow")[: game.seats]
    return Scene(history, players=names, levels=levels[: game.seats], mine=(0,), match_id="m")


def shown(scene: Scene) -> tuple[str, ...]:
    return tuple(face.name for face in scene.expressions)


def turns(*placed: tuple[int, int]) -> list[Event]:
    """Dice and columns, the seats alternating."""
    return [
        event
        for number, (die, column) in enumerate(placed)
        for event in (Rolled((die,)), Played(number % 2, f"column {column}"))
    ]


BONES = new_game("knucklebones")
FUNE = new_game("fune", 2)


def test_an_ordinary_move_leaves_the_faces_as_they_are() -> None:
    assert shown(scene(BONES)) == ("", "")
    assert shown(scene(BONES, *turns((5, 1), (4, 2)))) == ("", "")


def test_a_computer_player_thinks() -> None:
    assert shown(scene(BONES, *turns((5, 1)), Rolled((3,)))) == ("", "thinking")


def test_a_knockout_hurts_until_the_next_move() -> None:
    log = turns((5, 1), (5, 2), (2, 3), (5, 1))
    hit = scene(BONES, *log)
    assert shown(hit) == ("flinch", "gloat")
    assert all(face.fresh for face in hit.expressions)
    rolled = scene(BONES, *log, Rolled((4,)))
    assert shown(rolled) == ("flinch", "gloat")
    assert not any(face.fresh for face in rolled.expressions)
    assert shown(scene(BONES, *log, Rolled((4,)), Played(0, "column 1"))) == ("", "")


def test_a_big_knockout_hurts_more() -> None:
    assert shown(scene(BONES, *turns((6, 1), (1, 2), (6, 1), (6, 1)))) == ("despair", "glad")


def test_taking_the_lead_from_far_behind() -> None:
    log = turns((6, 1), (6, 2), (6, 1), (6, 2), (6, 1), (5, 3), (1, 3))
    passed = scene(BONES, *log, Rolled((6,)), Played(1, "column 2"))
    assert shown(passed) == ("flinch", "gloat")
    behind = scene(BONES, *log, Rolled((3,)), Played(1, "column 2"))
    assert shown(behind) == ("", "")
    stolen = scene(BONES, *log, Rolled((6,)), Played(1, "column 1"))
    assert shown(stolen) == ("despair", "glad")


@pytest.mark.parametrize(
    ("dice", "box", "mover"),
    [
        ((6, 6, 6, 6, 6), "fune", "glad"),
        ((6, 6, 6, 6, 5), "fune", "flinch"),
        ((6, 6, 6, 6, 5), "sixes", ""),
    ],
)
def test_a_fune_and_a_zero(dice: tuple[int, ...], box: str, mover: str) -> None:
    faces = shown(scene(FUNE, Rolled(dice), Played(0, f"score {box}")))
    opposite = {"glad": "despair", "flinch": "gloat", "": ""}
    assert faces == (mover, opposite[mover])


def test_a_fune_on_the_table_is_felt_at_once_and_alone_too() -> None:
    assert shown(scene(FUNE, Rolled((2,) * 5))) == ("glad", "despair")
    assert shown(scene(new_game("fune", 1), Rolled((2,) * 5))) == ("glad",)


def test_the_end() -> None:
    playing = scene(BONES, *turns((5, 1)))
    given_up = replace(playing, loss=Loss(0, "resigned"), running=False)
    assert shown(given_up) == ("sad", "glad")
    assert given_up.expressions[1].says
    assert not given_up.expressions[0].says


@pytest.mark.parametrize("name", ["knucklebones", "knuckles", "fune"])
@pytest.mark.parametrize("seed", range(10))
def test_what_one_seat_enjoys_hurts_the_other(name: str, seed: int) -> None:
    game = new_game(name, 2)
    history = History.start(game)
    for _state, _turn, event in play_match(game, seed)[:-1]:
        assert event
        history = history.after(event)
        felt, stir = feelings(history.recent[-1]), find_felt_event(history)
        assert sum(felt) == 0
        assert all(-2 <= one <= 2 for one in felt)
        if any(felt):
            assert stir == FeltEvent(history.moment, felt)
    end = game.turn(history.state)
    assert isinstance(end, Over)
    expected = {(0,): ("glad", "sad"), (1,): ("sad", "glad")}
    assert shown(Scene(history, ("A", "B"), ("", ""), ())) == expected.get(end.winners, ("", ""))


def test_a_page_may_feel_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    step = History.of(BONES, turns((5, 1))).recent[-1]
    monkeypatch.setattr("dicehall.games.bones.page.feeling", lambda step: 9, raising=False)
    assert feelings(step) == (2, -2)


def test_a_game_without_a_page_reacts_by_its_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = SimpleNamespace(part=lambda name: None)
    history = History.of(BONES, turns((5, 1), (5, 1)))
    monkeypatch.setattr("dicehall.game_page.expressions.find_game", lambda name: nothing)
    assert feelings(history.recent[-1]) == (-1, 1)


def test_every_expression_has_a_style() -> None:
    styles = STYLES.read_text("utf-8")
    for name in (*NAMES.values(), "thinking", "sad"):
        assert f".who.{name}" in styles
