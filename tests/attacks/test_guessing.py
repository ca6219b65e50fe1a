"""A guest who tries to guess match ids and room codes."""

import re

import pytest

from attacks.contest import OnlineView
from support.clients import open_match, program, see, visitor
from support.server import Server


def test_match_ids_cannot_be_guessed_nor_listed(contest: OnlineView) -> None:
    assert re.fullmatch("[0-9a-f]{32}", contest.match["id"])
    private = contest.match["id"]
    pages = ("/", "/lobby", "/scores", "/history", "/join")
    for path in (*pages, "/api/lobby", "/api/games", "/api/matches", "/api/scores"):
        assert private not in contest.mallory.get(path).text
    for near in (private[:-1], private.upper(), private + "0", "%", "_" * 32, "*"):
        assert contest.mallory.get(f"/api/matches/{near}").status_code in (404, 405)


def test_a_code_dies_with_the_free_seat_and_guesses_are_slowed_down(server: Server) -> None:
    with program(server) as ada, program(server) as bob, visitor(server) as mallory:
        match = open_match(ada, "knuckles", "open")
        code = match["code"]
        assert see(bob, match)["code"] == ""
        assert bob.get(f"/api/rooms/{code.lower()}").json() == {"match": match["id"]}
        bob.post(f"/api/matches/{match['id']}/seats", json={"seat": 0, "name": "Bob"})
        bob.post(f"/api/matches/{match['id']}/seats", json={"seat": 1, "name": "Bob"})
        for path in (f"/r/{code}", f"/join?code={code}", f"/api/rooms/{code}"):
            answer = mallory.get(path)
            assert answer.status_code == 404
            assert match["id"] not in answer.text


def test_codes_are_not_found_by_trying(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = Server(tmp_path_factory.mktemp("guessing"))
    try:
        with visitor(server) as mallory, program(server) as ada:
            tried = [mallory.get(f"/r/{i:06d}".translate(CODE)).status_code for i in range(25)]
            assert tried[:20] == [404] * 20
            assert tried[20:] == [429] * 5
            code = open_match(ada, "knuckles", "open")["code"]
            assert mallory.get(f"/api/rooms/{code}").status_code == 429
    finally:
        server.stop()


def test_an_ipv6_network_guesses_no_more_than_an_address(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    server = Server(tmp_path_factory.mktemp("networks"))
    try:
        with visitor(server) as mallory:

            def guess(number: int, address: str) -> int:
                code = f"{number:06d}".translate(CODE)
                forwarded = {"X-Forwarded-For": address}
                return mallory.get(f"/api/rooms/{code}", headers=forwarded).status_code

            tried = [guess(number, f"2001:db8::{number:x}") for number in range(1, 101)]
            assert tried == [404] * 20 + [429] * 80
            assert guess(0, "2001:db8:0:1::1") == 404
    finally:
        server.stop()


CODE = str.maketrans("0123456789", "34679ACDEF")
