"""The coach's values have a place at the table of every game, and templates show them there."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from dicehall.game import AnyGame, Decide, new_game
from dicehall.game_page import default
from dicehall.game_page.advice import Advice, CoachNote
from dicehall.game_page.history import History
from dicehall.game_page.protocol import GamePage, find_page
from dicehall.game_page.scene import Scene
from dicehall.players.worth import Worth, unit_of
from dicehall.web.views import render as rendering
from dicehall.web.views.render import render
from support.playouts import GAMES, play_match

every_game = pytest.mark.parametrize("game", GAMES, ids=str)


def decisions(game: AnyGame) -> Iterator[tuple[Scene, Advice]]:
    """The decisions of a match as the player sees them, with made-up worths."""
    for step in play_match(game, seed=5):
        if isinstance(step.turn, Decide):
            seats = ("Ada", "Bob")[: game.seats]
            history = History(game, step.state)
            seen = Scene(history, seats, ("",) * game.seats, (step.turn.seat,), "m", coached=True)
            moves = {move: -0.01 * n for n, move in enumerate(step.turn.moves)}
            yield seen, Advice(game, step.state, Worth(moves, unit_of(game), exact=False))


def draw(scene: Scene) -> str:
    page = find_page(scene.game.name)
    return render(page.table, scene=scene, view=page.module.view(scene), hint="")


@every_game
def test_every_place_is_on_the_table(game: AnyGame) -> None:
    for scene, advice in decisions(game):
        notes = find_page(game.name).advise(scene, advice)
        ids = set(re.findall(r'\bid="([^"]+)"', draw(scene)))
        assert {*notes.worths, *notes.names} <= ids
        assert {notes.hinted, notes.picked} - {""} <= ids


@every_game
def test_the_rendered_coach_matches_the_scripts_data(game: AnyGame) -> None:
    for scene, advice in decisions(game):
        notes = find_page(game.name).advise(scene, advice)
        drawn = unescape(draw(replace(scene, advice=advice, coach_notes=notes)))
        for said in (said for place in notes.worths.values() for said in place):
            assert f">{said.text}{' <small>' if said.note else '</span>'}" in drawn
        assert all(called in drawn for called in notes.names.values())
        if notes.choices:
            told = re.search(r"data-worths='([^']*)'", drawn)
            assert told
            assert json.loads(told[1]) == notes.choices


@every_game
def test_every_move_is_weighed_somewhere(game: AnyGame) -> None:
    for scene, advice in decisions(game):
        notes = find_page(game.name).advise(scene, advice)
        said = [one for place in notes.worths.values() for one in place]
        chosen = [word for words in notes.choices.values() for word in words.values()]
        assert len(said) + len(chosen) >= len(scene.moves)


def test_a_game_without_a_page_of_its_own_says_it_on_its_buttons(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert default.__file__
    page = GamePage(default, "dicehall.game_page", Path(default.__file__).parent)
    monkeypatch.setattr(rendering, "game_pages", lambda: {page.key: page})
    monkeypatch.setattr(rendering, "environment", rendering.environment.__wrapped__)
    scene, advice = next(decisions(new_game("knucklebones")))
    notes = page.advise(scene, advice)
    assert notes.worths["move-1"] == [CoachNote("50.0%", note="best", best=True)]
    assert notes.worths["move-3"] == [CoachNote("49.0%", note="−1.0")]
    scene = replace(scene, coach_notes=notes)
    drawn = rendering.render(page.table, scene=scene, view=page.module.view(scene))
    assert 'aria-label="column 1: 50.0% · best"' in drawn
    assert '<span class="advice best">50.0% <small>best</small></span></button>' in drawn
