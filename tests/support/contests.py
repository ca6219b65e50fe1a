"""Matches for the tests of the match layer: opened, filled and played in a line or two."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from dicehall.game import AnyGame, Decide, Die, Roll, new_game
from dicehall.match.commands import Circumstances, Command, PlayMove, TakeSeat, carry_out
from dicehall.match.dice import rolling as dice
from dicehall.match.events import MatchEvent, MatchOpened
from dicehall.match.match import Match, fold

SECRET = "5ec7e7" * 10 + "0123"
ANN = TakeSeat(0, "Ann", "guest-a")
BOB = TakeSeat(1, "Bob", "guest-b")
NOW = 1_700_000_000.5


def open_match(game: str = "knucklebones", seats: int | None = None) -> Match:
    """A table with empty seats."""
    chosen = new_game(game, seats)
    promise = dice.commitment_of(SECRET)
    return fold("m", [MatchOpened(game, chosen.seats, chosen.options, promise, NOW)])


def provable(secret: str = SECRET) -> Circumstances:
    """The dice of a server seed."""
    return Circumstances(secret, NOW)


@dataclass(frozen=True, slots=True)
class ScriptedDice(Circumstances):
    """Dice with given faces."""

    rolls: Iterator[Roll] = field(default_factory=lambda: iter(()))

    def throw(self, match: Match, dice: tuple[Die, ...]) -> Roll:
        return next(self.rolls)


def falling(*rolls: Roll) -> Circumstances:
    """Dice with exactly these rolls."""
    return ScriptedDice(SECRET, NOW, rolls=iter(rolls))


def after(match: Match, *commands: Command, circumstances: Circumstances | None = None) -> Match:
    """The match after these commands."""
    for command in commands:
        _, match = carry_out(match, command, circumstances or provable())
    return match


def decide(match: Match, command: Command, circumstances: Circumstances) -> tuple[MatchEvent, ...]:
    """The events that a command produces."""
    events, _ = carry_out(match, command, circumstances)
    return events


def begun() -> Match:
    """Knucklebones between Ann and Bob; Ann has rolled a five."""
    return after(open_match(), ANN, BOB, circumstances=falling((5,)))


def legal_moves(match: Match) -> tuple[str, ...]:
    """The legal moves of the seat to move."""
    turn = match.game.turn(match.state)
    assert isinstance(turn, Decide)
    return turn.moves


def move_in(match: Match, move: str, command_id: str = "") -> PlayMove:
    """A move by the seat to move."""
    assert match.to_move is not None
    seat = match.seats[match.to_move]
    assert seat
    return PlayMove(seat.holder, move, match.version, command_id)


def random_move(match: Match, random: Random) -> PlayMove:
    """Any legal move, with its own command id."""
    move = random.choice(legal_moves(match))
    return move_in(match, move, f"{random.getrandbits(64):x}")


def played_out(game: AnyGame, seed: int, sitting: tuple[TakeSeat, ...]) -> Match:
    """A whole match with random moves."""
    random = Random(seed)
    match = after(open_match(game.name, game.seats), *sitting)
    while not match.result:
        match = after(match, random_move(match, random))
    return match


def children_of(process: int) -> dict[int, str]:
    """The children of a process with their commands, read from /proc."""
    children: dict[int, str] = {}
    with suppress(OSError):  # it may just have ended
        for thread in Path(f"/proc/{process}/task").glob("*/children"):
            for child in thread.read_text().split():
                children[int(child)] = Path(f"/proc/{child}/cmdline").read_text()
    return children


def writers_of(process: int) -> list[int]:
    """The children that write to SQLite."""
    return [pid for pid, command in children_of(process).items() if "sqlite_child" in command]


@contextmanager
def full_disk() -> Iterator[None]:
    """Stop the files of this process and its children from growing."""
    pids = [os.getpid(), *children_of(os.getpid())]
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for pid in pids:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        yield
    finally:
        for pid in pids:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
