"""A seat's own words: typed after the promise was shown, and in the dice from the first roll."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.game.records import read
from dicehall.match.dice.verification import verify
from support.clients import open_match, play, program, see, visitor
from support.server import Server
from support.tables import press

FIELDS = {"name": "Ada", "opponent": "people", "other": "Bob", "begins": "first"}


def shown(text: str) -> tuple[str, str]:
    """The token and the promise of a form."""
    token = re.search(r'name="table" value="([^"]+)"', text)
    promise = re.search(r'class="fingerprint">([0-9a-f]{64})<', text)
    assert token
    assert promise
    return token[1], promise[1]


def ask(client: httpx.Client, game: str = "knucklebones") -> tuple[str, str]:
    return shown(client.get(f"/new/{game}").text)


def opened(answer: httpx.Response) -> str:
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def test_words_are_typed_under_the_promise_that_is_kept(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/new/knucklebones")
    page.check("[value=people]")
    page.fill("[name=name]", "Ada")
    page.fill("[name=other]", "Bob")
    page.click(".own-words summary")
    page.fill("[name=words]", "  my  lücky # foot ")
    promise = page.locator(".own-words .fingerprint").inner_text()
    press(page, "Tab")
    page.click(".setting button.main")
    page.wait_for_selector("#table")
    with visitor(server) as anybody:
        match = anybody.get(page.url.replace("/matches/", "/api/matches/")).json()
        assert match["promise"] == promise
        record, _ = read(anybody.get(f"{page.url}/record").text)
    said = {note: words for note, words in record.notes.items() if note.startswith("words")}
    (words,) = said.values()
    assert re.fullmatch("my lücky foot [0-9a-f]{32}", words)


def test_words_change_the_dice_and_the_check_knows_them(server: Server) -> None:
    with program(server) as client:
        promise = client.post("/api/promises").json()
        match = open_match(
            client, "knuckles", "people", other="Bob", table=promise["table"], words="luck"
        )
        assert (match["id"], match["promise"]) == (promise["match"], promise["promise"])
        while not match["over"]:
            match = play(client, match, match["turn"]["moves"][0]).json()
        record, _ = read(client.get(f"/matches/{match['id']}/record").text)
    verification = verify(record)
    assert verification.verified
    assert sorted(verification.words) == ["", "luck"]


def test_the_coin_falls_as_promised(server: Server) -> None:
    with program(server) as client:
        for _ in range(6):
            table = client.post("/api/promises").json()["table"]
            match = open_match(client, "knuckles", "people", other="Bob", table=table)
            match = client.post(f"/api/matches/{match['id']}/resignation").json()
            coin = client.get(f"/api/matches/{match['id']}/dice").json()["coin"]
            assert match["seats"][coin]["name"] == "Ada"


def test_a_promise_serves_once_and_its_guest_alone(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        table = ada.post("/api/promises").json()["table"]
        body = {"game": "fune", "name": "Ada", "opponent": "alone", "table": table, "words": "x"}
        stolen = bob.post("/api/matches", json=body)
        assert (stolen.status_code, stolen.json()["code"]) == (409, "promise-spent")
        assert ada.post("/api/matches", json=body).status_code == 201
        again = ada.post("/api/matches", json=body)
        assert (again.status_code, again.json()["code"]) == (409, "promise-spent")


def test_words_without_a_promise_are_refused(server: Server) -> None:
    with program(server) as client:
        body = {"game": "fune", "name": "Ada", "opponent": "alone", "words": "x"}
        answer = client.post("/api/matches", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "promise-spent")


def test_a_refused_form_keeps_its_promise_and_its_words(server: Server) -> None:
    with visitor(server) as client:
        table, promise = ask(client)
        fields = {**FIELDS, "name": "#", "table": table, "words": "my luck"}
        answer = client.post("/new/knucklebones", data=fields)
        assert answer.status_code == 422
        assert shown(answer.text) == (table, promise)
        assert 'value="my luck"' in answer.text
        match_id = opened(client.post("/new/knucklebones", data={**fields, "name": "Ada"}))
        assert see(client, {"id": match_id})["promise"] == promise


@pytest.mark.parametrize("spoil", ["used", "foreign", "nonsense", "none"])
def test_a_new_promise_takes_the_known_words_away(server: Server, spoil: str) -> None:
    with visitor(server) as client, visitor(server) as other:
        table, promise = ask(client)
        fields = {**FIELDS, "table": table, "words": "my luck"}
        if spoil == "used":
            opened(client.post("/new/knucklebones", data=fields))
        elif spoil == "foreign":
            fields["table"], _ = ask(other)
        elif spoil == "nonsense":
            fields["table"] = "x.y.z"
        else:
            del fields["table"]
        answer = client.post("/new/knucklebones", data=fields)
        assert answer.status_code == 409
        assert shown(answer.text)[1] != promise
        assert "my luck" not in answer.text
        assert "promise" in answer.text


def test_a_reused_form_without_words_still_opens_a_match(server: Server) -> None:
    with visitor(server) as client:
        table, promise = ask(client)
        fields = {**FIELDS, "table": table}
        first = opened(client.post("/new/knucklebones", data=fields))
        assert opened(client.post("/new/knucklebones", data=fields)) == first
        client.post(f"/matches/{first}/resign")
        second = opened(client.post("/new/knucklebones", data=fields))
        opened(client.post("/new/knucklebones", data={**fields, "table": "of yesterday"}))
        assert first != second
        assert see(client, {"id": first})["promise"] == promise
        assert see(client, {"id": second})["promise"] != promise


def test_the_field_is_folded_away_until_it_is_wanted(server: Server, phone: Page) -> None:
    phone.goto(f"{server.address}/new/sparkle")
    expect(phone.locator("[name=words]")).to_be_hidden()
    phone.click(".own-words summary")
    expect(phone.locator("[name=words]")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
