"""Plays computer players against each other on all cores and estimates their strength.

Results depend only on the seed, not on the number of cores. Two players play each pair of games
with the same dice and swap seats in between. Players of a solitaire game all get the same dice.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from math import inf, sqrt
from multiprocessing.connection import Connection
from random import Random
from statistics import fmean, stdev
from threading import Thread
from typing import Any, TypeVar

from dicehall.game import AnyGame
from dicehall.game.records import Record, plain, write
from dicehall.players.bots.command import end_bots
from dicehall.players.bots.contestants import Contestant, mover
from dicehall.players.bots.question import Outcome, play_game
from dicehall.players.rating import CONFIDENCE, Rating, rate, wilson_interval
from dicehall.solving.resources import core_count

CHUNKS = 200
"""Games are split into at least this many chunks, which the cores share and by which progress is
reported."""


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """One game of a contest. Players are numbered as in the contest, whichever seat they had."""

    number: int
    scores: tuple[int, ...]
    """Each player's score; 0 for a player who forfeited a solitaire game."""
    forfeited: int | None = None
    """The number of the player who forfeited, if any."""
    reason: str = ""
    """Why that player forfeited."""
    record: str = ""
    """The record of the game as text; empty if records are not kept."""

    @property
    def result(self) -> int:
        """The result of the first of two players: positive for a win, 0 for a draw, negative for a
        loss."""
        if self.forfeited is not None:
            return 1 if self.forfeited else -1
        return _sign(self.scores[0] - self.scores[1])


@dataclass(frozen=True, slots=True)
class ArenaSettings:
    """How games are played, and callbacks for their results."""

    games: int
    seed: int
    jobs: int = 0
    """Number of processes; 0 means one per core."""
    recorded: bool = False
    on_progress: Callable[[float], None] = lambda share: None
    """Called with the share of games played."""
    on_game: Callable[[ArenaGame], None] = lambda game: None
    """Called with every game, in order."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with half the width of its 95 % confidence interval."""

    mean: float
    interval: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> "Estimate":
        error = stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else inf
        return cls(fmean(numbers), CONFIDENCE * error)


@dataclass(frozen=True, slots=True)
class Share:
    """A share of points with its 95 % Wilson interval, which is honest even after few games or
    games that all ended the same way.

    >>> share = Share.of(10.0, 10)
    >>> f"{share.mean:.0%}, {share.low:.0%} to {share.high:.0%}"
    '100%, 72% to 100%'
    """

    mean: float
    interval: float
    """Half the width of the interval."""
    low: float
    high: float

    @classmethod
    def of(cls, points: float, games: int) -> "Share":
        mean = points / games
        middle, half = wilson_interval(mean, games)
        return cls(mean, half, max(0.0, middle - half), min(1.0, middle + half))


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The first player's results against the second."""

    wins: int
    draws: int
    losses: int
    share: Share
    """Share of the points: 1 for a win, half for a draw."""

    @classmethod
    def of(cls, results: Sequence[int]) -> "HeadToHead":
        """From one number per game: positive for a win, 0 for a draw, negative for a loss."""
        wins, draws = sum(r > 0 for r in results), sum(r == 0 for r in results)
        share = Share.of(wins + draws / 2, len(results))
        return cls(wins, draws, len(results) - wins - draws, share)


def contest(
    game: AnyGame, players: tuple[Contestant, Contestant], settings: ArenaSettings
) -> list[int]:
    """Play two players against each other. Returns a number per game: positive if the first won, 0
    for a draw, negative if the second won."""
    return [played.result for played in _play(game, players, settings)]


def scores(game: AnyGame, player: Contestant, settings: ArenaSettings) -> Estimate:
    """Let one player play alone; returns its mean score."""
    return Estimate.of([played.scores[0] for played in _play(game, (player,), settings)])


def rate_levels(contests: Mapping[tuple[str, str], Sequence[int]]) -> dict[str, Rating]:
    """Rate players by their contests, which must all have the same number of games."""
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


def _play(
    game: AnyGame, players: tuple[Contestant, ...], settings: ArenaSettings
) -> Iterator[ArenaGame]:
    """The games in order, chunk by chunk."""
    size = max(1, settings.games // CHUNKS)
    parts = [
        (
            game,
            players,
            range(first, min(first + size, settings.games)),
            settings.seed,
            settings.recorded,
        )
        for first in range(0, settings.games, size)
    ]
    with closing(in_children(_play_part, parts, settings.jobs)) as played_parts:
        for done, part in enumerate(played_parts, start=1):
            for played in part:
                settings.on_game(played)
                yield played
            settings.on_progress(done / len(parts))


def _play_part(
    game: AnyGame, players: tuple[Contestant, ...], numbers: range, seed: int, recorded: bool
) -> list[ArenaGame]:
    return [_play_one(game, players, number, seed, recorded) for number in numbers]


def _play_one(
    game: AnyGame, players: tuple[Contestant, ...], number: int, seed: int, recorded: bool
) -> ArenaGame:
    swapped = number % len(players) == 1
    pair = number // len(players)
    seated = players[::-1] if swapped else players
    dice, own = Random(f"dice {seed} {pair}"), Random(f"own {seed} {pair}")
    outcome = play_game(game, [mover(game, player) for player in seated], dice, own)
    final = outcome.scores[::-1] if swapped else outcome.scores
    text = _write(game, seated, outcome, number, seed) if recorded else ""
    if outcome.forfeited is None:
        return ArenaGame(number, final, record=text)
    lost = len(players) - 1 - outcome.forfeited if swapped else outcome.forfeited
    final = final if len(players) > 1 else (0,)
    return ArenaGame(number, final, lost, outcome.reason, text)


def _write(
    game: AnyGame, seated: Sequence[Contestant], outcome: Outcome, number: int, seed: int
) -> str:
    notes = {f"x-player-{seat}": plain(player.name) for seat, player in enumerate(seated)}
    notes |= {"x-seed": str(seed), "x-game": str(number)}
    if outcome.forfeited is not None:
        notes |= {"forfeited": str(outcome.forfeited), "x-forfeit": plain(outcome.reason)}
    return write(Record(game, outcome.events, notes))


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


Done = TypeVar("Done")


def in_children(
    work: Callable[..., Done], parts: Sequence[tuple[Any, ...]], jobs: int = 0
) -> Generator[Done, None, None]:
    """Apply `work` to each part and yield the results in order; one child process per core, or
    `jobs`."""
    spawn = multiprocessing.get_context("spawn")
    parent_pipe, ours = spawn.Pipe(duplex=False)
    count = min(jobs or core_count(), len(parts))
    with (
        parent_pipe,
        ours,
        ProcessPoolExecutor(count, spawn, _exit_with_parent, (parent_pipe,)) as pool,
    ):
        with _block_interrupts():
            tasks = [pool.submit(work, *part) for part in parts]
        try:
            for task in tasks:
                yield task.result()
        except BaseException:
            ours.close()  # do not wait for unfinished work
            raise


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Processes started in this block ignore Ctrl-C from the start and leave it to their parent."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _exit_with_parent(parent_pipe: Connection) -> None:
    """In a child: exit, ending its bots too, when the parent closes the pipe or dies."""

    def wait() -> None:
        parent_pipe.poll(None)
        end_bots()
        os._exit(1)

    Thread(target=wait, daemon=True).start()
