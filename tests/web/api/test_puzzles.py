"""Puzzles over HTTP."""

from dicehall.players.puzzles import find_puzzle
from support.clients import program
from support.server import Server

PUZZLE = find_puzzle("fune", 5)
ADDRESS = "/api/puzzles/fune/5"


def test_get_answer_and_rating(server: Server) -> None:
    with program(server) as client:
        data = client.get(ADDRESS).json()
        assert (data["position"], data["counts"], data["attempt"]) == (PUZZLE.position, True, 0)
        assert data["moves"] == list(PUZZLE.decision.moves)
        assert not data.keys() & {"best", "worth", "values", "themes"}
        best = PUZZLE.worth.best
        document = client.post(ADDRESS, json={"move": best, "attempt": 0}).json()
        assert (document["solved"], document["rated"], document["best"]) == (True, True, best)
        assert document["moves"].keys() == set(data["moves"])
        assert document["gained"] > 0
        assert (
            client.post(ADDRESS, json={"move": data["moves"][-1], "attempt": 0}).json() == document
        )
        ratings = {one["game"]: one for one in client.get("/api/puzzles").json()}
        assert ratings["fune"] == document["standing"]
        assert (ratings["fune"]["rated"], ratings["sparkle"]["rated"]) == (1, 0)


def test_the_next_one_and_the_one_of_the_day(server: Server) -> None:
    with program(server) as client:
        one = client.get("/api/puzzles/sparkle/next").json()
        assert one == client.get(f"/api/puzzles/sparkle/{one['number']}").json()
        today = client.get("/api/puzzles/today").json()
        assert today == client.get(f"/api/puzzles/{today['game']}/{today['number']}").json()


def test_refusals(server: Server) -> None:
    with program(server) as client:
        wrong = client.post(ADDRESS, json={"move": "dance", "attempt": 0})
        assert (wrong.status_code, wrong.json()["code"]) == (422, "illegal-move")
        early = client.post(ADDRESS, json={"move": PUZZLE.worth.best, "attempt": 3})
        assert (early.status_code, early.json()["code"]) == (422, "bad-option")
        unknown = client.get("/api/puzzles/fune/0")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown-puzzle")
        assert client.get("/api/puzzles/chess/next").json()["code"] == "unknown-game"
        assert client.get("/api/puzzles/fune/next?theme=x").json()["code"] == "unknown-puzzle"
