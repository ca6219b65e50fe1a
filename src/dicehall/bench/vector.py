"""Steps per second of vector environments, compared with OpenSpiel's own dice game if installed.

A step is a decision with the dice that follow it; choosing a random legal move is part of it.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from random import Random
from time import process_time

import numpy as np

from dicehall.bench import Measurement
from dicehall.game import games

MATCHES = 4096
STEPS = 200
"""Per match."""
PEER, PEER_GAME, PEER_NAME = "pyspiel", "yacht", "OpenSpiel's yacht"
PEER_STEPS = 5_000


def measure(share: float = 1.0) -> Iterator[Measurement]:
    """Steps per second of one core, and the ratio to the peer, both in one run."""
    if find_spec("gymnasium") is None:
        return
    peer = step_peer(max(1, int(PEER_STEPS * share))) if find_spec(PEER) else None
    if peer:
        yield Measurement(f"{PEER_NAME}: steps from Python", peer, "steps/CPU s")
    for game in games():
        rate = step_matches(game, max(1, int(STEPS * share)))
        yield Measurement(f"{game}: steps in a vector environment", rate, "steps/CPU s")
        if peer:
            yield Measurement(f"{game}: faster than {PEER_NAME}", rate / peer, "times")


def step_matches(game: str, steps: int) -> float:
    """Random legal moves in a vector environment, with masks and auto-reset."""
    from dicehall.envs.vector import make_vector

    env = make_vector(MATCHES, game)
    random = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    noise = random.random((8, *info["action_mask"].shape), np.float32)
    began = process_time()
    for step in range(-1, steps):
        if step == 0:
            began = process_time()  # the first step compiles
        moves = (noise[step % len(noise)] * info["action_mask"]).argmax(axis=1)
        *_, info = env.step(moves)
    return MATCHES * steps / (process_time() - began)


def step_peer(steps: int) -> float:
    """Random moves in match after match. Listing the up to 7,776 rolls of a chance node takes
    nearly all of its time, so this is left out."""
    game = import_module(PEER).load_game(PEER_GAME)
    random, state, taken, listing = Random(1), game.new_initial_state(), 0, 0.0
    began = process_time()
    while taken < steps:
        if state.is_chance_node():
            before = process_time()
            rolls = len(state.chance_outcomes())
            listing += process_time() - before
            state.apply_action(random.randrange(rolls))  # rolls are numbered and equally likely
        elif state.is_terminal():
            state = game.new_initial_state()
        else:
            state.apply_action(random.choice(state.legal_actions()))
            taken += 1
    return steps / (process_time() - began - listing)
