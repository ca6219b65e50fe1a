"""Position analysis over HTTP: the worth of each move, and who is refused."""

from typing import Any

import httpx
import pytest

from dicehall.game import new_game
from dicehall.game.positions import spell_position
from dicehall.game.records import read
from support.clients import open_match, program, see
from support.playouts import legal_moves
from support.server import Server

BONES = {"game": "knucklebones", "position": "53._._-_._.66-4-0"}


def analysed(client: httpx.Client, **body: Any) -> dict[str, Any]:
    answer = client.post("/api/analysis", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_every_legal_move_best_first(server: Server) -> None:
    game = new_game("fune", seats=1)
    state = game.roll(game.start(), (6, 6, 6, 2, 2))
    with program(server) as client:
        found = analysed(client, game="fune", position=spell_position(game, state))
    values = [one["value"] for one in found["moves"]]
    assert {one["move"] for one in found["moves"]} == set(legal_moves(game, state))
    assert values == sorted(values, reverse=True)
    assert found["value"] == values[0]
    assert (found["seat"], found["kind"], found["rolls"]) == (0, "decide", [])
    assert (found["unit"], found["exact"], found["error"]) == ("points", True, 0)


def test_every_roll_before_a_decision(server: Server) -> None:
    with program(server) as client:
        found = analysed(client, **BONES | {"position": "53._._-_._.66-_-0"})
        assert (found["seat"], found["kind"], found["moves"]) == (0, "chance", [])
        assert {one["roll"] for one in found["rolls"]} == {*"123456"}
        four = next(one for one in found["rolls"] if one["roll"] == "4")
        decided = analysed(client, **BONES)
        assert (four["best"], four["value"]) == (decided["moves"][0]["move"], decided["value"])
        many = analysed(client, game="pocket-hexes", position=HEXES_START)
        assert (many["value"], many["rolls"]) == (None, [])


HEXES_START = spell_position(new_game("pocket-hexes"), new_game("pocket-hexes").start())


def test_seats_and_options_are_those_of_the_game(server: Server) -> None:
    card = "_._._._._._._._._._._._._"
    with program(server) as client:
        two = analysed(client, game="fune", seats=2, position=f"{card}-{card}-11111-0-0")
        assert two["unit"] == "win-minus-loss"
        gentle = {"game": "sparkle", "position": "2-60-0-15262-_-_-_-5"}
        assert analysed(client, **gentle, options={"curve": "gentle"})["moves"]
        assert client.post("/api/analysis", json=gentle).json()["code"] == "bad-position"


@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"position": "nowhere"}, 422, "bad-position"),
        ({"position": "53._._-5._._-4-0"}, 422, "bad-position"),
        ({"position": "x" * 401}, 400, "bad-request"),
        ({"position": 5}, 400, "bad-request"),
        ({"position": "111.111.111-2._._-_-1"}, 409, "game-over"),
        ({"game": "chess"}, 404, "unknown-game"),
        ({"seats": 1}, 422, "bad-option"),
        ({"seats": 3}, 400, "bad-request"),
        ({"options": {"curve": "gentle"}}, 422, "bad-option"),
        ({"extra": 1}, 400, "bad-request"),
    ],
)
def test_bad_questions_are_refused(
    server: Server, changed: dict[str, Any], status: int, code: str
) -> None:
    with program(server) as client:
        refused = client.post("/api/analysis", json=BONES | changed)
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert refused.json()["reason"].strip()


def test_a_position_being_played_is_not_analysed(server: Server) -> None:
    with program(server) as ada, program(server) as bob, program(server) as eve:
        match = open_match(ada, "knucklebones", "open", begins="first")
        bob.post(f"/api/matches/{match['id']}/seats", json={"seat": 1, "name": "Bob"})
        record, state = read(ada.get(f"/api/matches/{match['id']}/record").text)
        current = BONES | {"position": spell_position(record.game, state)}
        before = BONES | {"position": spell_position(record.game, state._replace(die=None))}
        for client in (ada, bob):
            for body in (current, before):
                refused = client.post("/api/analysis", json=body)
                assert (refused.status_code, refused.json()["code"]) == (409, "coach-waits")
                assert "this position right now" in refused.json()["reason"]
            assert analysed(client, **BONES)["moves"]
            assert analysed(client, **current | {"game": "knuckles"})["moves"]
        assert analysed(eve, **current)["moves"]
        ada.post(f"/api/matches/{match['id']}/resignation")
        assert see(ada, match)["over"]
        assert analysed(ada, **current)["moves"]
        assert len(analysed(ada, **before)["rolls"]) == 6


def test_a_match_against_the_computer_may_be_analysed(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "sparkle", "alone")
        record, state = read(client.get(f"/api/matches/{match['id']}/record").text)
        found = analysed(client, game="sparkle", position=spell_position(record.game, state))
        assert {one["move"] for one in found["moves"]} == set(match["turn"]["moves"])
