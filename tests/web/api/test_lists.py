"""What pages list, for programs: the caller's matches, the highest scores, and records."""

import httpx
import pytest

from dicehall.client import Client
from dicehall.game.records import read
from dicehall.web.api.lists import PAGE_MATCHES
from support.bots import play_last
from support.clients import open_match, program, visitor
from support.server import Server


@pytest.mark.parametrize("sent", ["Bearer", "Bearer x", "bearer computer.00", "Bearer a b"])
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/matches"),
        ("POST", "/api/promises"),
        ("GET", "/"),
        ("GET", "/matches/x/record"),
    ],
)
def test_a_wrong_token_is_refused(server: Server, method: str, path: str, sent: str) -> None:
    with visitor(server, Authorization=sent) as client:
        answer = client.request(method, path)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "set-cookie" not in answer.headers
    if path.startswith("/api/"):
        assert answer.json()["code"] == "bad-token"


def test_a_wrong_token_opens_no_match(server: Server) -> None:
    with visitor(server, Authorization="Bearer nobody.00") as client:
        body = {"game": "fune", "name": "Ada", "opponent": "alone"}
        assert client.post("/api/matches", json=body).status_code == 401


def test_other_authorization_schemes_are_ignored(server: Server) -> None:
    with visitor(server, Authorization="Basic YTpi") as client:
        assert client.get("/").status_code == 200


def test_my_matches_run_and_end(server: Server) -> None:
    with Client(server.address) as ada, program(server) as eve:
        running = ada.open("knucklebones", "Ada", "easy")
        ended = ada.open("fune", "Ada", "alone")
        ended.play(play_last)
        given_up = ada.open("knuckles", "Ada", "easy")
        given_up.resign()
        assert [match["id"] for match in ada.matches()] == [running.id]
        finished = {match["id"]: match for match in ada.matches(over=True)}
        assert finished.keys() == {ended.id, given_up.id}
        [seat] = finished[ended.id]["seats"]
        assert (seat["name"], seat["yours"], seat["score"]) == (
            "Ada",
            True,
            ended.match["scores"][0],
        )
        results = (finished[ended.id]["result"], finished[given_up.id]["result"])
        assert results == ("alone", "lost")
        assert [match["id"] for match in ada.matches(result="lost")] == [given_up.id]
        assert [match["id"] for match in ada.matches(over=True, game="fune")] == [ended.id]
        assert ada.matches(game="fune") == []
        assert eve.get("/api/matches").json() == {"matches": [], "more": False}


def test_a_list_has_pages(server: Server) -> None:
    with program(server) as ada:
        opened = [
            open_match(ada, "knuckles", "people", other="Bob")["id"]
            for _ in range(PAGE_MATCHES + 2)
        ]
        pages = [ada.get("/api/matches", params={"page": page}).json() for page in (1, 2, 3)]
        assert [len(page["matches"]) for page in pages] == [PAGE_MATCHES, 2, 0]
        assert [page["more"] for page in pages] == [True, False, False]
        listed = [match["id"] for page in pages for match in page["matches"]]
        assert sorted(listed) == sorted(opened)


def test_scores_are_those_of_the_page(server: Server) -> None:
    with Client(server.address) as ada:
        table = ada.open("fune", "Ada Lovelace", "alone")
        score = table.play(play_last)["scores"][0]
        [mine] = ada.scores("fune", mine=True)
        assert (mine["game"], mine["variant"], mine["own"]) == ("fune", "", None)
        [best] = mine["scores"]
        assert (best["match"], best["score"], best["yours"]) == (table.id, score, True)
        lists = ada.scores()
        assert {(one["game"], one["variant"]) for one in lists} >= {
            ("sparkle", "classic"),
            ("sparkle", "gentle"),
            ("knuckles", ""),
        }


def test_the_record_of_a_match_is_the_same_by_both_addresses(server: Server) -> None:
    with program(server) as ada:
        match = open_match(ada, "knuckles", "people", other="Bob")
        new, old = (ada.get(f"{before}/matches/{match['id']}/record") for before in ("/api", ""))
        assert new.status_code == old.status_code == 200
        assert new.text == old.text
        assert new.headers["content-type"] == "text/plain; charset=utf-8"
        record, _ = read(new.text)
        assert record.game.name == "knuckles"
        assert ada.get("/api/matches/none/record").json()["code"] == "unknown-match"


def test_refused_values_are_excluded_by_the_schema(server: Server) -> None:
    with program(server) as ada:
        document = ada.get("/api/openapi.json").json()
        taken = [
            operation["requestBody"]["content"]["application/json"]["schema"]
            for methods in document["paths"].values()
            for operation in methods.values()
            if "requestBody" in operation
        ]
        names = {reference(schema) for schema in taken}
        assert "OpenMatch" in names
        assert len(names) >= 6
        for name in names:
            assert document["components"]["schemas"][name]["additionalProperties"] is False
        refused: httpx.Response = ada.post(
            "/api/matches", json={"game": "fune", "name": "Ada", "unknown": 1}
        )
        assert refused.status_code == 400


def reference(schema: dict[str, object]) -> str:
    """The name of the object that a schema refers to, also where it may be left out."""
    found = [schema, *schema.get("oneOf", ()), *schema.get("anyOf", ())]  # type: ignore[misc]
    [name] = [str(one["$ref"]) for one in found if "$ref" in one]
    return name.rpartition("/")[2]
