"""The hall in a browser: one click to the first throw, and Back never opens a second match."""

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games
from support.browser import NewPage
from support.clients import play, see, visitor
from support.server import Server
from support.tables import play_out, sit_down, step


def click(page: Page) -> None:
    page.locator("button.column").first.click()


def begin(page: Page, server: Server, game: str) -> str:
    """Press Play in the hall; the id of the match."""
    page.goto(server.address)
    page.click(f".gate.game-{game} button")
    page.wait_for_selector("#table")
    return page.url.rpartition("/")[2]


def played(client: httpx.Client, game: str) -> str:
    answer = client.post(f"/play/{game}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


@pytest.mark.parametrize("game", [*games()])
def test_one_click_from_the_hall_to_the_first_throw(server: Server, game: str, page: Page) -> None:
    begin(page, server, game)
    page.wait_for_selector("#table.acting")


def test_without_a_script_play_is_a_plain_form(server: Server, new_page: NewPage) -> None:
    page = new_page(java_script_enabled=False)
    begin(page, server, "sparkle")


def test_newcomers_meet_pip_and_the_gentle_curve(server: Server) -> None:
    with visitor(server) as client:
        match = see(client, {"id": played(client, "knucklebones")})
        assert sorted(seat["name"] for seat in match["seats"]) == ["Pip", "Player"]
        assert see(client, {"id": played(client, "sparkle")})["options"] == {"curve": "gentle"}
        offered = re.findall(
            r'name="curve" value="(\w+)"( checked)?', client.get("/new/sparkle").text
        )
        assert offered == [("gentle", " checked"), ("classic", "")]


def test_back_and_play_lead_to_the_same_match(server: Server, page: Page) -> None:
    match = begin(page, server, "knucklebones")
    page.go_back()
    expect(page.locator(".wait")).to_have_count(0)
    page.click(".gate.game-knucklebones button")
    page.wait_for_selector("#table")
    assert page.url.rpartition("/")[2] == match
    page.wait_for_selector("#table.acting")
    step(page, click)
    page.goto(server.address)
    expect(page.locator(".wait")).to_have_count(1)
    assert begin(page, server, "knucklebones") != match


def test_back_to_the_form_and_play_lead_to_the_same_match(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/new/knucklebones")
    page.check("[name=opponent][value=people]")
    page.click(".setting button.main")
    page.wait_for_selector("#table")
    match = page.url
    page.go_back()
    page.click(".setting button.main")
    page.wait_for_selector("#table")
    assert page.url == match


def test_a_double_click_opens_one_match(server: Server, page: Page) -> None:
    page.goto(server.address)
    page.dblclick(".gate.game-fune button")
    page.wait_for_selector("#table")
    listed = page.request.get(f"{server.address}/api/matches?state=running").json()
    assert len(listed["matches"]) == 1


def test_clicks_at_once_open_one_match(server: Server) -> None:
    with visitor(server) as client:
        client.get("/")
        with ThreadPoolExecutor(8) as pool:
            opened = set(pool.map(lambda _: played(client, "knuckles"), range(16)))
        assert len(opened) == 1
        client.post(f"/matches/{opened.pop()}/resign")
        with ThreadPoolExecutor(8) as pool:
            assert len(set(pool.map(lambda _: played(client, "knuckles"), range(16)))) == 1


def test_play_begins_with_the_last_choice(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knuckles", "hard", name="Mia", begins="first", face="frog")
    page.goto(server.address)
    expect(page.locator(".gate.game-knuckles .what")).to_contain_text("against Ember")
    expect(page.locator(".bar .me")).to_contain_text("Mia")
    expect(page.locator(".bar .me use")).to_have_attribute("href", re.compile("frog.svg#face$"))
    page.goto(f"{server.address}/new/knuckles")
    for name, value in (("opponent", "hard"), ("begins", "first"), ("face", "frog")):
        expect(page.locator(f"[name={name}]:checked")).to_have_value(value)
    page.goto(f"{server.address}/new/sparkle")
    page.check("[value=classic]")
    page.click(".setting button.main")
    page.wait_for_selector("#table")
    page.goto(server.address)
    expect(page.locator(".gate.game-sparkle .what")).to_contain_text("Classic")


def test_a_match_without_a_move_is_put_away_unless_somebody_waits_there(server: Server) -> None:
    with visitor(server) as ada, visitor(server) as bob:
        played(ada, "sparkle")
        assert 'class="wait ' not in ada.get("/").text
        match_id = ada.post("/invite/knuckles").headers["location"].rpartition("/")[2]
        assert 'class="wait ' in ada.get("/").text
        assert bob.post(f"/matches/{match_id}/seats", data={}).status_code == 303
        assert 'class="wait ' in ada.get("/").text
        assert 'class="wait ' in bob.get("/").text


def test_an_empty_lobby_takes_one_line(server: Server, page: Page) -> None:
    page.goto(server.address)
    lobby = page.locator("#offers.quiet")
    height = lobby.bounding_box()["height"]  # type: ignore[index]
    assert height < 60
    expect(lobby.locator(".to-lobby")).to_be_visible()


def test_waiting_matches_come_first_and_others_are_folded(server: Server, page: Page) -> None:
    with visitor(server) as ada:
        for game in games():
            match = see(ada, {"id": played(ada, game)})
            while not match["seats"][match["turn"]["seat"]]["yours"]:
                match = see(ada, match)
            # The last move, as the first may end the match: accepting a fizzle at Sparkle.
            assert play(ada, match, match["turn"]["moves"][-1]).is_success
        cookie = {"name": "dicehall", "value": ada.cookies["dicehall"], "url": server.address}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(server.address)
    expect(page.locator(".wait")).to_have_count(3)
    expect(page.locator(".wait .whose").first).to_have_text("Your turn")
    assert page.locator(".waits").bounding_box()["y"] < page.locator(".gates").bounding_box()["y"]  # type: ignore[index]
    expect(page.locator(".more-waits summary")).to_have_text("2 more")
    page.click(".more-waits summary")
    expect(page.locator(".more-waits a")).to_have_count(2)
    page.click(".wait .button.main")
    page.wait_for_selector("#table.acting")


def test_wins_and_losses_against_each_opponent(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy")
    play_out(page, click)
    lost = "You lose" in page.locator(".result h2").inner_text()
    page.goto(f"{server.address}/new/knucklebones")
    results = page.locator(".card:has([value=easy]) .results")
    expect(results).to_have_text(re.compile(r"^1 (won|lost|drawn)$"))
    assert not lost or results.inner_text() == "1 lost"
    expect(page.locator(".card:has([value=normal]) .results")).to_have_count(0)


def test_faces_of_both_sides_are_seen_by_the_other(server: Server) -> None:
    with visitor(server) as ada, visitor(server) as bob:
        form = {"opponent": "open", "name": "Ada", "face": "cat"}
        match_id = ada.post("/new/fune", data=form).headers["location"].rpartition("/")[2]
        bob.post("/settings", data={"face": "heron"})
        assert bob.post(f"/matches/{match_id}/seats", data={}).status_code == 303
        seats = see(bob, {"id": match_id})["seats"]
        assert {seat["name"]: seat["face"] for seat in seats} == {"Ada": "cat", "Heron": "heron"}


def test_without_a_chosen_icon_the_opponents_is_not_used(server: Server) -> None:
    with visitor(server) as ada, visitor(server) as bob:
        usual = re.findall(r"who/(\w+)\.svg#face", bob.get("/").text)[0]
        form = {"opponent": "open", "face": usual}
        match_id = ada.post("/new/fune", data=form).headers["location"].rpartition("/")[2]
        invited = bob.get(f"/matches/{match_id}").text
        bob.post(f"/matches/{match_id}/seats", data={})
        first, second = see(bob, {"id": match_id})["seats"]
        assert {first["face"], second["face"]} > {usual}
        called = first["name"] if second["face"] == usual else second["name"]
        assert called in invited, "the form said what one would be called"


@pytest.mark.parametrize("path", ["/", "/new/fune"])
def test_forms_are_not_kept_by_the_browser(server: Server, path: str) -> None:
    with visitor(server) as client:
        assert client.get(path).headers["cache-control"] == "private, no-store"


def test_an_unknown_game_is_not_played(server: Server) -> None:
    with visitor(server) as client:
        assert client.post("/play/chess").status_code == 404


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (844, 390), (1280, 800)])
def test_the_hall_fits_its_window(server: Server, new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    begin(page, server, "sparkle")
    for path in ("/", "/new/fune", "/settings"):
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_play_again_opens_one_match_and_is_remembered(server: Server) -> None:
    with visitor(server) as client:
        first = played(client, "knucklebones")
        client.post(f"/matches/{first}/resign")

        def again(opponent: str) -> str:
            answer = client.post(f"/matches/{first}/again", data={"opponent": opponent})
            return str(answer.headers["location"])

        assert again("hard") == again("hard")
        assert played(client, "knucklebones") == again("hard").rpartition("/")[2]
        assert again("easy") != again("hard")
