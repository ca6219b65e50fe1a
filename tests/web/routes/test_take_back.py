"""Taking a move back and trying a match again: by forms, as JSON and in a browser."""

import re
import time
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from support.clients import open_match, play, program, see
from support.server import Server
from support.tables import press, sit_down


def alone(client: httpx.Client, *moves: str) -> dict[str, Any]:
    match = open_match(client, "fune", "alone")
    for move in moves:
        match = play(client, match, move).json()
    return match


def take_back(client: httpx.Client, match: dict[str, Any], **more: Any) -> httpx.Response:
    body = {"version": match["version"], **more}
    return client.post(f"/api/matches/{match['id']}/take-back", json=body)


def finished(client: httpx.Client) -> dict[str, Any]:
    match = alone(client, "keep 1", "keep 2", "score choice")
    resigned: dict[str, Any] = client.post(f"/api/matches/{match['id']}/resignation").json()
    return resigned


def test_a_form_takes_the_last_move_back(server: Server) -> None:
    with program(server) as client:
        match = alone(client, "keep 1", "keep 2")
        form = {"version": str(match["version"])}
        answer = client.post(f"/matches/{match['id']}/take-back", data=form)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/matches/{match['id']}")
        back = see(client, match)
        assert (back["log"], back["take_backs"]) == (match["log"][:3], 1)
        # The same form again has no effect; the same move rolls the same dice.
        assert client.post(f"/matches/{match['id']}/take-back", data=form).status_code == 303
        assert see(client, match)["version"] == back["version"]
        assert play(client, back, "keep 2").json()["log"] == match["log"]


def test_a_page_gets_the_table_or_the_reason(server: Server) -> None:
    with program(server) as client:
        match = alone(client, "keep 1")
        address, part = f"/matches/{match['id']}/take-back", {"X-Part": "table", "X-Moment": "3"}
        answer = client.post(address, data={"version": str(match["version"])}, headers=part)
        assert answer.status_code == 200
        assert 'data-moment="1"' in answer.text
        assert "template" not in answer.text.partition("<section")[0]
        assert "With take-backs" not in answer.text  # that is for the result
        now = see(client, match)
        answer = client.post(address, data={"version": str(now["version"])}, headers=part)
        assert answer.status_code == 409
        assert "no move to take back" in answer.text


def test_programs_take_back_and_are_refused_with_a_code(server: Server) -> None:
    with program(server) as client, program(server) as bob:
        match = alone(client, "keep 1")
        back = take_back(client, match, id="x")
        assert (back.status_code, back.json()["take_backs"]) == (201, 1)
        assert take_back(client, match, id="x").json() == back.json()
        assert take_back(client, back.json()).json()["code"] == "nothing-to-take-back"
        assert take_back(bob, back.json()).json()["code"] == "not-your-seat"
        table = open_match(client, "knucklebones", "open", begins="first")
        bob.post(f"/api/matches/{table['id']}/seats", json={"seat": 1, "name": "Bob"})
        online = play(client, see(client, table), "column 1").json()
        assert take_back(client, online).json()["code"] == "nothing-to-take-back"


def test_the_mark_is_shown_and_the_score_does_not_count(server: Server) -> None:
    with program(server) as client:
        match = alone(client, "keep 1")
        match = play(client, take_back(client, match).json(), "score choice").json()
        while not match["over"]:
            moves = [move for move in match["turn"]["moves"] if move.startswith("score")]
            match = play(client, match, moves[0]).json()
        assert "take-backs: 1" in client.get(f"/matches/{match['id']}/record").text
        [line] = client.get("/api/matches?over=true").json()["matches"]
        assert line["mark"] == "take-backs"
        assert client.get("/api/scores?game=fune&mine=true").json()[0]["scores"] == []
        for path in ("", "/replay", "/review"):
            while "data-again" in (text := client.get(f"/matches/{match['id']}{path}").text):
                time.sleep(0.1)
            assert "With take-backs" in text, path
        assert "With take-backs" in client.get("/history").text
        assert "to beat" not in client.get(f"/matches/{match['id']}").text


def test_a_finished_match_is_tried_again_from_its_review_and_its_replay(server: Server) -> None:
    with program(server) as client:
        match = finished(client)
        review = client.get(f"/matches/{match['id']}/review").text
        while "data-again" in review:
            time.sleep(0.1)
            review = client.get(f"/matches/{match['id']}/review").text
        assert "Play again" in review
        assert f'action="/matches/{match["id"]}/try"' in review
        assert "Try this again" in client.get(f"/matches/{match['id']}/replay?at=2").text
        again = client.post(f"/matches/{match['id']}/try", data={"at": "4"})
        new = see(client, {"id": again.headers["location"].rpartition("/")[2]})
        assert (new["log"], new["practice"]) == (match["log"][:3], match["id"])
        assert play(client, new, "keep 2").json()["log"] == match["log"][:5]
        page = client.get(f"/matches/{new['id']}").text
        assert "the dice of an earlier match" in page
        dice = client.post(f"/api/matches/{new['id']}/resignation").json()
        assert client.get(f"/api/matches/{dice['id']}/dice").json()["verified"]
        body = {"moment": 3}
        answer = client.post(f"/api/matches/{match['id']}/practice", json=body)
        assert answer.json()["log"] == match["log"][:3]


def test_refused_practice(server: Server) -> None:
    with program(server) as client, program(server) as bob:
        running = alone(client, "keep 1")
        match = finished(client)
        tries = [(client, running, 1), (bob, match, 1), (client, match, 0)]
        codes = [
            who.post(f"/api/matches/{one['id']}/practice", json={"moment": at}).json()["code"]
            for who, one, at in tries
        ]
        assert codes == ["not-over", "not-your-seat", "bad-option"]
        assert "Try this again" not in bob.get(f"/matches/{match['id']}/replay").text


def test_by_key_and_by_mouse_the_table_goes_back(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    page.wait_for_selector("html[data-ready]")
    button = page.locator("#take-back")
    expect(button).to_have_attribute("aria-disabled", "true")
    hand = page.locator("#table").get_attribute("data-moment")
    board = page.locator(".stage").inner_text()
    for back in (lambda: press(page, "u"), lambda: button.click()):
        page.click("#near-1")
        page.wait_for_selector("#table.acting:not([data-moment='1'])")
        expect(page.locator("html")).not_to_have_attribute("data-playing", re.compile(""))
        expect(button).to_contain_text("this match")
        back()
        expect(page.locator(f"#table.acting[data-moment='{hand}']")).to_be_visible()
        assert page.locator(".stage").inner_text() == board
    expect(button).to_have_attribute("aria-disabled", "true")
