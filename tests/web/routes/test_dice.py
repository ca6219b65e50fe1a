"""The check of the dice as players, doubters and programs see it; and nothing before the end."""

import asyncio
import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.game import games
from dicehall.host.backup import administration
from dicehall.match.events import DiceRolled, decode, encode
from support.accessibility import violations
from support.browser import NewPage
from support.clients import open_match, play, program, visitor
from support.server import Server

WORDS = 'Würfelglück 🎲 "quoted" \'n <b>bold</b> & \\ co'


def finished(client: httpx.Client, game: str = "knucklebones", **more: Any) -> dict[str, Any]:
    """A match with words, played to its end by the last legal moves."""
    table = client.post("/api/promises").json()["table"]
    opponent = "people" if 2 in games()[game].seats else "alone"
    match = open_match(client, game, opponent, other="Bob", table=table, words=WORDS, **more)
    while not match["over"]:
        match = play(client, match, match["turn"]["moves"][-1]).json()
    return match


def database(server: Server) -> sqlite3.Connection:
    return sqlite3.connect(server.data / "dicehall.db")


def falsify(server: Server, match_id: str) -> int:
    """Change the last roll of a match where it is kept; its number."""
    with database(server) as kept:
        rows = kept.execute(
            "SELECT seq, data FROM events WHERE match_id = ? ORDER BY seq", [match_id]
        ).fetchall()
        rolls = [
            (seq, event) for seq, data in rows if isinstance(event := decode(data), DiceRolled)
        ]
        seq, event = rolls[-1]
        false = DiceRolled((event.roll[0] % 6 + 1, *event.roll[1:]))
        kept.execute(
            "UPDATE events SET data = ? WHERE match_id = ? AND seq = ?",
            [encode(false), match_id, seq],
        )
    return len(rolls)


@pytest.mark.parametrize("game", games())
def test_a_finished_match_is_checked_by_the_server_and_by_the_browser(
    server: Server, page: Page, game: str
) -> None:
    with program(server) as client:
        match = finished(client, game)
    page.goto(f"{server.address}/matches/{match['id']}/dice")
    expect(page.locator(".verdict.right h2")).to_contain_text("The dice are as promised")
    rolls = [line for line in match["log"] if line.startswith("roll")]
    assert page.locator(".rolls tbody tr").count() == len(rolls)
    assert page.locator(".rolls .tick").count() == len(rolls)
    assert page.locator(".proof q").inner_text().strip('“”"') == WORDS
    page.click("text=Verify in this browser")
    expect(page.locator("#own-check [role=status]")).to_contain_text("everything is as promised")
    assert page.locator(".found-right").count() == len(rolls)


@pytest.mark.parametrize("how", ["resigned", "closed"])
def test_page_api_and_browser_agree_however_a_match_ended(
    server: Server, page: Page, how: str
) -> None:
    with program(server) as client:
        match = open_match(client, "knuckles", "people", other="Bob")
        match = play(client, match, match["turn"]["moves"][0]).json()
        if how == "resigned":
            client.post(f"/api/matches/{match['id']}/resignation")
        else:
            close_match(server, match["id"])
        data = client.get(f"/api/matches/{match['id']}/dice").json()
    assert (data["verified"], data["complete"]) == (True, True)
    page.goto(f"{server.address}/matches/{match['id']}/dice")
    expect(page.locator(".verdict.right")).to_be_visible()
    page.click("text=Verify in this browser")
    expect(page.locator("#own-check [role=status]")).to_contain_text("everything is as promised")


def test_a_match_that_is_closed_before_its_first_roll(server: Server, page: Page) -> None:
    with program(server) as client:
        match = open_match(client, "knucklebones", "open")
    close_match(server, match["id"])
    page.goto(f"{server.address}/matches/{match['id']}/dice")
    expect(page.locator(".verdict h2")).to_have_text("Nothing was rolled.")


