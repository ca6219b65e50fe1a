"""The interface for programs."""

import asyncio
import json
import re

import pytest

from dicehall.game import Over, games
from dicehall.game.records import read
from dicehall.match.administration import Administration
from support.clients import open_match, play, program, see
from support.places import FilePlace
from support.server import Server


@pytest.mark.parametrize("name", games())
def test_a_whole_match_of_every_game(server: Server, name: str) -> None:
    with program(server) as client:
        opponent = "people" if 2 in games()[name].seats else "alone"
        match = open_match(client, name, opponent, other="Bob")
        while not match["over"]:
            answer = play(client, match, match["turn"]["moves"][-1])
            assert answer.status_code == 201
            match = answer.json()
        text = client.get(f"/matches/{match['id']}/record").text
    record, state = read(text)
    end = record.game.turn(state)
    assert isinstance(end, Over)
    assert list(end.scores) == match["scores"]
    assert record.notes["secret"] == match["secret"]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("left_open", [{}, {"opponent": ""}])
def test_without_an_opponent_a_seat_is_free_if_there_is_one(
    server: Server, name: str, left_open: dict[str, str]
) -> None:
    with program(server) as client:
        answer = client.post("/api/matches", json={"game": name, "name": "Ada", **left_open})
        assert answer.status_code == 201
        kind = "waiting" if 2 in games()[name].seats else "decide"
        assert answer.json()["turn"]["kind"] == kind


def test_a_friend_takes_the_free_seat(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        match = open_match(ada, "knucklebones", "open", begins="first")
        assert match["turn"]["kind"] == "waiting"
        assert play(ada, match, "column 1").json()["code"] == "seat-open"
        seats = f"/api/matches/{match['id']}/seats"
        assert bob.post(seats, json={"seat": 0, "name": "Bob"}).json()["code"] == "seat-taken"
        assert bob.post(seats, json={"seat": 1, "name": "ada"}).json()["code"] == "bad-name"
        taken = bob.post(seats, json={"seat": 1, "name": "Bob", "words": "my luck"})
        assert taken.status_code == 201
        match = see(ada, match)
        assert [seat["yours"] for seat in match["seats"]] == [True, False]
        assert play(bob, match, "column 1").json()["code"] == "not-your-turn"
        match = play(ada, match, "column 1").json()
        assert match["turn"]["seat"] == 1


def test_a_match_that_was_called_off_says_so(server: Server) -> None:
    with program(server) as client:
        waiting = open_match(client, "knucklebones", "open")
        running = open_match(client, "knucklebones", "people", other="Bob")
        client.post(f"/api/matches/{waiting['id']}/resignation")  # nobody has come
        address, seen = f"/api/matches/{running['id']}/stream", {"version": running["version"]}
        with client.stream("GET", address, params=seen) as stream:
            asyncio.run(close(server, running["id"]))
            assert any(line.startswith("data: {") for line in stream.iter_lines())
        for match in (see(client, waiting), see(client, running)):
            assert (match["over"], match["ending"], match["winners"]) == (True, "closed", [])


async def close(server: Server, match_id: str) -> None:
    """Close a match, as a host does; the server notices by polling."""
    store = await FilePlace(server.data).open()
    await Administration(store).close(match_id)
    await store.close()


def test_a_resend_with_the_same_id_is_harmless(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "knuckles", "people", other="Bob")
        first = play(client, match, "column 1", id="one")
        again = play(client, match, "column 1", id="one")
        assert first.json() == again.json()
        other = play(client, match, "column 2", id="one")
        assert (other.status_code, other.json()["code"]) == (409, "id-reused")
        stale = play(client, match, "column 2", id="two")
        assert stale.status_code == 409
        assert stale.json()["code"] == "stale-version"
        assert see(client, match) == first.json()


def test_a_refused_move_says_why_and_what_is_legal(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "pocket-hexes", "alone")
        far, near = "place d20 a1", "place d20 e4"  # a 1 may go far from all numbers
        answer = play(client, match, near if far in match["turn"]["moves"] else far)
        assert answer.status_code == 422
        refusal = answer.json()
        assert refusal["code"] == "illegal-move"
        assert re.search("must|cannot", refusal["reason"])
        assert refusal["legal"] == match["turn"]["moves"]
        assert see(client, match) == match


def test_a_stream_begins_at_a_version_that_there_is(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "knuckles", "people", other="Bob")
        beyond = match["version"] + 1
        for door in (f"/api/matches/{match['id']}", f"/matches/{match['id']}"):
            refused = client.get(f"{door}/stream", params={"version": beyond})
            assert refused.status_code == 409
            assert f"he match is at version {match['version']}" in refused.text
        late = {"last-event-id": str(beyond)}
        assert client.get(f"/matches/{match['id']}/stream", headers=late).status_code == 409


def test_the_stream_tells_every_newer_state(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "alone")
        address = f"/api/matches/{match['id']}/stream"
        with client.stream("GET", address, params={"version": match["version"]}) as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith("retry")
            played = play(client, match, "score choice").json()
            told = next(line for line in lines if line.startswith("data: "))
        assert json.loads(told.removeprefix("data: ")) == played
