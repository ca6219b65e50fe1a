"""The replay: plays by itself without a page load, by keys and by links, also without a script."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Request, expect

from dicehall.web.routes.replay import MOST_FRAMES
from support.browser import NewPage
from support.clients import open_match, play, program
from support.server import Server
from support.tables import press
from web.routes.test_pages import MOST_SCRIPT_BYTES, loaded_bytes


@pytest.fixture(scope="module")
def over(server: Server) -> Iterator[dict[str, Any]]:
    """A match of Knucklebones that two people have played to its end."""
    with program(server) as client:
        match = open_match(client, "knucklebones", "people", other="Bob", begins="first")
        while not match["over"]:
            match = play(client, match, match["turn"]["moves"][0]).json()
        yield match


def watch(page: Page, server: Server, match: dict[str, Any], query: str = "") -> str:
    """Open a replay; any later page load fails the test."""
    page.goto(f"{server.address}/matches/{match['id']}/replay{query}")
    page.wait_for_selector(".replay[data-ready]")
    page.evaluate("window.here = true")
    return str(len(match["log"]))


def still_here(page: Page) -> bool:
    return bool(page.evaluate("window.here === true"))


def test_it_plays_by_itself_from_the_first_to_the_last_moment(
    server: Server, new_page: NewPage, over: dict[str, Any]
) -> None:
    page = new_page(reduced_motion="no-preference")
    received: list[str] = []
    collected: list[str] = []
    page.on("request", lambda request: collected.append(request.url))
    page.expose_function("tell", lambda words: received.append(words))
    last = watch(page, server, over)
    page.evaluate(
        "new MutationObserver(() => tell(document.querySelector('.told').textContent))"
        ".observe(document.querySelector('.told'), { childList: true })"
    )
    expect(page.locator("button.playing")).to_have_text("Pause")
    page.click(".speeds [value=fast]")
    expect(page.locator(".replay")).to_have_attribute("data-at", last)
    expect(page.locator("button.playing")).to_have_text("Play")
    assert still_here(page)
    assert len(received) >= int(last) - 3  # those that were told before anybody listened
    assert "wins" in received[-1] or "draw" in received[-1]
    page.wait_for_url(f"**/replay?at={last}")
    assert (
        len([address for address in collected if "/frames?" in address])
        <= int(last) // MOST_FRAMES + 1
    )
    page.click("button.playing")  # once more, from the start
    expect(page.locator(".replay")).not_to_have_attribute("data-at", last)
    page.click("button.playing")


def test_steps_scrubber_and_keys_without_a_page_load(
    server: Server, page: Page, over: dict[str, Any]
) -> None:
    last = watch(page, server, over)
    place = page.locator(".replay")
    expect(page.locator(".told")).to_have_text("The match begins.")
    page.click("[data-step=forward]")
    expect(page.locator(".told")).to_contain_text("Ada rolled a")
    press(page, "ArrowRight")
    expect(page.locator(".told")).to_contain_text("Ada put the")
    expect(page.locator(".stage .die[data-travel]")).to_have_count(1)
    press(page, "ArrowLeft")
    expect(place).to_have_attribute("data-at", "1")
    press(page, "End")
    expect(place).to_have_attribute("data-at", last)
    expect(page.locator("[data-step=forward]")).to_have_attribute("aria-disabled", "true")
    press(page, "Home")
    expect(place).to_have_attribute("data-at", "0")
    page.locator(".scrubber").fill("7")
    expect(place).to_have_attribute("data-at", "7")
    page.focus(".scrubber")
    page.keyboard.press("ArrowRight")
    expect(place).to_have_attribute("data-at", "8")
    page.wait_for_url("**/replay?at=8")
    page.keyboard.press("Space")
    expect(page.locator("button.playing")).to_have_text("Pause")
    expect(place).to_have_attribute("data-at", "9")
    page.keyboard.press("Space")
    expect(page.locator("button.playing")).to_have_text("Play")
    assert still_here(page)


def test_a_link_to_a_moment_does_not_play(
    server: Server, new_page: NewPage, over: dict[str, Any]
) -> None:
    page = new_page(reduced_motion="no-preference")
    watch(page, server, over, "?at=5")
    expect(page.locator("button.playing")).to_have_text("Play")
    expect(page.locator(".step-count output")).to_have_text("5")
    expect(page.locator(".scrubber")).to_have_value("5")


def test_nothing_beneath_the_board_moves(server: Server, phone: Page, over: dict[str, Any]) -> None:
    last = watch(phone, server, over)
    boxes = (
        "['.stage', '.told', '.controls', '.about'].map((name) =>"
        " JSON.stringify(document.querySelector(name).getBoundingClientRect()))"
    )
    before = phone.evaluate(boxes)
    for moment in range(0, int(last) + 1, 5):
        phone.locator(".scrubber").fill(str(moment))
        expect(phone.locator(".replay")).to_have_attribute("data-at", str(moment))
        assert phone.evaluate(boxes) == before
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    bottom = phone.locator(".controls").bounding_box()
    assert bottom
    assert bottom["y"] + bottom["height"] <= 640


def test_without_a_script_every_step_is_a_page(
    server: Server, plain: Page, over: dict[str, Any]
) -> None:
    plain.goto(f"{server.address}/matches/{over['id']}/replay")
    expect(plain.locator("button.playing, .scrubber, .speeds")).to_have_count(3)
    for part in ("button.playing", ".scrubber", ".speeds"):
        expect(plain.locator(part)).to_be_hidden()
    plain.click("[data-step=forward]")
    plain.wait_for_url("**/replay?at=1")
    expect(plain.locator(".told")).to_contain_text("Ada rolled a")
    plain.click("[data-step=last]")
    plain.wait_for_url(f"**/replay?at={len(over['log'])}")
    plain.click("[data-step=back]")
    plain.wait_for_url(f"**/replay?at={len(over['log']) - 1}")


def test_a_connection_that_comes_back(server: Server, page: Page, over: dict[str, Any]) -> None:
    refused: list[Request] = []

    def refuse(route: Any) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request)
            route.abort()

    page.route("**/frames?*", refuse)
    watch(page, server, over)
    page.click("[data-step=forward]")
    expect(page.locator(".told")).to_contain_text("Ada rolled a")
    expect(page.locator("#offline")).to_be_hidden()
    assert len(refused) == 1


def test_the_page_is_light(server: Server, new_page: NewPage, over: dict[str, Any]) -> None:
    page = new_page(fresh=True)
    watch(page, server, over)
    parts = loaded_bytes(page)
    assert 0 < sum(size for name, size in parts.items() if ".js" in name) < MOST_SCRIPT_BYTES * 1.5


def frames(client: httpx.Client, match: dict[str, Any], query: str) -> httpx.Response:
    return client.get(f"/matches/{match['id']}/frames?{query}")


def test_moments_are_sent_some_at_a_time(server: Server, over: dict[str, Any]) -> None:
    last = len(over["log"])
    with program(server) as client:
        some = frames(client, over, "first=3&last=5").json()["frames"]
        assert [frame["at"] for frame in some] == [3, 4, 5]
        assert all(frame["told"] and "bones" in frame["board"] for frame in some)
        most = frames(client, over, "first=0&last=1000000").json()["frames"]
        assert [frame["at"] for frame in most] == list(range(min(last + 1, MOST_FRAMES)))
        assert len(frames(client, over, "").json()["frames"]) == min(last + 1, MOST_FRAMES)
        [end] = frames(client, over, f"first={last}").json()["frames"]
        assert end["scores"] == " : ".join(map(str, over["scores"]))


@pytest.mark.parametrize(
    "query",
    ["first=-1", "first=5&last=4", "first=1000000", "first=x", "last=x", f"first={'9' * 400}"],
)
def test_moments_that_are_not_there_are_refused(
    server: Server, over: dict[str, Any], query: str
) -> None:
    with program(server) as client:
        assert frames(client, over, query).status_code in (400, 422)


@pytest.mark.parametrize("at", ["-5", "1000000", "9" * 400])
def test_a_moment_outside_of_the_match_is_its_nearest(
    server: Server, over: dict[str, Any], at: str
) -> None:
    with program(server) as client:
        shown = client.get(f"/matches/{over['id']}/replay?at={at}")
        assert shown.status_code == 200
        assert f'data-at="{0 if at == "-5" else len(over["log"])}"' in shown.text
