"""Real dice on the table: opened by the form, entered by form, JSON, keys and fingers."""

from random import Random
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.client import Client
from dicehall.game import Chance, Die, games, new_game
from dicehall.game.turns import spell_face
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.web.views.roll_entry import roll_entry
from dicehall_pig import Pig
from support.browser import NewPage
from support.clients import open_match, play, program, see
from support.laid_tables import lay_table
from support.server import Server
from support.tables import press, sit_down


def own(client: httpx.Client, game: str = "fune", opponent: str = "alone") -> dict[str, Any]:
    return open_match(client, game, opponent, own_dice=True, other="Bob", begins="first")


def enter(client: httpx.Client, match: dict[str, Any], roll: str, **more: Any) -> httpx.Response:
    body = {"roll": roll, "version": match["version"], **more}
    return client.post(f"/api/matches/{match['id']}/roll", json=body)


@pytest.mark.parametrize("name", games())
def test_a_whole_match_as_json(server: Server, name: str) -> None:
    random = Random(3)
    with program(server) as client:
        match = own(client, name, "people" if 2 in games()[name].seats else "alone")
        assert (match["own_dice"], match["promise"], match["turn"]["kind"]) == (True, "", "chance")
        while not match["over"]:
            if match["turn"]["kind"] == "chance":
                answer = enter(client, match, any_roll(match, random))
            else:
                answer = play(client, match, match["turn"]["moves"][-1])
            assert answer.status_code == 201, answer.text
            match = answer.json()
        assert match["secret"] == ""
        record = client.get(f"/matches/{match['id']}/record").text
        assert "\ndice: own\n" in record
        assert "secret" not in record
        dice = client.get(f"/api/matches/{match['id']}/dice").json()
        assert (dice["own_dice"], dice["verified"], dice["rolls"]) == (True, None, [])
        page = client.get(f"/matches/{match['id']}/dice").text
        assert "These are the players’ own dice." in page
        assert "promise" not in page.partition("How the dice fell")[0]
        assert client.get("/api/scores?mine=true").json()[0]["scores"] == []
        [line] = client.get("/api/matches?over=true").json()["matches"]
        assert line["mark"] == "own-dice"
        assert "Own dice" in client.get("/history").text


def any_roll(match: dict[str, Any], random: Random) -> str:
    dice = {die.name: die for die in known_dice()}
    faces = (random.choice(dice[name].faces) for name in match["turn"]["dice"])
    return " ".join(map(spell_face, faces))


def known_dice() -> list[Die]:
    turns = [game.turn(game.start()) for game in map(new_game, games())]
    return [die for turn in turns if isinstance(turn, Chance) for die in turn.dice]


def test_refusals(server: Server) -> None:
    with program(server) as client, program(server) as other:
        asked = {"game": "fune", "name": "Ada", "opponent": "alone", "own_dice": True}
        table = client.post("/api/promises").json()["table"]
        words = client.post("/api/matches", json={**asked, "words": "luck", "table": table})
        assert words.json()["code"] == "bad-words"
        open_seat = {**asked, "game": "knuckles", "opponent": "open"}
        assert client.post("/api/matches", json=open_seat).json()["code"] == "bad-option"
        match = own(client)
        for roll, code in (("1 2 3 4", "illegal-roll"), ("1 2 3 4 x", "bad-line"), ("", None)):
            answer = enter(client, match, roll)
            assert answer.status_code in (400, 422)
            assert answer.json()["code"] == (code or "illegal-roll")
        assert enter(other, match, "1 2 3 4 5").json()["code"] == "not-your-seat"
        assert play(client, match, "keep").json()["code"] == "illegal-move"
        assert see(client, match) == match
        rolled = enter(client, match, "1 2 3 4 5", id="x").json()
        assert enter(client, match, "1 2 3 4 5", id="x").json() == rolled
        assert enter(client, match, "1 2 3 4 6").json()["code"] == "stale-version"
        back = f"/api/matches/{match['id']}/take-back"
        undone = client.post(back, json={"version": rolled["version"]}).json()
        assert (undone["log"], undone["take_backs"]) == ([], 0)
        ours = open_match(client, "fune", "alone")
        assert enter(client, ours, "1 2 3 4 5").json()["code"] == "illegal-roll"


def test_the_client_enters_rolls(server: Server) -> None:
    with Client(server.address) as client:
        table = client.open("knucklebones", "Dot", "easy", begins="first", own_dice=True)
        assert table.enter_roll((5,))["log"] == ["roll 5"]
        table.move("column 2")
        assert table.enter_roll((4,))["log"][-1] == "roll 4"


