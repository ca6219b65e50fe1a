"""A reset over HTTP: the old match ends, and a new one begins as the old one did."""

import httpx

from support.clients import open_match, program, see
from support.server import Server


def reset(client: httpx.Client, match_id: str, **fields: str) -> httpx.Response:
    return client.post(f"/matches/{match_id}/again", data={"reset": "yes", **fields})


def test_a_reset_ends_the_old_match_and_keeps_the_starting_seat(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "people", other="Bob", begins="second")
        answer = reset(client, match["id"])
        assert answer.status_code == 303
        new = see(client, {"id": answer.headers["location"].rpartition("/")[2]})
        assert [seat["name"] for seat in new["seats"]] == ["Bob", "Ada"]
        assert not new["over"]
        assert see(client, match)["over"]


def test_a_reset_after_the_end_begins_anew(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "alone")
        client.post(f"/api/matches/{match['id']}/resignation")
        assert reset(client, match["id"]).status_code == 303


def test_an_invalid_reset_changes_nothing(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "alone")
        assert reset(client, match["id"], opponent="a wizard").status_code == 422
        assert not see(client, match)["over"]


def test_a_stranger_cannot_reset(server: Server) -> None:
    with program(server) as client, program(server) as stranger:
        match = open_match(client, "fune", "alone")
        assert reset(stranger, match["id"]).status_code == 403
        assert not see(client, match)["over"]


def test_playing_again_leaves_a_running_match_as_it_is(server: Server) -> None:
    with program(server) as client:
        match = open_match(client, "fune", "alone")
        assert client.post(f"/matches/{match['id']}/again").status_code == 303
        assert not see(client, match)["over"]
