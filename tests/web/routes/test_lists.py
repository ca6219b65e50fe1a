"""The history of a guest and the scores of the server: by game, by result, by variant, by page."""

import asyncio
import re
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from secrets import token_hex

import httpx
import pytest
from playwright.sync_api import Page, expect

from dicehall.match.events import MatchEnded, MatchOpened, SeatTaken
from dicehall.match.store.sqlite import SqliteStore
from support.accessibility import violations
from support.browser import NewPage
from support.clients import open_match, program
from support.laid_tables import lay_table
from support.server import Server
from support.tables import sit_down

DAY = 86_400.0
HARD = SeatTaken(1, "Hard", level="hard")


@dataclass(frozen=True)
class Regular:
    """A guest of a server, and the matches that are kept of them."""

    client: httpx.Client
    server: Server
    holder: str

    def finish(
        self, *ends: tuple[str, Sequence[int]], ago: float = 0.0, beside: SeatTaken = HARD
    ) -> None:
        """Store ended matches: a game (and a curve), and the scores, the guest first;
        two scores are a match with somebody `beside`."""

        async def keep() -> None:
            store = SqliteStore.at(self.server.data / "dicehall.db")
            for number, (game, scores) in enumerate(ends):
                name, _, curve = game.partition(" ")
                at = time.time() - ago - number
                options = {"curve": curve} if curve else {}
                other = [beside] if len(scores) > 1 else []
                best = max(scores)
                winners = tuple(seat for seat, score in enumerate(scores) if score == best)
                events = [
                    MatchOpened(name, len(scores), options, "", at - 60),
                    SeatTaken(0, "Ada", self.holder),
                    *other,
                    MatchEnded(tuple(scores), winners, "", at),
                ]
                await store.open(token_hex(16), token_hex(32), events)
            await store.close()

        with ThreadPoolExecutor(1) as thread:  # the browser's loop may be running in this one
            thread.submit(asyncio.run, keep()).result()

    def read(self, path: str) -> str:
        answer = self.client.get(path)
        assert answer.status_code == 200, answer.text
        return answer.text


@pytest.fixture
def regular(server: Server) -> Iterator[Regular]:
    with program(server) as client:
        match_id = open_match(client, "sparkle", "alone")["id"]
        yield Regular(client, server, holder_in(server, match_id))


def holder_in(server: Server, match_id: str) -> str:
    with sqlite3.connect(server.data / "dicehall.db") as rows:
        found = rows.execute("SELECT holder FROM seats WHERE match_id = ?", (match_id,))
        return str(found.fetchone()[0])


def outcomes(page: str) -> list[str]:
    """How the matches of a page of the history ended."""
    return re.findall(r'<li class="line (\w+) ', page)


def test_every_line_says_what_it_was_how_it_ended_and_when(regular: Regular) -> None:
    regular.finish(("knucklebones", (58, 41)), ("sparkle gentle", (640,)))
    regular.finish(("fune", (100, 100)), ago=DAY)
    regular.finish(("knuckles", (3, 8)), ago=1000 * DAY)
    shown = regular.read("/history")
    assert outcomes(shown) == ["won", "alone", "draw", "lost"]
    for words in ("You win, 58 to 41.", "against Hard", "· gentle", "640", "A draw, 100 all."):
        assert words in shown
    times = re.findall(r'<time datetime="(\S+Z)" data-local="[^"]+">([^<]+) UTC</time>', shown)[::3]
    assert times[0][1].startswith(("today, ", "yesterday, "))
    assert times[0][1].partition(",")[0] != times[2][1].partition(",")[0]
    assert re.fullmatch(r"\d+ [A-Z][a-z]{2} \d{4}, \d\d:\d\d", times[3][1])
    assert len(re.findall(r'href="/matches/\w+/review"', shown)) == 4