def test_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "fune", "alone", own_dice="yes")
    plain.click("#entry button:text-is('Done')")
    expect(plain.locator(".refusal")).to_contain_text("5 dice are rolled here, not 0")
    for die in range(5):
        plain.locator(f"#fell-{die}-3").check(force=True)
    plain.click("#entry button:text-is('Done')")
    expect(plain.locator("#dice")).to_contain_text("Die 5 shows 3")
    plain.click("#throw")
    expect(plain.locator("#entry-title")).to_have_text("Roll 5 dice")
    plain.click("#entry button:text-is('Undo')")
    expect(plain.locator("#dice")).to_contain_text("Die 5 shows 3")


def test_a_match_by_touch_on_a_phone(server: Server, new_page: NewPage) -> None:
    """Every row is scored with the first roll: five sixes in each of the thirteen turns."""
    phone = new_page(
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        reduced_motion="reduce",
    )
    sit_down(phone, server.address, "fune", "alone", own_dice="yes")
    phone.wait_for_selector("html[data-ready]")
    for turn in range(13):
        phone.wait_for_selector("#entry")
        for _die in range(5):
            phone.locator(".due:not(:has(:checked)) label.key:visible").nth(5).tap()
        phone.wait_for_selector("#table.acting")
        phone.locator(".row.open").first.tap()
        phone.locator("#confirm").tap()
        phone.wait_for_selector("#entry" if turn < 12 else ".result")
    expect(phone.locator(".result")).to_contain_text("Own dice: this match doesn’t count")


def test_by_keys_with_two_digits_and_corrections(server: Server, page: Page) -> None:
    lay_table(server, page, "pocket-hexes", own_dice=True)
    page.wait_for_selector("html[data-ready]")
    page.keyboard.type("36")
    press(page, "Backspace")
    page.keyboard.type("1809")  # a d10 shows 0 to 9
    expect(page.locator(".due:has(:checked)")).to_have_count(5)
    press(page, "Backspace")
    press(page, "1")
    expect(page.locator("#entry .typed")).to_have_count(4)  # 1, 10, 11 and 12
    press(page, "2")
    press(page, "1")
    press(page, "Enter")
    page.wait_for_selector("#table.acting")
    expect(page.locator(".log li").first).to_contain_text("0 (d10), 12 (d12) and 1 (d20)")


def test_the_roll_of_a_computer_player_is_entered_too(server: Server, page: Page) -> None:
    sit_down(page, server.address, "knucklebones", "easy", begins="second", own_dice="yes")
    expect(page.locator("#entry-title")).to_have_text("Roll for Pip")
    page.click("#fell-0-4")
    expect(page.locator("#entry-title")).to_have_text("Roll your die")
    assert page.locator(".log li").count() == 2


def test_a_game_from_outside_is_asked_for_its_own_die() -> None:
    game = Pig()
    state = game.play(game.start(), "roll")
    scene = Scene(History(game, state), ("Ada",), ("",), (0,), own_dice=True, match_id="m")
    entry = roll_entry(scene)
    assert entry
    assert [die.faces[0] for die in entry.dice] == [(1, "1")]


def test_play_starts_again_with_own_dice(server: Server, page: Page) -> None:
    sit_down(page, server.address, "sparkle", "alone", own_dice="yes")
    page.goto(server.address)
    expect(page.locator("#what-sparkle")).to_have_text("Gentle · own dice")
    page.click(".game-sparkle .begin button.main")
    page.wait_for_selector("#entry")


def test_a_sheet_to_print(server: Server, page: Page) -> None:
    with program(server) as client:
        svg, pdf = (client.get(f"/rules/pocket-hexes/sheet.{kind}") for kind in ("svg", "pdf"))
        assert svg.headers["content-type"].startswith("image/svg+xml")
        assert pdf.headers["content-type"] == "application/pdf"
        assert pdf.content.startswith(b"%PDF")
        assert client.get("/rules/sparkle/sheet.svg").status_code == 404
        assert client.get("/rules/chess/sheet.pdf").status_code == 404
        japanese = client.get("/rules/fune/sheet.svg", headers={"Accept-Language": "ja"})
        assert "合計" in japanese.text
        assert client.get("/rules/fune/sheet.pdf", headers={"Accept-Language": "ja"}).is_success
    page.goto(f"{server.address}/rules/pocket-hexes")
    page.click("a:text-is('SVG')")
    page.wait_for_url("**/sheet.svg")
    assert page.locator("polygon").count() > 122