def close_match(server: Server, match_id: str) -> None:
    """As `dicehall admin close` does, and wait until the server has seen it."""

    async def close() -> None:
        async with administration("", server.data) as host:
            await host.close(match_id)

    with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
        thread.submit(asyncio.run, close()).result()
    with visitor(server) as client, client.stream("GET", f"/api/matches/{match_id}/stream") as told:
        next(line for line in told.iter_lines() if '"ending":"closed"' in line)


def test_the_browser_believes_nothing(server: Server, page: Page) -> None:
    with program(server) as client:
        match = finished(client)
    address, answer = f"{server.address}/matches/{match['id']}/dice", "#own-check [role=status]"
    page.goto(address)
    roll = page.locator(".rolls tbody tr").nth(4)
    other = int(roll.get_attribute("data-roll") or 0) % 6 + 1
    roll.evaluate("(row, other) => (row.dataset.roll = other)", str(other))
    page.click("text=Verify in this browser")
    expect(page.locator(answer)).to_contain_text("not as promised: roll 5")
    for change in ("secret = '00'.repeat(32)", "promise = '00'.repeat(32)"):
        page.goto(address)
        page.evaluate(f"document.getElementById('own-check').dataset.{change}")
        page.click("text=Verify in this browser")
        expect(page.locator(answer)).to_contain_text("not as promised: the secret")


def test_a_page_that_came_without_tls_computes_as_well(server: Server, page: Page) -> None:
    with program(server) as client:
        match = finished(client)
    page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined })")
    page.goto(f"{server.address}/matches/{match['id']}/dice")
    page.click("text=Verify in this browser")
    expect(page.locator("#own-check [role=status]")).to_contain_text("everything is as promised")


def test_dice_that_are_not_as_promised(tmp_path_factory: Any, new_page: NewPage) -> None:
    server = Server(tmp_path_factory.mktemp("false"))
    try:
        with program(server) as client:
            match = finished(client)
            wrong = falsify(server, match["id"])
            server.stop()
            server.start()
            data = client.get(f"/api/matches/{match['id']}/dice").json()
        assert (data["verified"], data["kept"]) == (False, True)
        assert [roll["right"] for roll in data["rolls"]] == [True] * (wrong - 1) + [False]
        page = new_page()
        page.goto(f"{server.address}/matches/{match['id']}/dice")
        expect(page.locator(".verdict.wrong")).to_contain_text(f"Roll {wrong} does not match")
        expect(page.locator(".rolls tbody tr").last).to_contain_text("should be")
        page.click("text=Verify in this browser")
        expect(page.locator("#own-check [role=status]")).to_contain_text(f"roll {wrong}")
    finally:
        server.stop()


def test_the_table_the_result_and_the_replay_lead_to_the_check(server: Server, plain: Page) -> None:
    with program(server) as client:
        match = finished(client)
    for start, link in (
        ("", ".promise a"),
        ("", ".result a >> text=Check"),
        ("/replay", "text=Check"),
    ):
        plain.goto(f"{server.address}/matches/{match['id']}{start}")
        plain.click(link)
        expect(plain.locator("h1")).to_have_text("Check the dice")
    expect(plain.locator(".verdict.right")).to_be_visible()
    expect(plain.locator("#own-check")).to_be_hidden()


def test_the_check_fits_a_phone_and_is_accessible(server: Server, phone: Page) -> None:
    with program(server) as client:
        matches = [finished(client, game) for game in ("fune", "pocket-hexes")]
    for match in matches:
        phone.goto(f"{server.address}/matches/{match['id']}/dice")
        phone.click("summary")
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
        assert violations(phone) == []


