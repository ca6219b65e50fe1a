"""Today's dice as guests meet them: on pages, in a browser, and as programs do."""

import re
import sqlite3
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.match.dice.days import days_after
from support.accessibility import violations
from support.clients import open_match, play, program, see, visitor
from support.server import Server

FINAL = ("", "/record", "/dice", "/replay", "/review")
"""Pages of a match that is over, below its address."""


def day_of(client: httpx.Client) -> str:
    return str(client.get("/api/today").json()["day"])


def played(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    """The match, played to its end by the last legal moves."""
    while not match["over"]:
        match = play(client, match, match["turn"]["moves"][-1]).json()
    return match


def try_today(client: httpx.Client, game: str = "fune") -> dict[str, Any]:
    answer = client.post("/api/today", json={"game": game, "name": "Ada"})
    assert answer.status_code == 201, answer.text
    match: dict[str, Any] = answer.json()
    return match


def seeds(server: Server) -> Iterator[str]:
    """The seeds that the server keeps."""
    with sqlite3.connect(server.data / "dicehall.db") as kept:
        for (seed,) in kept.execute("SELECT seed FROM days"):
            yield seed


def test_a_try_by_plain_forms_is_given_once(server: Server) -> None:
    with visitor(server, origin=server.address) as ada:
        day = day_of(ada)
        assert re.search(r"Next dice: <time [^>]*>[^<]* 00:00 UTC</time>", ada.get("/today").text)
        page = ada.get(f"/today/{day}/fune")
        assert "You have one try that counts" in page.text
        assert "How others did with these dice" not in page.text
        opened = [ada.post(f"/today/{day}/fune/try").headers["location"] for _ in range(2)]
        assert opened[0] == opened[1]
        assert "Today’s dice: this try counts" in ada.get(opened[0]).text
        assert "Your try is not over yet" in ada.get(f"/today/{day}/fune").text
        refused = ada.post(f"{opened[0]}/again", data={"reset": "yes"})
        assert refused.status_code == 409
        assert ada.post(f"/today/{day}/fune/practice").status_code == 409
        ada.post(f"{opened[0]}/resign")
        assert "given up" in ada.get(f"/today/{day}/fune").text
        assert ada.post(f"/today/{day}/fune/try").headers["location"] == opened[0]
        assert ada.post(f"/today/{day}/fune/practice").status_code == 303
        before = ada.post("/today/2026-11-01/fune/try")  # a page from before midnight
        assert before.headers["location"] == "/today"


@pytest.mark.parametrize("game", ["fune", "knuckles"])
def test_play_does_not_lead_to_the_try_that_counts(server: Server, game: str) -> None:
    with visitor(server, origin=server.address) as ada:
        own = ada.post(f"/today/{day_of(ada)}/{game}/try").headers["location"]
        (level,) = {seat["level"] or "alone" for seat in ada.get(f"/api{own}").json()["seats"][-1:]}
        opened = ada.post(f"/play/{game}", data={"opponent": level}).headers["location"]
        assert opened != own
        assert ada.post(f"/play/{game}", data={"opponent": level}).headers["location"] == opened


def test_nothing_gives_the_seed_away_before_it_is_revealed(server: Server) -> None:
    with program(server) as ada, program(server) as eve:
        day = day_of(ada)
        match = played(ada, try_today(ada))
        practice = ada.post(f"/api/today/{day}/fune/practice", json={"name": "Ada"}).json()
        practice = played(ada, practice)
        paths = [f"/matches/{one['id']}{part}" for one in (match, practice) for part in FINAL]
        paths += [f"/api/matches/{match['id']}{part}" for part in ("", "/record", "/dice")]
        paths += ["/today", f"/today/{day}", f"/today/{day}/fune", f"/today/{day}/fune/result.svg"]
        paths += ["/", "/history", "/api/today", f"/api/today/{day}", f"/api/today/{day}/fune"]
        responses = {path: client.get(path) for client in (ada, eve) for path in paths}
        assert {answer.status_code for answer in responses.values()} == {200}
        for seed in seeds(server):
            assert not [path for path, answer in responses.items() if seed in answer.text]
        assert match["log"][0] == practice["log"][0]
        again = ada.post(f"/api/matches/{match['id']}/practice", json={"moment": 1})
        assert (again.status_code, again.json()["code"]) == (409, "not-over")
        for path in (f"/api/today/{day}/fune", f"/today/{day}/fune"):
            assert match["id"] not in eve.get(path).text  # her own try is still to come
        following = ada.get("/api/today").json()["tomorrow"]
        assert len(following) == 64
        assert ada.get(f"/api/today/{day[:8]}99").json()["code"] == "unknown-day"
        assert ada.get("/api/today/2099-01-01").json()["code"] == "unknown-day"


def test_programs_are_ranked_and_refused_as_people_are(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        day = day_of(ada)
        first = try_today(ada, "fune")
        assert first["day"] == day
        help_wanted = ada.get(f"/api/matches/{first['id']}/worth")
        assert help_wanted.json()["code"] == "coach-waits"
        moved = play(ada, first, first["turn"]["moves"][0]).json()
        body = {"version": moved["version"]}
        back = ada.post(f"/api/matches/{first['id']}/take-back", json=body)
        assert back.json()["code"] == "nothing-to-take-back"
        body = {"game": "fune", "name": "Ada"}
        assert ada.post("/api/today", json=body).json()["id"] == first["id"]
        own = played(ada, see(ada, first))
        other = played(bob, try_today(bob, "fune"))
        assert other["log"][0] == own["log"][0]
        found = ada.get(f"/api/today/{day}/fune").json()
        assert sorted(found["results"], reverse=True) == found["results"]
        assert found["place"] == 1 + sum(one > own["scores"][0] for one in found["results"])
        assert found["turns"][-1]["result"] == own["scores"][0]
        assert ada.post("/api/today", json={"game": "chess", "name": "A"}).status_code == 404


def test_deleting_everything_gives_no_second_try(server: Server) -> None:
    with program(server) as ada:
        played(ada, try_today(ada))
        assert "Everything is deleted" in ada.post("/you/delete", data={"sure": "yes"}).text
        again = ada.post("/api/today", json={"game": "fune", "name": "Ada"})  # the token is valid
        assert (again.status_code, again.json()["code"]) == (409, "try-first")


def test_todays_results_and_the_run_of_days_are_shown(server: Server) -> None:
    with program(server) as ada:
        match = played(ada, try_today(ada))
        assert "in a row" not in ada.get("/").text
        with sqlite3.connect(server.data / "dicehall.db") as rows:
            rows.execute(
                "INSERT INTO tries SELECT ?, game, guest, match_id FROM tries WHERE match_id = ?",
                (days_after(match["day"], -1), match["id"]),
            )
        assert "2 days in a row" in (home := ada.get("/").text)
        assert "2 days in a row" in ada.get("/today").text
        assert f"{match['scores'][0]} point" in home


def test_a_friend_plays_the_same_dice(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        own = open_match(ada, "fune", "alone")
        address = f"/matches/{own['id']}/beat"
        assert bob.post(f"/api{address}", json={"name": "Bob"}).json()["code"] == "not-over"
        own = played(ada, own)
        assert "Send this link to a friend" in ada.get(address).text
        assert "How the strongest player did" in ada.get(address).text
        assert "Send this link" not in (dare := bob.get(address).text)
        assert "strongest" not in dare  # that would show him the dice
        answer = bob.post(f"/api{address}", json={"name": "Bob"}).json()
        assert (answer["challenge"], answer["practice"]) == (own["id"], own["id"])
        assert answer["log"][0] == own["log"][0]
        while not answer["over"]:  # he keeps nothing, she kept everything
            answer = play(bob, answer, answer["turn"]["moves"][0]).json()
        side_by_side = bob.get(f"/matches/{answer['id']}/beat").text
        assert "Ada" in side_by_side
        assert "Strongest player" in side_by_side
        assert "Send this link to a friend" in side_by_side
        assert bob.get(f"/api/matches/{answer['id']}/dice").json()["verified"]


@pytest.mark.parametrize("size", [(360, 640), (1200, 800)], ids=str)
def test_a_day_in_a_browser(server: Server, page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(server.address)
    page.click(".today-strip a[href$='/fune']")
    page.click(".own-try button.main")
    page.wait_for_selector("#table[data-running]")
    with visitor(server, origin=server.address) as same:
        for cookie in page.context.cookies():
            same.cookies.set(cookie["name"], cookie["value"])
        played(same, same.get(f"/api{page.url.removeprefix(server.address)}").json())
    page.reload()
    page.click(".result a.main")
    expect(page.locator(".distribution .own")).to_have_count(1)
    expect(page.locator(".turns").last).to_contain_text("13")
    assert violations(page) == []
    page.click("[data-copy]")
    expect(page.locator("[data-copy]")).to_have_text("Copied")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
