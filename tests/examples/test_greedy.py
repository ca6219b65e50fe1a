"""A bot of another package, installed into a fresh environment: in the arena and in a server."""

import json
from pathlib import Path

import pytest

from dicehall.game.records import read
from dicehall.match.dice.verification import verify
from support.environment import FreshEnvironment
from support.server import Server

GREEDY = Path(__file__).parents[2] / "examples/dicehall-greedy"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> FreshEnvironment:
    made = FreshEnvironment.at(tmp_path_factory.mktemp("environment"))
    made.install(GREEDY)
    return made


def test_it_plays_the_arena_by_its_name(installed: FreshEnvironment) -> None:
    options = ["--games", "40", "--jobs", "1", "--json"]
    run = installed.run("arena", "knucklebones", "greedy", "random", *options)
    found = json.loads(run.stdout)
    assert found["levels"] == ["greedy", "random"]
    assert found["wins"] > found["losses"]
    assert found["ratings"]["greedy"]["rating"] > found["ratings"]["random"]["rating"]


def test_it_sits_at_a_table_of_a_server(installed: FreshEnvironment, server: Server) -> None:
    run = installed.script("dicehall-greedy", server.address)
    record, state = read(run.stdout)
    assert "Greedy" in record.notes.values()
    assert max(record.game.scores(state)) > 0
    assert verify(record).verified
