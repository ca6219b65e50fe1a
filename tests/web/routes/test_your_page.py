"""A guest's own page in a browser and without one: figures, filters, downloads, deleting."""

import sqlite3

import pytest

from support.accessibility import violations
from support.browser import NewPage
from web.routes.test_lists import DAY, Regular, regular
from web.test_large_text import CUT_OFF, ENLARGE

__all__ = ["regular"]


@pytest.fixture
def seasoned(regular: Regular) -> Regular:
    """A guest with some matches that were read."""
    for n in range(12):
        ends = ("knucklebones", (30 + 5 * n, 60)), ("fune", (200 + n,)), ("sparkle", (100 * n,))
        regular.finish(*ends, ago=n * 3 * DAY)
    with sqlite3.connect(regular.server.data / "dicehall.db") as rows:
        rows.execute(
            "UPDATE seats SET luck = score / 900.0, spread = 0.2, milestones = 'heap rout'"
        )
    return regular


def test_without_matches_the_page_says_what_will_come(regular: Regular) -> None:
    assert "This page begins with your first match" in regular.read("/you")
    assert "Nothing to show yet" in regular.read("/you?game=fune")
    assert regular.client.get("/you?period=century").status_code == 422


def test_filters_by_game_and_by_time(seasoned: Regular) -> None:
    shown = seasoned.read("/you")
    for game in ("Knucklebones", "FUNE", "Sparkle"):
        assert f">{game}" in shown
    one = seasoned.read("/you?game=fune")
    assert 'id="game-fune"' in one
    assert 'id="game-knucklebones"' not in one
    assert "12 matches" in one
    assert "3 matches" in seasoned.read("/you?game=fune&period=week")


def test_everything_can_be_downloaded(seasoned: Regular) -> None:
    figures = seasoned.client.get("/you/figures.json").json()
    assert len(figures["matches"]) == 36
    assert {game["game"] for game in figures["games"]} == {"knucklebones", "fune", "sparkle"}
    assert sum(figures["days"].values()) == 36
    assert [one["count"] for one in figures["ladder"][:3]] == [12, 12, 12]


def test_a_button_of_the_ladder_opens_the_next_match(seasoned: Regular) -> None:
    assert "12 matches against computer players" in seasoned.read("/you/ladder")
    form = {"opponent": "normal", "own_dice": ""}
    opened = seasoned.client.post("/play/knuckles", data=form)
    match = seasoned.client.get(f"/api{opened.headers['location']}").json()
    assert "normal" in [one["level"] for one in match["seats"]]
    refused = seasoned.client.post("/play/knuckles", data={"opponent": "nobody"})
    assert refused.status_code == 422


def test_everything_is_deleted_after_a_question(seasoned: Regular) -> None:
    asked = seasoned.client.post("/you/delete", data={}, follow_redirects=True)
    assert "36 finished matches" in asked.text
    done = seasoned.client.post("/you/delete", data={"sure": "yes"})
    assert "Everything is deleted" in done.text
    with sqlite3.connect(seasoned.server.data / "dicehall.db") as rows:
        left = rows.execute("SELECT count(*) FROM seats WHERE holder = ?", (seasoned.holder,))
        assert left.fetchone() == (0,)
    assert "This page begins with your first match" in seasoned.read("/you")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_can_be_read_on_every_screen(
    seasoned: Regular, new_page: NewPage, language: str
) -> None:
    headers = {"authorization": seasoned.client.headers["authorization"]}
    wrong = {}
    for width, height, percent in ((390, 844, 100), (844, 390, 100), (390, 844, 200)):
        size = {"width": width, "height": height}
        page = new_page(viewport=size, locale=language, extra_http_headers=headers)
        page.add_init_script(ENLARGE % percent)
        page.goto(f"{seasoned.server.address}/you")
        assert page.locator(".at-game").count() == 3
        for path in ("/you", "/you/ladder", "/you/delete", "/you?game=sparkle&period=week"):
            page.goto(f"{seasoned.server.address}{path}")
            if found := [*violations(page), *page.evaluate(CUT_OFF)]:
                wrong[path, width, percent] = found
    assert wrong == {}
