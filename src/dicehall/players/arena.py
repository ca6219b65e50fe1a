"""Computer players against each other, on all cores: how strong they are, and how sure that is.

Everything follows from the seed, however many cores there are. Against each other the players
swap seats from game to game, two games with the same dice; alone each plays the same dice.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf, sqrt
from multiprocessing.connection import Connection
from random import Random
from statistics import fmean, stdev
from threading import Thread
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Over
from dicehall.game.messages import said
from dicehall.game.refused import BadOption
from dicehall.players.chooser import Chooser, choose_at_random
from dicehall.players.levels import find_level
from dicehall.players.levels import levels as levels_of
from dicehall.players.rating import Rating, rate
from dicehall.solving.resources import core_count

RANDOM = "random"
"""Measured beside the levels; nobody is asked to play against it."""
SURE = 1.96
"""So many standard errors on both sides hold the truth in 95 of 100 cases."""
CHUNKS = 200
"""Into how many parts the games are cut at least, for the cores and for the progress."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with half the width of its 95 % interval."""

    mean: float
    interval: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Estimate":
        sure = SURE * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else inf
        return cls(fmean(numbers), sure)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players against each other: the results of the first."""

    wins: int
    draws: int
    losses: int
    share: Estimate
    """Of the points: 1 for a win, half for a draw."""

    @classmethod
    def of(cls, results: Sequence[int]) -> "HeadToHead":
        """From a number above, at or below 0 for every game."""
        wins, draws = sum(r > 0 for r in results), sum(r == 0 for r in results)
        points = [(1 + r) / 2 for r in results]
        return cls(wins, draws, len(results) - wins - draws, Estimate.of(points))


def check_players(game: AnyGame, levels: Sequence[str]) -> None:
    """Refuse levels that the game does not have, or a number of them that it cannot seat."""
    known = (RANDOM, *levels_of(game.name))
    for level in levels:
        if level not in known:
            message = said("%(game)s has no level %(level)r", game=game.name, level=level[:40])
            raise BadOption(message, legal=known)
    if game.seats == 2 and len(levels) < 2:
        raise BadOption(
            said("at least two levels play %(game)s against each other", game=game.name)
        )


def contest(
    game: AnyGame,
    levels: tuple[str, str],
    games: int,
    seed: int,
    report: Callable[[float], None] = lambda share: None,
) -> list[int]:
    """Two levels against each other: a number above, at or below 0 for every game."""
    results: list[int] = []
    for finals in _play(game, levels, games, seed, report):
        results += [_sign(first - second) for first, second in finals]
    return results


def rate_levels(contests: Mapping[tuple[str, str], Sequence[int]]) -> dict[str, Rating]:
    """The ratings of levels from their contests, each of the same number of games."""
    games = zip(*contests.values(), strict=True)
    return rate(
        [
            [
                (*pair, (1 + _sign(result)) / 2)
                for pair, result in zip(contests, round_, strict=True)
            ]
            for round_ in games
        ]
    )


def scores(
    game: AnyGame,
    level: str,
    games: int,
    seed: int,
    report: Callable[[float], None] = lambda share: None,
) -> Estimate:
    """A level alone."""
    points: list[int] = []
    for finals in _play(game, (level,), games, seed, report):
        points += [final for (final,) in finals]
    return Estimate.of(points)


def play_game(
    game: AnyGame, players: Sequence[Chooser], dice: Random, own: Random
) -> tuple[int, ...]:
    """One game to its end: what each seat has."""
    state: Any = game.start()
    while True:
        match game.turn(state):
            case Over(scores=points):
                return points
            case Chance(dice=asked):
                state = game.roll(state, tuple(dice.choice(die.faces) for die in asked))
            case Decide(seat=seat):
                state = game.play(state, players[seat](game, state, own))


def _play(
    game: AnyGame,
    levels: tuple[str, ...],
    games: int,
    seed: int,
    report: Callable[[float], None],
) -> Iterator[list[tuple[int, ...]]]:
    """The final scores of the games in order, those of `levels` in their order, part by part."""
    size = max(1, games // CHUNKS)
    parts = [range(first, min(first + size, games)) for first in range(0, games, size)]
    spawn = multiprocessing.get_context("spawn")
    lifeline, ours = spawn.Pipe(duplex=False)
    with lifeline, ours, ProcessPoolExecutor(core_count(), spawn, _hold, (lifeline,)) as pool:
        with _deaf_to_interrupts():
            tasks = [pool.submit(_play_part, game, levels, part, seed) for part in parts]
        try:
            for done, task in enumerate(tasks, start=1):
                yield task.result()
                report(done / len(tasks))
        except BaseException:
            ours.close()  # nobody waits for what the children have begun
            raise


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that start in this block leave Ctrl-C to their parent, from their first moment."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hold(lifeline: Connection) -> None:
    """In a child: end when the parent closes its end of the lifeline, or is gone."""

    def wait() -> None:
        lifeline.poll(None)
        os._exit(1)

    Thread(target=wait, daemon=True).start()


def _play_part(
    game: AnyGame, levels: tuple[str, ...], numbers: range, seed: int
) -> list[tuple[int, ...]]:
    players = [
        choose_at_random if level == RANDOM else find_level(game.name, level) for level in levels
    ]
    finals = []
    for number in numbers:
        swapped = number % len(players) == 1
        pair = number // len(players)
        dice, own = Random(f"dice {seed} {pair}"), Random(f"own {seed} {pair}")
        final = play_game(game, players[::-1] if swapped else players, dice, own)
        finals.append(final[::-1] if swapped else final)
    return finals


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
