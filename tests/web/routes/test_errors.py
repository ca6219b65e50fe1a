"""What a page shows when a request fails: refusal, server error, or no connection."""

import json
import re
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from support.browser import NewPage
from support.clients import open_match, play, program
from support.server import Server
from support.tables import sit_down, step, version

BAD_GATEWAY = {"status": 502, "content_type": "text/html", "body": "<h1>502 Bad Gateway</h1>"}
BROKEN = "Something broke on our side; your match is safe."
DISK_FULL = "Matches cannot be stored now: database or disk is full"
LONG_MS = 10 * 60_000


def refusal(status: int, code: str, reason: str, **headers: str) -> dict[str, Any]:
    """A refusal as the server answers it to the script of a page."""
    body = json.dumps({"code": code, "reason": reason, "legal": []})
    return {
        "status": status,
        "content_type": "application/json",
        "body": body,
        "headers": headers,
    }


@dataclass
class Failing:
    """Answers the first requests to an address with these failures; an empty one drops the
    connection. With `forever` the last one is repeated."""

    page: Page
    address: str
    failures: list[dict[str, Any]]
    forever: bool = False
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.route(self.address, self._answer)

    def _answer(self, route: Route) -> None:
        self.asked.append(route.request.url)
        failure = self.failures[min(len(self.asked), len(self.failures)) - 1]
        if len(self.asked) > len(self.failures) and not self.forever:
            route.continue_()
        elif failure:
            route.fulfill(**failure)
        else:
            route.abort()

    def stop(self) -> None:
        self.page.unroute(self.address)


@pytest.fixture
def table(server: Server, page: Page) -> Page:
    """A match against the computer in which Ada is to move."""
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("#table.acting")
    return page


def place(page: Page) -> None:
    page.locator("button.column").first.click()


def moves_made(page: Page) -> int:
    """How often the first seat has moved, by the record of the match."""
    record: str = page.evaluate("fetch(location.pathname + '/record').then((one) => one.text())")
    return len(re.findall(r"^0 column", record, re.MULTILINE))


def translatable(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#offline [role=status]")).to_have_text(words)


def try_again(page: Page) -> None:
    page.get_by_role("button", name="Try again").click()


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (refusal(500, "broken", "Something broke on our side; your match is safe"), BROKEN),
        ({"status": 500, "body": "Internal Server Error"}, BROKEN),
        (refusal(503, "store-unusable", DISK_FULL), f"{BROKEN} {DISK_FULL}"),
    ],
)
def test_a_server_error_is_shown_and_retried_only_on_request(
    table: Page, failure: dict[str, Any], words: str
) -> None:
    table.clock.install()
    failing = Failing(table, "**/moves", [failure])
    before = version(table)
    place(table)
    translatable(table, words)
    table.clock.run_for(LONG_MS)
    assert len(failing.asked) == 1
    assert version(table) == before
    expect(table.get_by_role("link", name="Reload the page")).to_be_visible()
    try_again(table)
    table.wait_for_selector(f'#table:not([data-version="{before}"])')
    expect(table.locator("#offline")).to_be_hidden()
    assert moves_made(table) == 1


@pytest.mark.parametrize(
    "failure", [{}, BAD_GATEWAY, refusal(503, "store-unreachable", "the database is away")]
)
def test_without_a_connection_a_move_is_sent_until_it_arrives(
    table: Page, failure: dict[str, Any]
) -> None:
    failing = Failing(table, "**/moves", [failure, failure])
    step(table, place)
    expect(table.locator("#offline")).to_be_hidden()
    assert len(failing.asked) == 3
    assert moves_made(table) == 1


