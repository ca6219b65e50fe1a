"""Good and faulty bots for the arena."""

import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

from dicehall.game import AnyGame
from dicehall.players.chooser import choose_at_random

GOOD = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        answer = {"protocol": 1}
    else:
        answer = {"move": asked["moves"][-1]}
    print(json.dumps(answer), flush=True)
"""
"""Plays the last legal move."""


def leave_late(game: AnyGame, state: Any, random: Random) -> str:
    """A player that exits once a seat has ten points."""
    if max(game.scores(state)) >= 10:
        raise SystemExit("enough")
    return choose_at_random(game, state, random)


def play_last(game: Any, state: Any, random: Random) -> str:
    """Plays like the good bot."""
    last: str = game.turn(state).moves[-1]
    return last


NO_FUNCTION = 6


def command(folder: Path, answer: str = "", source: str = GOOD) -> str:
    """A command that runs this bot, optionally with another line for its reply."""
    path = folder / "bot.py"
    usual = 'answer = {"move": asked["moves"][-1]}'
    path.write_text(source.replace(usual, answer or usual), encoding="utf-8")
    return f"{shlex.quote(sys.executable)} -S {shlex.quote(str(path))}"
