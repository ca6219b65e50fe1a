"""Puzzles by forms and in a browser: asked, answered once, explained, and asked again."""

import re

import httpx
from playwright.sync_api import Page, expect

from dicehall.players.puzzles import Puzzle, find_puzzle, puzzle_games, puzzles
from support.accessibility import violations
from support.clients import program, visitor
from support.controls import bad_controls
from support.server import Server

PUZZLE = find_puzzle("knuckles", 3)
ADDRESS = "/puzzles/knuckles/3"


def worst(puzzle: Puzzle) -> str:
    return min(puzzle.worth.moves, key=puzzle.worth.moves.__getitem__)


def answer(client: httpx.Client, move: str, attempt: int = 0) -> httpx.Response:
    return client.post(f"{ADDRESS}?attempt={attempt}", data={"move": move})


def test_values_appear_only_after_the_answer(server: Server) -> None:
    with program(server) as client:
        texts = client.get(ADDRESS).text
        assert "This try counts." in texts
        assert not re.search(r"class=\"bars\"|\d%|best</small>", texts)
        answered = answer(client, worst(PUZZLE))
        assert (answered.status_code, answered.headers["location"]) == (303, ADDRESS)
        page_text = client.get(ADDRESS).text
        assert "Not the best move" in page_text
        assert page_text.count("<li class=") == len(PUZZLE.worth.moves)
        assert f"/analysis/knuckles?position={PUZZLE.position}" in page_text


def test_a_second_answer_changes_nothing(server: Server) -> None:
    with program(server) as client:
        answer(client, worst(PUZZLE))
        texts = client.get(ADDRESS).text
        assert answer(client, PUZZLE.worth.best).status_code == 303
        assert client.get(ADDRESS).text == texts
        again = client.get(f"{ADDRESS}?again=yes").text
        assert "it does not count" in again
        assert answer(client, PUZZLE.worth.best, attempt=1).status_code == 303
        texts = client.get(ADDRESS).text
        assert "Solved!" in texts
        assert "This try did not count." in texts


def test_a_bad_answer_is_refused_on_the_page(server: Server) -> None:
    with program(server) as client:
        refused = answer(client, "column 9")
        assert refused.status_code == 422
        assert 'role="alert"' in refused.text
        assert "This try counts." in refused.text
        assert answer(client, worst(PUZZLE), attempt=4).status_code == 422
        assert client.get("/puzzles/knuckles/99999").status_code == 404
        assert client.get("/puzzles/chess").status_code == 404
        assert client.get("/puzzles/knuckles?theme=nothing").status_code == 404


def test_the_next_puzzle_of_a_theme_and_a_streak(server: Server) -> None:
    with program(server) as client:
        there = client.get("/puzzles/knuckles?theme=gravity").headers["location"]
        number = int(re.findall(r"/(\d+)\?theme=gravity", there)[0])
        assert "gravity" in puzzles("knuckles")[number].themes
        there = client.get("/puzzles/knuckles/streak").headers["location"]
        texts = client.get(there).text
        assert "Streak: 0 solved, 3 lives left" in texts
        number = int(re.findall(r"/(\d+)\?streak=yes", there)[0])
        sent = {"move": puzzles("knuckles")[number].worth.best}
        form = re.findall(r'action="([^"]+streak=yes)"', texts)[0].replace("&amp;", "&")
        there = client.post(form, data=sent).headers["location"]
        assert "Streak: 1 solved, 3 lives left" in client.get(there).text


def test_the_hall_shows_the_puzzle_of_the_day(server: Server) -> None:
    with visitor(server) as client:
        today = client.get("/api/puzzles/today").json()
        assert f'href="/puzzles/{today["game"]}/{today["number"]}"' in client.get("/").text


def play(page: Page, game: str) -> None:
    """Answer the puzzle on the page with some move, as at a table."""
    match game:
        case "fune":
            page.locator(".row.open").first.click()
            page.locator("#confirm").click()
        case "sparkle":
            accept = page.locator("button#fizzle, #accepting summary")
            if accept.count():
                accept.first.click()
                if page.locator("#yes-fizzle").is_visible():
                    page.locator("#yes-fizzle").click()
            else:
                page.locator(".pick").first.check()
                page.locator("#mode").click()
                page.locator(".fly").first.check()
                page.locator("#reroll, #yes").first.click()
        case "pocket-hexes":
            page.locator("label.cast").first.click()
            page.locator("button[name=hex]:visible").first.click()
        case _:
            page.locator("button.column").first.click()


def test_every_game_by_mouse_with_accessible_answers(server: Server, page: Page) -> None:
    for game in puzzle_games():
        page.goto(f"{server.address}/puzzles/{game}/2")
        page.wait_for_selector("html[data-ready]")
        play(page, game)
        expect(page.locator("#verdict")).to_be_visible()
        assert page.locator(".bars li").count() > 1
        assert violations(page) == []
        assert bad_controls(page, sizes=[(360, 640), (844, 390)]) == {}


def test_a_puzzle_by_keyboard(server: Server, page: Page) -> None:
    page.goto(f"{server.address}{ADDRESS}")
    page.wait_for_selector("html[data-ready]")
    page.keyboard.press(PUZZLE.decision.moves[0][-1])
    expect(page.locator("#verdict")).to_be_visible()
