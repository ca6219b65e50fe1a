"""A game of another package, installed into a fresh environment and played everywhere."""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from support.accessibility import violations
from support.clients import open_match, play, program
from support.environment import FreshEnvironment, bring
from support.server import Server
from support.tables import play_out, press, sit_down, step

PIG = Path(__file__).parents[2] / "examples/dicehall-pig"
SOURCES = ("src/dicehall_pig/__init__.py", "tests/test_pig.py")
NUMBERS = "src/dicehall_pig/numbers.py"
ENOUGH = 20

COWARD = """
from dicehall import PlayerEntry


def choose(game, state, random):
    return game.turn(state).moves[-1]


PLAYERS = [PlayerEntry("pig", "coward", choose), PlayerEntry("fune", "coward", choose)]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> FreshEnvironment:
    made = FreshEnvironment.at(tmp_path_factory.mktemp("environment"))
    made.install(PIG)
    bring(made.packages, "dicehall_coward", COWARD, players="coward = dicehall_coward:PLAYERS")
    return made


@pytest.fixture(scope="module")
def running(
    installed: FreshEnvironment, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("house"), python=installed.python)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def record(running: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole match, played by a program."""
    with program(running) as client:
        match = open_match(client, "pig", "people", other="Bob")
        while not match["over"]:
            held = match["state"]["points"] >= ENOUGH
            answer = play(client, match, "hold" if held else "roll")
            assert answer.status_code == 201, answer.text
            match = answer.json()
        text = client.get(f"/matches/{match['id']}/record").text
    assert max(match["scores"]) >= 100
    kept = tmp_path_factory.mktemp("records") / "pig.dice"
    kept.write_text(text, encoding="utf-8")
    return kept


def points(page: Page) -> int:
    """What the page shows about the turn."""
    return int(page.locator(".state .value:has-text('Points') dd").inner_text())


def roll_until_enough(page: Page) -> None:
    page.click('button[value="hold"]' if points(page) >= ENOUGH else 'button[value="roll"]')


def by_keys(page: Page) -> None:
    press(page, "2" if points(page) >= ENOUGH else "1")