@pytest.mark.parametrize("failure", [{}, BAD_GATEWAY])
def test_retries_end_and_the_reader_continues(table: Page, failure: dict[str, Any]) -> None:
    table.clock.install()
    failing = Failing(table, "**/moves", [failure], forever=True)
    table.route("**/stream?*", lambda route: route.abort())  # one that opens shows the line is back
    before = version(table)
    place(table)
    translatable(table, re.compile("No connection. Your moves are kept; retrying"))
    for _ in range(60):
        table.clock.run_for(10_000)
    translatable(table, "Still no connection. Your moves are kept.")
    tried = len(failing.asked)
    assert 10 < tried < 40
    table.clock.run_for(LONG_MS)
    assert len(failing.asked) == tried
    failing.stop()
    try_again(table)
    table.wait_for_selector(f'#table:not([data-version="{before}"])')
    assert moves_made(table) == 1


@pytest.mark.parametrize("status", [429, 503])
def test_retry_after_is_obeyed(table: Page, status: int) -> None:
    table.clock.install()
    failure = {"status": status, "body": "wait", "headers": {"Retry-After": "40"}}
    failing = Failing(table, "**/moves", [failure])
    before = version(table)
    place(table)
    translatable(table, re.compile(r"Trying again in 40 seconds\.$"))
    table.clock.run_for(39_000)
    assert len(failing.asked) == 1
    table.clock.run_for(2_000)
    table.wait_for_selector(f'#table:not([data-version="{before}"])')
    expect(table.locator("#offline")).to_be_hidden()


def test_a_refusal_shows_the_servers_words(table: Page) -> None:
    Failing(table, "**/moves", [refusal(403, "not-your-seat", "You hold no seat in this match")])
    place(table)
    expect(table.get_by_role("alert")).to_have_text("You hold no seat in this match")
    expect(table.locator("#offline")).to_be_hidden()
    step(table, place)  # the form may be sent again


def ask_for_a_hint(page: Page) -> None:
    page.get_by_role("button", name="Show me a move").click()


def test_a_slow_hint_is_waited_for(table: Page) -> None:
    table.clock.install()
    waiting: list[Route] = []
    failed: list[str] = []
    table.on("requestfailed", lambda request: failed.append(request.url))
    table.route("**/hint?*", lambda route: waiting.append(route))
    with table.expect_request("**/hint?*"):
        ask_for_a_hint(table)
    table.clock.run_for(60_000)
    expect(table.locator("#offline")).to_be_hidden()
    assert (len(waiting), failed) == (1, [])
    waiting[0].continue_()
    expect(table.locator(".hinted, .notices .hint").first).to_be_visible()


def test_a_busy_coach_is_reported(table: Page) -> None:
    def be_busy(route: Route) -> None:
        drawn = route.fetch().text()
        place = '<div class="notices">'
        assert place in drawn
        notice = f'{place}<p class="refusal urgent" role="alert">The coach is busy</p>'
        route.fulfill(status=429, body=drawn.replace(place, notice))

    table.route("**/hint?*", be_busy)
    ask_for_a_hint(table)
    expect(table.get_by_role("alert")).to_have_text("The coach is busy")
    expect(table.locator("#offline")).to_be_hidden()


@pytest.mark.parametrize(
    "failure",
    [
        refusal(429, "too-often", "The coach is busy: ask again in a moment"),
        refusal(500, "broken", "The coach is busy: ask again in a moment"),
    ],
)
def test_coach_refusals_appear_in_its_line(table: Page, failure: dict[str, Any]) -> None:
    table.click("#coach-off")
    table.wait_for_selector("#play-best")
    failing = Failing(table, "**/coach", [failure], forever=True)
    step(table, place)
    table.wait_for_selector("#table.acting")
    expect(table.locator(".coach-line")).to_contain_text("The coach is busy: ask again")
    expect(table.locator("#offline")).to_be_hidden()
    assert len(failing.asked) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_missing_replay_is_requested_once(server: Server, page: Page, status: int) -> None:
    with program(server) as client:
        match = open_match(client, "knucklebones", "people", other="Bob", begins="first")
        match = play(client, match, match["turn"]["moves"][0]).json()
    page.clock.install()
    gone = refusal(status, "unknown-match", "No match has this id")
    failing = Failing(page, "**/frames?*", [gone], forever=True)
    page.goto(f"{server.address}/matches/{match['id']}/replay?at=1")
    page.wait_for_selector(".replay[data-ready]")
    page.click("[data-step=forward]")
    expect(page.locator(".told")).to_have_text("No match has this id")
    asked = len(failing.asked)
    page.clock.run_for(LONG_MS)
    assert len(failing.asked) == asked <= 2  # the page's own, and the step's
    expect(page.locator("#offline")).to_be_hidden()


