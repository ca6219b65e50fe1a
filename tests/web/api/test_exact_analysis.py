"""The analysis of late positions of Bones, which value iteration solves exactly: without a
tablebase, the values are as near as the stated error says."""

import os
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from dicehall.game import Decide
from dicehall.game.positions import read_position, spell_position
from dicehall.game.refused import BadPosition
from dicehall.games.bones.rules import HEIGHT, Bones, BonesState
from games.bones.exact_ends import PAIRS, ExactEnds, Pair
from support.clients import program
from support.server import Server

SIZE = int(os.environ.get("DICEHALL_KILLS", "80"))
POSITIONS = SIZE // 5
"""`make soak` analyses 200 positions of each game, with two open columns instead of one."""
FULL: Pair = ((1, 4, 6), (2, 3, 3))
SECONDS = PAIRS if SIZE >= 1000 else [((2, 5, 5), (1, 6, 6))]
FAR = 5
"""No value is further off than this many standard errors."""


def decisions(game: Bones, random: Random) -> Iterator[BonesState]:
    """Random possible decisions of seat 0, in which the first column is full on both sides; with a
    choice, if two are open."""
    for _ in count():
        pairs = FULL, random.choice(PAIRS), random.choice(SECONDS)
        mine, theirs = zip(*pairs, strict=True)
        state = BonesState((mine, theirs), seat=0, die=random.randint(1, 6))
        if len(SECONDS) > 1 and sum(len(column) < HEIGHT for column in mine) < 2:
            continue
        try:
            yield read_position(game, spell_position(game, state))
        except BadPosition:
            continue


@pytest.mark.soak
@pytest.mark.parametrize("scoring", ["knucklebones", "knuckles"])
def test_values_without_a_tablebase_are_as_near_as_they_say(server: Server, scoring: str) -> None:
    game = Bones(scoring)
    ends = ExactEnds(game, FULL, SECONDS)
    squares = []
    with program(server) as client:
        for _, state in zip(range(POSITIONS), decisions(game, Random(26)), strict=False):
            turn = game.turn(state)
            assert isinstance(turn, Decide)
            exact = {move: ends.after(game.play(state, move)) for move in turn.moves}
            body = {"game": scoring, "position": spell_position(game, state)}
            found: dict[str, Any] = client.post("/api/analysis", json=body).json()
            assert (found["exact"], found["error"]) == (False, 0.01)
            values = {one["move"]: one["value"] for one in found["moves"]}
            assert values.keys() == exact.keys()
            off = [values[move] - exact[move] for move in exact]
            assert max(map(abs, off)) <= FAR * found["error"], body
            squares += [one * one for one in off]
    assert len(squares) >= POSITIONS
    assert sum(squares) / len(squares) <= found["error"] ** 2
