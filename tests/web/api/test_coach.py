"""The coach over HTTP: who hears it, by whichever door, and that nobody else waits for it."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest

from dicehall.match.thinking.coach import MOST_ASKING_PER_GUEST
from support.clients import open_match, play, program, see, visitor
from support.contests import children_of, writers_of
from support.server import Server

ON = {"cookie": "preferences=coach%3Don"}
WORTH = {"x-part": "worth"}
SPOKEN = 'data-advice="Coach: '
TABLES = {
    "sparkle": "alone",
    "pocket-hexes": "alone",
    "knuckles": "people",
    "knucklebones": "people",
    "fune": "alone",
}
MOST_BYTES = 4_000


def play_out(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    """To the end, always by the last of the legal moves."""
    while not match["over"]:
        if match["turn"]["kind"] != "decide" or not yours(match):
            match = see(client, match)
            continue
        match = play(client, match, match["turn"]["moves"][-1]).json()
    return match


def yours(match: dict[str, Any]) -> bool:
    return bool(match["seats"][match["turn"]["seat"]]["yours"])


def reviewed(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    """Request the review of a match until it is ready."""
    while True:
        answer = client.get(f"/api/matches/{match['id']}/review")
        assert answer.status_code == 200
        if (review := answer.json())["ready"]:
            return dict(review)
        assert review["moves"] == []


def test_one_side_of_an_online_match_is_not_coached_by_any_door(server: Server) -> None:
    with program(server) as ada, program(server) as bob, program(server) as eve:
        match = open_match(ada, "knucklebones", "open", begins="first")
        bob.post(f"/api/matches/{match['id']}/seats", json={"seat": 1, "name": "Bob"})
        for client in (ada, bob, eve):
            for door in (f"/api/matches/{match['id']}/worth", f"/api/matches/{match['id']}/review"):
                refused = client.get(door)
                assert refused.status_code == 409
                assert refused.json()["code"] == "coach-waits"
            for door in ("coach", "hint", "review"):
                for part in ("table", "worth"):
                    address = f"/matches/{match['id']}/{door}"
                    refused = client.get(address, headers={"x-part": part})
                    assert refused.status_code == 409
                    assert "%" not in refused.text.partition('<section id="table"')[2]
                    assert "worths" not in refused.text
        page = ada.get(f"/matches/{match['id']}", headers=ON).text
        assert "The coach is available when the match is over." in page
        assert 'id="coach-off"' not in page
        assert "Show me a move" not in page
        assert "coach-line" not in page
        spectated = eve.get(f"/matches/{match['id']}", headers=ON).text
        assert 'id="coach-off"' not in spectated
        ada.post(f"/api/matches/{match['id']}/resignation")
        for client in (ada, bob, eve):
            assert reviewed(client, match)["curve"][-1][1] == -1


def test_coach_advice_is_private(server: Server) -> None:
    with program(server) as ada, program(server) as eve:
        match = open_match(ada, "sparkle", "alone")
        address = f"/matches/{match['id']}"
        coached = ada.get(f"{address}/coach")
        assert SPOKEN in coached.text
        assert SPOKEN in ada.get(address, headers=ON).text  # it is known by now
        assert SPOKEN not in ada.get(address).text
        for seen in (eve.get(address, headers=ON), eve.get(f"{address}/hint")):
            assert SPOKEN not in seen.text
            assert "Play it" not in seen.text
            assert "Worth considering" not in seen.text
        assert eve.get(f"{address}/coach").status_code == 409
        assert eve.get(f"{address}/coach", headers=WORTH).status_code == 409


def test_the_worth_of_every_legal_move(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "alone")
        worth = client.get(f"/api/matches/{match['id']}/worth").json()
        assert set(worth["moves"]) == set(match["turn"]["moves"])
        assert worth["version"] == match["version"]
        assert worth["unit"] == "points"
        assert worth["exact"] is True
        assert worth["best"] == max(worth["moves"], key=worth["moves"].get)
        hint = client.get(f"/matches/{match['id']}/hint").text
        assert "Worth considering" in hint


def test_an_unknown_error_is_null(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "people", other="Bob")
        worth = worth_of(client, match)
        assert (worth["exact"], worth["error"]) == (False, None)
        data = client.get(f"/matches/{match['id']}/coach", headers=WORTH).json()
        assert "rough estimate" in data["line"]["after"]
        match = play(client, match, worth["best"]).json()
        while not match["over"]:
            match = client.post(f"/api/matches/{match['id']}/resignation").json()
        review = reviewed(client, match)
        assert [one["error"] for one in review["moves"]] == [None]
        shown = client.get(f"/matches/{match['id']}/review").text
        assert "The values are rough estimates" in shown


@pytest.mark.parametrize(("game", "opponent"), TABLES.items(), ids=TABLES)
def test_to_a_script_only_the_numbers_travel(server: Server, game: str, opponent: str) -> None:
    with program(server) as client:
        match = open_match(client, game, opponent, other="Bob")
        for _ in range(6):
            address = f"/matches/{match['id']}/coach"
            alone, worth = client.get(address, headers=WORTH), worth_of(client, match)
            data = alone.json()
            drawn = client.get(address, headers={"x-part": "table"}).text
            assert alone.headers["content-type"].startswith("application/json")
            limit = len(drawn.encode()) / 3 if game == "pocket-hexes" else MOST_BYTES
            assert len(alone.content) < limit
            assert data["version"] == match["version"]
            assert data["line"]["move"] == worth["best"]
            assert data["summary"] in unescape(drawn)
            assert "<" not in alone.text
            match = play(client, match, worth["best"]).json()
            if match["over"]:
                break


def worth_of(client: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    worth: dict[str, Any] = client.get(f"/api/matches/{match['id']}/worth").json()
    return worth


def test_best_moves_have_an_accuracy_of_100_and_end_where_the_score_is(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "alone")
        while not match["over"]:
            best = client.get(f"/api/matches/{match['id']}/worth").json()["best"]
            match = play(client, match, best).json()
        review = reviewed(client, match)
        assert review["accuracy"] == [1.0]
        assert review["weighed"] == review["decisions"] == len(review["moves"]) >= 13
        assert review["curve"][-1] == [len(match["log"]), match["scores"][0]]
        assert all(one["cost"] == 0 for one in review["moves"])
        balance = review["balance"]
        assert (balance["moves"], balance["result"]) == ([0], match["scores"][0])
        assert balance["start"] + balance["dice"][0] == pytest.approx(balance["result"])
        assert "Your moves cost nothing." in client.get(f"/matches/{match['id']}/review").text
        assert (
            "Nothing: every move was as good as the best one."
            in client.get(f"/matches/{match['id']}/review").text
        )


def test_nothing_is_weighed_when_the_match_is_over(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "sparkle", "alone")
        assert client.get(f"/api/matches/{match['id']}/review").json()["code"] == "coach-waits"
        client.post(f"/api/matches/{match['id']}/resignation")
        over = client.get(f"/api/matches/{match['id']}/worth")
        assert over.json()["code"] == "match-over"
        assert client.get(f"/matches/{match['id']}/coach").status_code == 200
        alone = client.get(f"/matches/{match['id']}/coach", headers=WORTH)
        assert alone.json() == {"version": see(client, match)["version"]}
        review = client.get(f"/matches/{match['id']}/review")
        assert "no moves to review" in review.text


@pytest.mark.parametrize("said", ["", "loud", "on off", "<b>"])
def test_a_switch_that_is_neither_on_nor_off(server: Server, said: str) -> None:
    with program(server) as client:
        match = open_match(client, "sparkle", "alone")
        refused = client.post(f"/matches/{match['id']}/coach", data={"coach": said})
        assert refused.status_code == 422
        assert "set-cookie" not in refused.headers or "coach" not in refused.headers["set-cookie"]


def test_the_switch_is_remembered(server: Server) -> None:
    with visitor(server) as client:
        opened = client.post("/new/sparkle", data={"name": "Ada"})
        address = opened.headers["location"].rpartition("/")[2]
        switched = client.post(f"/matches/{address}/coach", data={"coach": "on"})
        assert switched.status_code == 303
        assert 'data-coach="on"' in client.get(f"/matches/{address}").text
        assert 'data-coach="on"' in client.get("/settings").text


def test_full_spellings_work_in_every_game(server: Server) -> None:
    with program(server) as client:
        for game in ("sparkle", "fune", "pocket-hexes"):
            match = open_match(client, game, "alone")
            form = {"spelled": match["turn"]["moves"][-1], "version": match["version"]}
            answer = client.post(f"/matches/{match['id']}/moves", data=form)
            assert answer.status_code == 303
            assert see(client, match)["log"][1] == f"0 {match['turn']['moves'][-1]}"
            bad = client.post(f"/matches/{match['id']}/moves", data={**form, "spelled": "resign"})
            assert bad.status_code in (409, 422)


def thinkers(process: int) -> list[int]:
    """The child processes that think; another one writes."""
    return [pid for pid in children_of(process) if pid not in writers_of(process)]


@contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
def test_pages_are_served_while_the_coach_thinks(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with program(server) as ada, program(server) as bob, ThreadPoolExecutor(2) as threads:
            match = open_match(ada, "sparkle", "alone")
            ada.get(f"/matches/{match['id']}/coach")
            match = play(ada, match, match["turn"]["moves"][-1]).json()
            over = open_match(bob, "sparkle", "alone")
            over = play_out(bob, over)
            with stopped(thinkers(server.process.pid)):
                thinking = [
                    threads.submit(ada.get, f"/matches/{match['id']}/coach"),
                    threads.submit(ada.get, f"/matches/{match['id']}/hint"),
                ]
                other = open_match(bob, "knuckles", "people", other="Bea")
                assert play(bob, other, "column 1").status_code == 201
                assert bob.get(f"/matches/{other['id']}").status_code == 200
                assert bob.get("/").status_code == 200
                waiting = bob.get(f"/matches/{over['id']}/review")
                assert "moves evaluated" in waiting.text
                assert "refresh" in waiting.text
                assert not any(task.done() for task in thinking)
            assert SPOKEN in thinking[0].result().text
            assert "Worth considering" in thinking[1].result().text
            assert reviewed(bob, over)["moves"]
    finally:
        server.stop()


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are found in /proc")
def test_abandoned_questions_are_cancelled(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with program(server) as ada:
            tables = [open_match(ada, "sparkle", "alone") for _ in range(MOST_ASKING_PER_GUEST + 3)]
            doors = [f"/api/matches/{table['id']}/worth" for table in tables]
            assert ada.get(doors[0]).status_code == 200
            with stopped(thinkers(server.process.pid)):
                for door in doors[1:]:  # none of them is one too many
                    with pytest.raises(httpx.ReadTimeout):
                        ada.get(door, timeout=0.5)
            assert ada.get(doors[-1]).status_code == 200
    finally:
        server.stop()