def test_the_api_shows_the_same(server: Server) -> None:
    with program(server) as client:
        match = finished(client, "sparkle")
        data = client.get(f"/api/matches/{match['id']}/dice").json()
    assert data["verified"] is data["kept"] is data["complete"] is True
    assert data["fingerprint"] == data["promise"] == match["promise"]
    rolls = [line.removeprefix("roll ") for line in match["log"] if line.startswith("roll")]
    assert [roll["played"] for roll in data["rolls"]] == rolls
    assert [roll["promised"] for roll in data["rolls"]] == rolls
    faces = [[one["face"] for one in roll["drawn"] if one["face"]] for roll in data["rolls"]]
    assert [" ".join(roll) for roll in faces] == rolls
    assert sum(fell["total"] for fell in data["falls"]) == sum(len(roll.split()) for roll in rolls)


def test_the_charts_draw_what_they_count(server: Server, page: Page) -> None:
    with program(server) as client:
        match = finished(client, "knuckles")
    page.goto(f"{server.address}/matches/{match['id']}/dice")
    heights = page.locator("rect.share").evaluate_all(
        "(bars) => bars.map((bar) => [bar.getBBox().height, Number(bar.getAttribute('height'))])"
    )
    assert all(drawn == pytest.approx(meant, abs=0.1) for drawn, meant in heights)
    shown = page.locator(".chart h3 small").inner_text().split()[0]
    assert int(shown) == sum(line.startswith("roll") for line in match["log"])


def test_the_address_of_the_old_server_wide_counts_answers_an_empty_list(server: Server) -> None:
    with program(server) as client:
        assert client.get("/api/dice", params={"game": "fune"}).json() == []


def everything_a_client_gets(server: Server, match_id: str) -> str:
    """Every public response about a match."""
    paths = ["", "/hint", "/replay", "/record", "/dice"]
    with visitor(server) as client:
        responses = [client.get(f"/matches/{match_id}{path}") for path in paths]
        responses += [client.get(f"/api/matches/{match_id}{path}") for path in ("", "/dice")]
        responses += [client.get(path) for path in ("/", "/scores")]
        for answer in responses:
            assert answer.status_code in (200, 409)  # the coach waits
        texts = [answer.text + str(answer.headers) for answer in responses]
        for stream in (f"/matches/{match_id}/stream", f"/api/matches/{match_id}/stream"):
            with client.stream("GET", stream) as chunks:
                lines = chunks.iter_lines()
                texts.append(next(line for line in lines if line.startswith("data: ")))
    return "\n".join(texts)


def test_nothing_that_a_client_gets_before_the_end_holds_the_secret(server: Server) -> None:
    with program(server) as client:
        promise = client.post("/api/promises")
        table = promise.json()["table"]
        match = open_match(client, "fune", "people", other="Bob", table=table, words="x")
        match = play(client, match, match["turn"]["moves"][0]).json()
        with database(server) as kept:
            [secret] = kept.execute(
                "SELECT secret FROM matches WHERE id = ?", [match["id"]]
            ).fetchone()
        told = everything_a_client_gets(server, match["id"])
        told += json.dumps(match) + promise.text + str(promise.headers)
        assert match["promise"] in told
        assert secret not in told.lower()
        assert match["secret"] == ""
        client.post(f"/api/matches/{match['id']}/resignation")
        assert client.get(f"/api/matches/{match['id']}").json()["secret"] == secret
        assert secret in client.get(f"/matches/{match['id']}/dice").text


def test_no_word_of_a_client_is_taken_for_a_roll(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "knucklebones", "people", other="Bob")
        for move in ("roll 6", "roll", "6"):
            answer = play(client, match, move)
            assert (answer.status_code, answer.json()["code"]) == (422, "illegal-move")
        body = {"move": "column 1", "version": match["version"], "roll": [6]}
        assert client.post(f"/api/matches/{match['id']}/moves", json=body).status_code == 400
        form = {"move": "column 1", "version": match["version"], "roll": "6", "secret": "0"}
        assert client.post(f"/matches/{match['id']}/moves", data=form).status_code == 303
        client.post(f"/api/matches/{match['id']}/resignation")
        assert client.get(f"/api/matches/{match['id']}/dice").json()["verified"] is True
