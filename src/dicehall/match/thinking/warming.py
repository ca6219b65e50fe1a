"""Readies the coach in the background: its kernels are compiled and its tables computed before
anybody asks. That takes a minute or two on a new machine, and is kept on its disk.

It happens in a child process of its own, for which nothing else ever waits.
"""

import logging
import multiprocessing
import os
import signal
from collections.abc import Iterator
from random import Random
from threading import Timer
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, games, new_game
from dicehall.match.live.parent import end_with_parent
from dicehall.match.thinking.pool import weigh

WAIT_SECONDS = 10.0
"""First the house opens."""

POLITENESS = 19

log = logging.getLogger(__name__)


def start_warming() -> None:
    """Begin after a while, unless this process has ended."""
    timer = Timer(WAIT_SECONDS, _start_child)
    timer.daemon = True
    timer.start()


def warm_up() -> None:
    """Weigh the first decision of every game, for every number of seats."""
    for game, state in first_decisions():
        try:
            weigh(game, state)
        except Exception:  # a game from elsewhere may break: the others are readied all the same
            log.exception("the coach of %s could not be readied", game.name)


def first_decisions() -> Iterator[tuple[AnyGame, Any]]:
    """Where each game first asks for a move, after any roll."""
    random = Random(1)
    for name, entry in games().items():
        for seats in entry.seats:
            game = new_game(name, seats)
            state = game.start()
            while isinstance(turn := game.turn(state), Chance):
                state = game.roll(state, tuple(random.choice(die.faces) for die in turn.dice))
            if isinstance(turn, Decide):
                yield game, state


def _start_child() -> None:
    spawn = multiprocessing.get_context("spawn")
    spawn.Process(target=_warm_up_politely, name="warming", daemon=True).start()


def _warm_up_politely() -> None:
    """In the child: step back for everybody, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    end_with_parent(lambda: os._exit(1))
    warm_up()