def test_filters_by_game_and_by_result(regular: Regular) -> None:
    regular.finish(("knucklebones", (58, 41)), ("knucklebones", (1, 9)), ("knuckles", (3, 8)))
    regular.finish(("sparkle", (0,)))
    assert outcomes(regular.read("/history?game=knucklebones&result=")) == ["won", "lost"]
    assert outcomes(regular.read("/history?result=lost")) == ["lost", "lost"]
    assert outcomes(regular.read("/history?game=knuckles&result=lost")) == ["lost"]
    assert outcomes(regular.read("/history?result=alone")) == ["alone"]
    for nothing, kind in (
        ("game=knuckles&result=won", "No wins yet"),
        ("game=pocket-hexes&result=lost", "No losses"),
        ("result=draw", "No draws yet"),
        ("result=shared", "No two-player matches yet"),
        ("game=fune", "No matches of FUNE yet"),
    ):
        assert kind in regular.read(f"/history?{nothing}")


def test_a_long_history_has_pages(regular: Regular) -> None:
    regular.finish(*[("knucklebones", (n, 100)) for n in range(60)])
    first = regular.read("/history?result=lost")
    assert len(outcomes(first)) == 25
    assert "60 matches" in first
    assert "Page 1 of 3" in first
    assert 'rel="prev"' not in first
    [older] = re.findall(r'rel="next" href="([^"]+)"', first)
    second = regular.read(older.replace("&amp;", "&"))
    assert "Page 2 of 3" in second
    assert "100 to 25." in second  # where the first page ended, this one goes on
    assert "100 to 24." in first
    last = regular.read("/history?page=3")
    assert len(outcomes(last)) == 10
    assert 'rel="next"' not in last


@pytest.mark.parametrize("page", ["0", "-1", "2", "abc", "1.5", "9" * 400, "²", "%00", "1 OR 1=1"])
def test_unknown_pages_are_refused(regular: Regular, page: str) -> None:
    answer = regular.client.get(f"/history?page={page}")
    assert answer.status_code == 422
    assert "There is no page" in answer.text


@pytest.mark.parametrize(
    ("query", "status"),
    [("game=chess", 404), ("game=%00", 404), ("result=fine", 422), ("result=%ff", 422)],
)
def test_invalid_filters_are_refused(regular: Regular, query: str, status: int) -> None:
    assert regular.client.get(f"/history?{query}").status_code == status


def test_no_history_yet(regular: Regular) -> None:
    shown = regular.read("/history")
    assert "No finished matches yet" in shown
    assert 'class="filters"' not in shown


def best_scores(page: str, kind: str) -> list[int]:
    section = page.partition(f'id="scores-{kind}"')[2].partition("</section>")[0]
    return [int(score.replace(",", "")) for score in re.findall(r"<strong>([\d,]+)<", section)]


def test_scores_are_listed_per_variant(regular: Regular) -> None:
    scores = [("sparkle", (0,)), ("sparkle gentle", (1_000_720,)), ("sparkle", (1_000_640,))]
    regular.finish(*scores, ("sparkle gentle", (0,)))
    mine = regular.read("/scores?whose=mine")
    assert best_scores(mine, "sparkle-classic") == [1_000_640]
    assert best_scores(mine, "sparkle-gentle") == [1_000_720]
    assert best_scores(mine, "fune") == []
    conf = regular.read("/scores")
    assert best_scores(conf, "sparkle-classic")[0] == 1_000_640
    assert best_scores(conf, "sparkle-gentle")[0] == 1_000_720
    assert conf.count('class="own"') == 2
    assert re.search(r'<time datetime="\S+Z" data-local="[^"]+">(today|yesterday) UTC<', conf)


def test_shared_device_scores_are_listed_but_not_as_your_own(regular: Regular) -> None:
    bob = SeatTaken(1, "Bob", regular.holder)
    regular.finish(("fune", (1_000_100, 1_000_900)), beside=bob)
    assert best_scores(regular.read("/scores?whose=mine"), "fune") == []
    conf = regular.read("/scores")
    assert best_scores(conf, "fune")[:2] == [1_000_900, 1_000_100]
    assert conf.count('class="own"') == 0
    for found in regular.client.get("/api/scores").json():
        assert not any(line["yours"] for line in found["scores"] if line["name"] == "Bob")


