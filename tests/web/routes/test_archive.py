"""A guest of a server takes their things along, but no seed of a match that still runs."""

import json

from support.clients import open_match, play, program
from support.server import Server


def test_a_file_has_everything_but_running_matches(server: Server) -> None:
    with program(server) as client:
        over, running = (open_match(client, "knuckles", "people") for _ in range(2))
        play(client, over, over["turn"]["moves"][0])
        assert client.post(f"/api/matches/{over['id']}/resignation").status_code < 300
        puzzle = client.get("/api/puzzles/fune/next").json()
        path = f"/api/puzzles/fune/{puzzle['number']}"
        client.post(path, json={"move": puzzle["moves"][0], "attempt": 0}).raise_for_status()
        records, _, rest = client.get("/archive").text.partition("# dicehall: ")
        assert f"match: {over['id']}" in records
        assert "x-guest-0: yes" in records
        assert "x-level-1" not in records
        assert running["id"] not in records + rest
        found = json.loads(rest)
        assert found["running"] == []
        assert found["puzzle_tries"][0][:2] == ["fune", 0]
        assert client.post("/archive", content=records).status_code in (404, 405)
