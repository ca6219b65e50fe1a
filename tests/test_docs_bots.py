"""Every bot of docs/bots.md plays."""

import re
import shlex
import sys
from pathlib import Path
from random import Random

import pytest

from dicehall.game import new_game
from dicehall.game.records import read, read_many
from dicehall.match.dice.verification import verify
from dicehall.players.bots.command import CommandBot
from dicehall.players.bots.question import guarded, play_game, trusted
from dicehall.players.chooser import choose_at_random
from support.server import Server

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/bots.md").read_text("utf-8")
BONES = new_game("knucklebones")
SHOWN_SERVER = "http://127.0.0.1:8000"


def block(language: str, words: str) -> str:
    """The one example in a language that holds these words."""
    found = re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)
    [example] = [text for text in found if words in text and "PLAYERS" not in text]
    return str(example)


def test_the_function_plays_better_than_chance() -> None:
    names: dict[str, object] = {}
    exec(block("python", "def lead"), names)
    players = [guarded(names["choose"]), trusted(choose_at_random)]  # type: ignore[arg-type]
    outcomes = [play_game(BONES, players, Random(seed), Random(seed)) for seed in range(20)]
    assert all(outcome.forfeited is None for outcome in outcomes)
    assert sum(outcome.scores[0] > outcome.scores[1] for outcome in outcomes) > 10


@pytest.mark.parametrize(
    ("language", "program"), [("python", shlex.quote(sys.executable)), ("sh", "sh")]
)
def test_the_programs_play_a_whole_game(language: str, program: str, tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text(block(language, '"hello"'), "utf-8")
    bot = CommandBot(f"{program} {shlex.quote(str(path))}", BONES)
    try:
        outcome = play_game(BONES, [bot, bot], Random(1), Random(1))
    finally:
        bot.end()
    assert (outcome.forfeited, outcome.reason) == (None, "")
    assert len(outcome.events) >= 18


def test_the_clients_play_in_a_server(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    exec(block("python", "choice(table.moves)").replace(SHOWN_SERVER, server.address), {})
    scores, _, text = capsys.readouterr().out.partition("\n")
    record, state = read(text)
    assert scores.startswith(str(list(record.game.scores(state))))
    assert verify(record).verified

    names: dict[str, object] = {}
    exec(block("python", "def lead"), names)
    meeting = block("python", "AsyncClient").replace(SHOWN_SERVER, server.address)
    assert "asyncio.run(meet(" in meeting
    exec(meeting.replace("asyncio.run(", "text = asyncio.run("), names)
    [(record, _)] = read_many(str(names["text"]).split("\n"))
    assert verify(record).verified
    assert (record.notes["name-0"], record.notes["name-1"]) in {("Ada", "Bob"), ("Bob", "Ada")}


def test_the_documented_protocol_is_the_real_one() -> None:
    for line in ('{"type": "hello", "protocol": 1, "game": "knucklebones", "seats": 2,',):
        assert line in PAGE
    shown = re.findall(r'\{"type": "move".*?\}', PAGE, re.S)
    assert '"record": "game: knucklebones\\nseats: 2\\n\\nroll 5\\n"' in shown[0]


def test_the_package_is_the_example() -> None:
    example = ROOT / "examples/dicehall-greedy"
    for file in ("pyproject.toml", "src/dicehall_greedy/__init__.py"):
        assert f"\n{(example / file).read_text('utf-8')}```\n" in PAGE