def test_its_own_tests_pass(installed: FreshEnvironment) -> None:
    options = ["-p", "no:cacheprovider", str(PIG / "tests")]
    run = installed.run(*options, module="pytest", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    assert run.returncode == 0, run.stdout


def test_it_is_short() -> None:
    assert sum(len((PIG / file).read_text("utf-8").splitlines()) for file in SOURCES) < 120


def test_the_documentation_is_this_example() -> None:
    page = (PIG.parents[1] / "docs/adding-a-game.md").read_text("utf-8")
    files = [PIG / file for file in ("pyproject.toml", *SOURCES, NUMBERS)]
    for text in (*(file.read_text("utf-8") for file in files), COWARD.lstrip()):
        assert f"\n{text}```\n" in page


def test_a_match_in_the_browser_against_the_computer(running: Server, page: Page) -> None:
    sit_down(page, running.address, "pig", "coward")
    assert play_out(page, roll_until_enough) >= 5
    assert page.locator(".result h2").inner_text()


def test_keys_and_a_phone(running: Server, phone: Page) -> None:
    sit_down(phone, running.address, "pig", "people", other="Bartholomew the Grea")
    for _ in range(6):
        step(phone, by_keys)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


def test_without_a_script(running: Server, plain: Page) -> None:
    sit_down(plain, running.address, "pig", "people", other="Bob")
    for _ in range(4):
        step(plain, roll_until_enough)
    assert plain.locator(".log li").count() >= 8


def test_nothing_is_found_by_axe(running: Server, page: Page) -> None:
    for path in ("/", "/new/pig", "/rules/pig"):
        page.goto(f"{running.address}{path}")
        assert violations(page) == []
    assert "A 1 loses them all" in page.goto(f"{running.address}/rules/pig").text()  # type: ignore[union-attr]
    sit_down(page, running.address, "pig", "hard", begins="first")
    step(page, roll_until_enough)
    page.wait_for_selector("#table.acting")
    page.click("#coach-off")
    assert "estimate" in page.locator(".coach-line p:has(strong)").inner_text()
    assert violations(page) == []


def test_the_review_calls_its_values_estimates(running: Server, record: Path) -> None:
    text = record.read_text("utf-8")
    [match_id] = [line[7:] for line in text.split("\n") if line.startswith("match: ")]
    with program(running) as client:
        while "data-again" in (shown := client.get(f"/matches/{match_id}/review").text):
            time.sleep(0.1)
    assert "Some of the values used are estimates" in shown


def test_a_record_is_folded_and_verified(installed: FreshEnvironment, record: Path) -> None:
    folded = json.loads(installed.run("replay", str(record), "--json").stdout)
    assert folded["over"]
    assert max(folded["scores"]) >= 100
    assert installed.run("verify", str(record)).returncode == 0
    record.with_name("false.dice").write_text(
        record.read_text("utf-8").replace("roll 6", "roll 5", 1), "utf-8"
    )
    assert installed.run("verify", str(record.with_name("false.dice"))).returncode != 0


def test_worths_are_estimates(installed: FreshEnvironment, tmp_path: Path) -> None:
    unfinished = tmp_path / "unfinished.dice"
    unfinished.write_text("game: pig\nseats: 2\n\n0 roll\nroll 6\n", "utf-8")
    worth = json.loads(installed.run("value", str(unfinished), "--json").stdout)
    assert worth["unit"] == "win-minus-loss"
    assert worth["exact"] is False
    assert worth["moves"].keys() == {"roll", "hold"}


def test_a_match_in_the_terminal(installed: FreshEnvironment) -> None:
    typed = "help\nmoves\n" + "roll\nroll\nroll\nhold\n" * 200
    run = installed.run("play", "pig", "--level", "easy", "--seed", "3", typed=typed)
    assert run.returncode == 0, run.stderr
    assert "A 1 loses them all" in run.stdout
    assert "Moves: roll, hold" in run.stdout
    assert "win" in run.stdout.split("\n")[-2]


def test_players_meet_in_the_arena(installed: FreshEnvironment) -> None:
    run = installed.run("arena", "pig", "hard", "easy", "--games", "20", "--json")
    found = json.loads(run.stdout)
    assert found["wins"] >= 13, run.stderr
    run = installed.run("arena", "pig", "coward", "random", "--games", "10", "--json")
    assert json.loads(run.stdout)["levels"] == ["coward", "random"]


def test_a_player_of_another_package_plays_the_games_of_the_server(
    installed: FreshEnvironment, running: Server
) -> None:
    run = installed.run("arena", "fune", "coward", "random", "--games", "4", "--json")
    assert sum(json.loads(run.stdout)[kind] for kind in ("wins", "draws", "losses")) == 4
    with program(running) as client:
        games = {game["name"]: game for game in client.get("/api/games").json()}
        assert games["fune"]["levels"][-1] == "coward"
        assert games["pig"]["levels"] == ["easy", "normal", "hard", "coward"]
        match = open_match(client, "pig", "coward")
    assert "Coward" in [seat["name"] for seat in match["seats"]]


BROKEN = """
from dataclasses import dataclass, replace
from dicehall.game import Entry
from dicehall.players.levels import PlayerEntry
from dicehall_pig import PIG, Pig

@dataclass(frozen=True)
class Explosive(Pig):
    name = "explosive"
    def turn(self, state):
        raise ZeroDivisionError("the rules\\nbreak")

GAMES = [
    replace(PIG, seats=(3,)),
    replace(PIG, name="Pig!"),
    replace(PIG, name="fune"),
    replace(PIG, name="sow"),
    "a text",
    Entry("explosive", "Explosive", Explosive, seats=(2,)),
]
PLAYERS = [
    PlayerEntry("chess", "deep", max),
    PlayerEntry("pig", "seventeen-letters", max),
    PlayerEntry("pig", "hard", max),
    PlayerEntry("pig", "alone", max),
    PlayerEntry("pig", "mute", None),
]
"""
TOLD = (
    *(
        "seats, but a table has one or two",
        "'Pig!' is not a valid name",
        "another game is already called 'fune'",
    ),
    *("for 2 seats, its rules create 'pig'", "expected Entry, not str"),
    *("ZeroDivisionError: the rules break", "ModuleNotFoundError: No module named 'missing'"),
    *("AttributeError: ", "expected one or more of Entry, not int", "SystemExit: 3"),
    *("no game is called 'chess'", "'seventeen-letters' is not a valid level"),
    *(
        "another level is already called 'hard'",
        "'alone' is not a valid level",
        "NoneType cannot choose a move",
    ),
)


def test_broken_entries_are_logged_in_one_line_and_left_out(
    installed: FreshEnvironment, tmp_path: Path
) -> None:
    lines = {
        "several": "broken:GAMES",
        "missing": "missing:GAME",
        "unnamed": "broken:NOTHING",
        "number": "json.decoder:FLAGS.value",
        "leaver": "leaver:GAME",
    }
    games = "\n".join(f"{name} = {value}" for name, value in lines.items())
    bring(tmp_path, "broken", BROKEN, games=games, players="several = broken:PLAYERS")
    (tmp_path / "leaver.py").write_text("raise SystemExit(3)", "utf-8")
    run = installed.run("arena", "pig", "nobody", "random", PYTHONPATH=str(tmp_path))
    assert run.returncode == 2
    *told, refused = run.stderr.strip().split("\n")
    assert "has no level 'nobody' (random, easy, normal, hard, coward)" in refused
    for line, words in zip(told, TOLD, strict=True):
        assert " of broken: " in line
        assert words in line


def test_a_server_opens_though_a_game_is_gone(installed: FreshEnvironment, tmp_path: Path) -> None:
    with_pig = Server(tmp_path, python=installed.python)
    with program(with_pig) as client:
        over = open_match(client, "pig", "coward")
        client.post(f"/api/matches/{over['id']}/resignation")
        running = open_match(client, "pig", "coward", begins="second")
        with_pig.stop()
        without = Server(tmp_path, with_pig.port)
        paths = ("/", "/history", "/scores", "/lobby", f"/matches/{running['id']}")
        answers = {path: client.get(path).status_code for path in paths}
        without.stop()
    assert list(answers.values()) == [200, 200, 200, 200, 404]