def test_a_best_score_that_the_server_does_not_list_is_shown_apart(
    regular: Regular, server: Server
) -> None:
    with program(server) as other:
        match_id = open_match(other, "fune", "alone")["id"]
        better = Regular(other, server, holder_in(server, match_id))
        better.finish(*[("fune", (100_000 + n,)) for n in range(10)])
    regular.finish(("fune", (77_777,)))
    shown = regular.read("/scores")
    assert best_scores(shown, "fune")[-1] == 77_777
    assert "your best" in shown


@pytest.mark.parametrize("whose", ["theirs", "%00", "mine%20"])
def test_own_scores_only(regular: Regular, whose: str) -> None:
    assert regular.client.get(f"/scores?whose={whose}").status_code == 422


def test_the_filters_work_without_a_script(server: Server, plain: Page) -> None:
    sit_down(plain, server.address, "sparkle", "alone")
    match_id = plain.url.rpartition("/")[2]
    guest = Regular(httpx.Client(timeout=120), server, holder_in(server, match_id))
    guest.finish(("knucklebones", (58, 41)), ("knuckles", (3, 8)))
    plain.goto(f"{server.address}/history")
    expect(plain.locator(".line")).to_have_count(2)
    plain.select_option("[name=game]", "knuckles")
    plain.click(".filters button")
    expect(plain.locator(".line")).to_have_count(1)
    expect(plain.locator("[name=game]")).to_have_value("knuckles")
    expect(plain.locator(".outcome")).to_have_text("Lost")
    plain.click("text=Show all")
    expect(plain.locator(".line")).to_have_count(2)


def test_lists_with_matches_are_accessible(server: Server, page: Page) -> None:
    sit_down(page, server.address, "sparkle", "alone")
    match_id = page.url.rpartition("/")[2]
    guest = Regular(httpx.Client(timeout=120), server, holder_in(server, match_id))
    ends = [("knucklebones", (58, 41)), ("knuckles", (3, 8)), ("fune", (9, 9)), ("sparkle", (40,))]
    guest.finish(*ends, *ends * 7)
    for path in ("/history", "/history?page=2", "/scores", "/scores?whose=mine"):
        page.goto(f"{server.address}{path}")
        assert violations(page) == []


@pytest.mark.parametrize(
    ("locale", "said"), [("en-GB", "15 Nov 2025, 09:30"), ("ja-JP", "2025/11/15 9:30")]
)
def test_times_are_in_the_time_zone_of_the_reader(
    server: Server, new_page: NewPage, locale: str, said: str
) -> None:
    page = new_page(timezone_id="Asia/Tokyo", locale=locale)
    lay_table(server, page, "fune")
    with sqlite3.connect(server.data / "dicehall.db") as rows:
        match = page.url.rpartition("/")[2]
        rows.execute("UPDATE matches SET ended_at = 1763166600 WHERE id = ?", (match,))
        rows.execute("UPDATE seats SET score = 7 WHERE match_id = ?", (match,))
    page.goto(f"{server.address}/history")
    expect(page.locator(".line > time")).to_have_text(said)
    expect(page.locator(".line > time")).to_have_attribute("datetime", "2025-11-15T00:30:00Z")


@pytest.mark.parametrize(
    ("zone", "said"), [("Asia/Tokyo", "15 Nov 2025"), ("America/New_York", "14 Nov 2025")]
)
def test_scores_are_dated_in_the_time_zone_of_the_reader(
    server: Server, new_page: NewPage, zone: str, said: str
) -> None:
    page = new_page(timezone_id=zone, locale="en-GB")
    ended = MatchEnded((321,), (0,), "", 1763152200.0)  # 14 November, 20:30 in UTC
    lay_table(server, page, "fune", ended)
    page.goto(f"{server.address}/scores?whose=mine")
    expect(page.locator("main time")).to_have_text(said)
