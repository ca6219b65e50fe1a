"""Commands as players: the messages they get, and what happens when they fail."""

import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import psutil
import pytest

from dicehall.game import Decide, new_game
from dicehall.game.records import Rolled, read
from dicehall.game.refused import BotFailed
from dicehall.players.bots.command import CommandBot
from dicehall.players.bots.question import Question, play_game, trusted
from dicehall.players.chooser import choose_at_random
from support.bots import command, play_last

BONES = new_game("knucklebones")
STATE = BONES.roll(BONES.start(), (5,))


@pytest.fixture
def bots() -> Iterator[list[CommandBot]]:
    made: list[CommandBot] = []
    yield made
    for bot in made:
        bot.end()


@pytest.fixture
def question() -> Question:
    turn = BONES.turn(STATE)
    assert isinstance(turn, Decide)
    return Question(BONES, STATE, turn, [Rolled((5,))])


def test_a_command_plays_as_the_same_function_does(tmp_path: Path, bots: list[CommandBot]) -> None:
    bots.append(CommandBot(command(tmp_path), BONES))
    other = trusted(choose_at_random)
    asked, called = (
        play_game(BONES, [first, other], Random(1), Random(2)).scores
        for first in (bots[0], trusted(play_last))
    )
    assert sum(asked) > 0
    assert sum(called) > 0
    alone = new_game("fune", 1)
    bots.append(CommandBot(command(tmp_path), alone))
    asked, called = (
        play_game(alone, [one], Random(1), Random(2)) for one in (bots[1], trusted(play_last))
    )
    assert asked == called


def test_messages_to_a_bot(tmp_path: Path, bots: list[CommandBot], question: Question) -> None:
    heard = tmp_path / "heard"
    writing = f"open({str(heard)!r}, 'a').write(line); "
    bots.append(CommandBot(command(tmp_path, writing + 'answer = {"move": "column 2"}'), BONES))
    assert bots[0](question, Random(1)) == "column 2"
    data = json.loads(heard.read_text())
    assert data.pop("record") == "game: knucklebones\nseats: 2\n\nroll 5\n"
    assert data == {
        "type": "move",
        "seat": 0,
        "moves": ["column 1", "column 2", "column 3"],
        "scores": [0, 0],
        "random": Random(1).getrandbits(53),
    }
    assert read(question.record)[1] == STATE


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("sys.exit(3)", "it exited with code 3"),
        ("os.kill(os.getpid(), 9)", "it exited with code -9"),
        ("answer = 7", "it answered '7', which is not a JSON object"),
        ('print("thinking"); answer = {}', "it answered 'thinking', which is not a JSON object"),
        ('answer = {"move": "column 9"}', "it answered 'column 9', which is not a legal move"),
        (
            'answer = {"move": ["column 1"]}',
            r"it answered \['column 1'\], which is not a legal move",
        ),
        ('answer = {"say": 1}', "it answered {'say': 1}, which is not a legal move"),
        ('answer = "x" * 70000', "its answer is longer than 65536 bytes"),
        ("time.sleep(100)", "no answer within"),
        ("os.close(1); time.sleep(100)", "it closed its output"),
    ],
)
def test_a_bot_that_fails_is_ended_and_may_begin_again(
    answer: str, reason: str, tmp_path: Path, bots: list[CommandBot], question: Question
) -> None:
    bad = command(tmp_path, f"import os, time; {answer}")
    bots.append(CommandBot(bad, BONES))
    bots[0].greet()
    bots[0].seconds = 0.5 if "within" in reason else 60
    for _ in range(2):
        with pytest.raises(BotFailed, match=reason):
            bots[0](question, Random(1))
        assert not [child for child in psutil.Process().children() if runs(child, bad)]
        bots[0].seconds = 60 if "within" not in reason else 2


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("/no/such/bot", "it cannot be started: No such file"),
        ("", "it cannot be started"),
        ('"unclosed', "it cannot be started: No closing quotation"),
        ("print('{}')", "it speaks protocol None, not 1"),
        ("print('{\"protocol\": 2}')", "it speaks protocol 2, not 1"),
        ("raise SystemExit(4)", "it exited with code 4"),
    ],
)
def test_a_bot_that_does_not_greet(bad: str, reason: str, bots: list[CommandBot]) -> None:
    python = f"{shlex.quote(sys.executable)} -S -c {shlex.quote(bad)}"
    bots.append(CommandBot(python if "(" in bad else bad, BONES))
    with pytest.raises(BotFailed, match=re.escape(reason)):
        bots[0].greet()


@pytest.mark.skipif(os.name == "nt", reason="groups of processes")
def test_child_processes_of_a_bot_end_with_it(tmp_path: Path, bots: list[CommandBot]) -> None:
    pids = tmp_path / "pids"
    shell = f"sleep 300 & echo $! > {pids}; {command(tmp_path)}; true"
    bots.append(CommandBot(f"sh -c {shlex.quote(shell)}", BONES))
    bots[0].greet()
    sleeping = psutil.Process(int(pids.read_text()))
    bots[0].end()
    sleeping.wait(timeout=120)


def runs(process: psutil.Process, line: str) -> bool:
    try:
        return process.cmdline() == shlex.split(line)
    except psutil.Error:
        return False
