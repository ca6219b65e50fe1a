"""Two programs that find each other."""

import json

from support.clients import open_match, play, program
from support.server import Server


def test_programs_play_over_a_code_and_again(server: Server) -> None:
    with program(server) as ada, program(server) as bob:
        match = open_match(ada, "knuckles", "open", public=True, clock=86400, begins="first")
        assert match["id"] in [offer["match"] for offer in ada.get("/api/lobby").json()]
        found = bob.get(f"/api/rooms/{match['code']}").json()["match"]
        match = bob.post(f"/api/matches/{found}/seats", json={"seat": 1, "name": "Bob"}).json()
        assert match["clock"] == 86400
        assert match["deadline"] > 0
        while not match["over"]:
            client = (ada, bob)[match["turn"]["seat"]]
            match = play(client, match, match["turn"]["moves"][-1]).json()
        assert bob.post(f"/api/matches/{found}/rematch").json()["offers"] == [1]
        following = ada.post(f"/api/matches/{found}/rematch").json()["next"]
        again = bob.get(f"/api/matches/{following}").json()
        assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
        with bob.stream("GET", f"/api/matches/{following}/stream") as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("id:") for line in lines)
            ada.post(f"/api/matches/{following}/reactions", json={"reaction": "luck"})
            assert any(line == "event: reaction" for line in lines)
            told = next(lines).removeprefix("data: ")
        assert json.loads(told) == {"type": "Reaction", "seat": 1, "reaction": "luck"}