def test_a_refused_stream_says_why_and_is_not_retried(server: Server, new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    gone = refusal(404, "unknown-match", "No match has this id")
    failing = Failing(page, "**/stream?*", [gone], forever=True)
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    expect(page.get_by_role("alert")).to_have_text("No match has this id")
    asked = len(failing.asked)
    page.clock.run_for(LONG_MS)
    assert len(failing.asked) == asked == 2
    expect(page.locator("#offline")).to_be_hidden()


def test_a_stream_behind_a_proxy_without_a_server_comes_back(
    server: Server, new_page: NewPage
) -> None:
    page = new_page()
    failing = Failing(page, "**/stream?*", [BAD_GATEWAY] * 3)
    sit_down(page, server.address, "knucklebones", "easy", begins="first")
    expect(page.locator("#offline")).to_be_hidden()
    page.wait_for_selector("#table.acting")
    step(page, place)
    page.wait_for_selector("#table.acting")  # the stream brought the computer's move
    assert len(failing.asked) >= 4


@pytest.mark.parametrize("path", ["/nowhere", "/matches/nothing", "/rules/chess", "/new/chess"])
def test_an_error_page_begins_with_a_capital_letter(server: Server, path: str) -> None:
    answer = httpx.get(f"{server.address}{path}", timeout=120)
    assert answer.status_code == 404
    assert re.search(r"</h1>\s*<p>[A-Z]", answer.text)


MEANINGS: dict[str, list[dict[str, Any]]] = {
    "answered": [
        {"status": 200},
        {"status": 409, "code": "stale-version"},
        {"status": 429, "code": "too-often"},
        {"status": 429, "retryAfter": 5, "table": True},
        {"status": 404},
    ],
    "broken": [
        {"status": 500, "code": "broken"},
        {"status": 500},
        {"status": 501},
        {"status": 507},
        {"status": 503, "code": "store-unusable"},
    ],
    "away": [
        {"status": 0},
        {"status": 502},
        {"status": 503},
        {"status": 504},
        {"status": 503, "code": "store-unreachable"},
    ],
    "wait": [{"status": 429, "retryAfter": 5}, {"status": 503, "retryAfter": 5}],
}


def test_each_answer_means_one_thing(server: Server, page: Page) -> None:
    page.goto(server.address)
    script = page.get_attribute("script[src$='/dicehall.js']", "src") or ""
    found = page.evaluate(
        "async ([path, answers]) => { const { classify } = await import(path);"
        " return answers.map(classify) }",
        [script.replace("dicehall.js", "requests.js"), [*chain(*MEANINGS.values())]],
    )
    assert found == [kind for kind, answers in MEANINGS.items() for _ in answers]


def test_a_promise_that_never_comes_does_not_keep_a_match_from_being_opened(
    server: Server, page: Page
) -> None:
    held: list[Route] = []
    page.route("**/api/promises", lambda route: held.append(route))
    page.clock.install()
    page.goto(server.address)
    page.wait_for_selector("html[data-ready]")
    with page.expect_request("**/api/promises"):
        page.click(".gate.game-fune button", no_wait_after=True)
    page.clock.run_for(10_000)
    page.wait_for_selector("#table")


def test_another_language_arrives_when_the_connection_is_back(table: Page) -> None:
    table.click("#open-settings")
    failing = Failing(table, table.url, [{}], forever=True)
    table.locator("#drawer [name=language][value=ja]").check(force=True)
    expect(table.locator("#offline")).to_be_visible()
    assert failing.asked
    failing.stop()
    expect(table.locator("html")).to_have_attribute("lang", "ja")
    expect(table.locator("#offline")).to_be_hidden()
