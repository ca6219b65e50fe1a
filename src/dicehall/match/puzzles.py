"""The progress of guests with puzzles, and the store's statements about it.

A progress follows from the tries in their order, so every process comes to the same result.
"""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from sqlalchemy import delete, func, insert, select

from dicehall.game.messages import translatable
from dicehall.game.protocol import check_move
from dicehall.game.refused import BadOption, StoreUnreachable, UnknownPuzzle
from dicehall.match.store.protocol import Change, Query, Store, VersionConflict
from dicehall.match.store.schema import puzzle_ratings, puzzle_tries
from dicehall.players.puzzles import Puzzle, nearest, puzzle_games, puzzle_of_day, puzzles
from dicehall.players.rating import Rating, rated

REST = 8
"""A missed puzzle comes back after this many others."""
AMONG = 12
"""The next puzzle is one of this many whose ratings are nearest to the guest's."""
LEAST_DEVIATION = 50.0
"""Ratings never become so certain that they stop moving."""
BEGINNER = Rating(1400.0, 200.0)
"""A guest's rating before the first puzzle. So sure because puzzles differ less than players do:
with Glicko's 350, one slip would cost 400 points."""
LIVES = 3
STREAK_START, STREAK_STEP = 900.0, 60.0
"""The rating of a streak's first puzzle, and how much each solved one adds."""


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """An answer to a puzzle."""

    number: int
    attempt: int
    """How many tries the guest had at this puzzle before."""
    move: str
    solved: bool
    rated: bool
    """Whether it changed the rating."""
    streak: int
    """The streak that it belongs to, from 1; 0 for none."""
    gained: float
    """What it changed the rating by."""
    at: float


@dataclass(frozen=True, slots=True)
class Streak:
    """A run of puzzles that become harder, until three are missed."""

    number: int
    solved: int = 0
    missed: int = 0

    @property
    def lives(self) -> int:
        return LIVES - self.missed

    @property
    def is_over(self) -> bool:
        return self.missed >= LIVES


@dataclass(frozen=True)
class Progress:
    """A guest's rating and tries at the puzzles of one game, in their order."""

    guest: str
    game: str
    rating: Rating = BEGINNER
    rated: int = 0
    solved: int = 0
    tries: tuple[PuzzleTry, ...] = ()

    @cached_property
    def newest(self) -> dict[int, PuzzleTry]:
        """The newest try at each puzzle, by number, in the order of these tries."""
        found: dict[int, PuzzleTry] = {}
        for one in self.tries:
            found.pop(one.number, None)
            found[one.number] = one
        return found

    @property
    def missed(self) -> list[int]:
        """The puzzles whose newest try was wrong, oldest try first."""
        return [number for number, one in self.newest.items() if not one.solved]

    @cached_property
    def streak(self) -> Streak:
        """The current streak, or a new one."""
        newest = Streak(max((one.streak for one in self.tries), default=1) or 1)
        streak = self.streak_of(newest.number)
        return Streak(streak.number + 1) if streak.is_over else streak

    def streak_of(self, number: int) -> Streak:
        """A streak by its number."""
        own = [one.solved for one in self.tries if one.streak == number]
        return Streak(number, sum(own), len(own) - sum(own))

    @property
    def best_streak(self) -> int:
        """The most puzzles solved in one streak."""
        numbers = {one.streak for one in self.tries} - {0}
        return max((self.streak_of(number).solved for number in numbers), default=0)

    def attempt(self, number: int) -> int:
        """How many tries the guest has had at a puzzle."""
        last = self.newest.get(number)
        return last.attempt + 1 if last else 0

    def counts(self, number: int, *, in_streak: bool = False) -> bool:
        """Whether the next try at a puzzle changes the rating: only the first one does, and none
        in a streak."""
        return not in_streak and number not in self.newest

    def next_puzzle(self, theme: str = "") -> Puzzle:
        """The next puzzle: a missed one that has rested, or else a new one near the guest's
        rating; the one tried longest ago if there is no new one."""
        fitting = self._fitting(theme)
        order = list(self.newest)
        rested = order[:-REST] if len(order) > REST else []
        if due := [number for number in self.missed if number in rested and number in fitting]:
            return fitting[due[0]]
        fresh = [puzzle for number, puzzle in fitting.items() if number not in self.newest]
        if fresh:
            return self._draw(nearest(fresh, self.rating.rating, AMONG), 0)
        return min(fitting.values(), key=lambda puzzle: order.index(puzzle.number))

    def streak_puzzle(self) -> Puzzle:
        """The puzzle that is due in the streak; one that the guest has not seen, if possible."""
        streak = self.streak
        seen = {one.number for one in self.tries if one.streak == streak.number}
        fitting = [one for one in self._fitting("").values() if one.number not in seen]
        fresh = [one for one in fitting if one.number not in self.newest]
        level = STREAK_START + STREAK_STEP * streak.solved
        if not fitting:
            raise UnknownPuzzle(translatable("no puzzle is left in this streak"))
        return self._draw(nearest(fresh or fitting, level, AMONG), streak.number)

    def after(self, puzzle: Puzzle, move: str, at: float, *, in_streak: bool = False) -> "Progress":
        """The progress after an answer; its try is the last one."""
        solved = puzzle.solved_by(move)
        counts = self.counts(puzzle.number, in_streak=in_streak)
        new = self.rating
        if counts:
            new = rated(self.rating, [(puzzle.strength, float(solved))])
            new = replace(new, deviation=max(LEAST_DEVIATION, new.deviation))
        answer = PuzzleTry(
            puzzle.number,
            self.attempt(puzzle.number),
            move,
            solved,
            counts,
            self.streak.number if in_streak else 0,
            new.rating - self.rating.rating,
            at,
        )
        return Progress(
            self.guest,
            self.game,
            new,
            self.rated + counts,
            self.solved + (counts and solved),
            (*self.tries, answer),
        )

    def _fitting(self, theme: str) -> dict[int, Puzzle]:
        """The puzzles of the game that have a theme, by number."""
        every = puzzles(self.game)
        found = {n: one for n, one in every.items() if not theme or theme in one.themes}
        if not found:
            raise UnknownPuzzle(translatable("no puzzle has this theme"))
        return found

    def _draw(self, some: Sequence[Puzzle], salt: int) -> Puzzle:
        """One of some puzzles: guests differ, but a reload shows the same one."""

        def place(puzzle: Puzzle) -> bytes:
            return hashlib.sha256(f"{self.guest} {salt} {puzzle.number}".encode()).digest()

        return min(some, key=place)


ATTEMPTS = 5
"""How often an answer is tried again if the guest answers another puzzle at the same moment."""


@dataclass(frozen=True, slots=True)
class PuzzleBook:
    """The progress of all guests, in a store."""

    store: Store
    now: Callable[[], float] = time.time

    @property
    def puzzle_of_day(self) -> Puzzle:
        """The puzzle of the day (UTC)."""
        return puzzle_of_day(datetime.fromtimestamp(self.now(), UTC).date())

    async def progress(self, guest: str, game: str) -> Progress:
        """A guest's progress at a game."""
        tries = tuple(PuzzleTry(*row) for row in await self.store.ask(tries_of(guest, game)))
        for name, rating, deviation, volatility, counted, solved in await self._ratings(guest):
            if name == game:
                strength = Rating(rating, deviation, volatility)
                return Progress(guest, game, strength, counted, solved, tries)
        return Progress(guest, game, tries=tries)

    async def overview(self, guest: str) -> dict[str, Progress]:
        """A guest's progress at every game that has puzzles."""
        return {game: await self.progress(guest, game) for game in puzzle_games()}

    async def answer(
        self, guest: str, puzzle: Puzzle, move: str, attempt: int, *, in_streak: bool = False
    ) -> Progress:
        """Store an answer, and return the progress with it. An attempt that has been made stays
        as it is, so sending one again is harmless. An illegal move is refused."""
        check_move(puzzle.game, puzzle.state, move)
        for _attempt in range(ATTEMPTS):
            before = await self.progress(guest, puzzle.game.name)
            if attempt not in range(before.attempt(puzzle.number) + 1):
                raise BadOption(translatable("this is not your next attempt"))
            if attempt < before.attempt(puzzle.number):
                return before
            due = in_streak and before.streak_puzzle().number == puzzle.number
            after = before.after(puzzle, move, round(self.now(), 3), in_streak=due)
            try:
                await self._keep(after)
                return after
            except VersionConflict:
                continue
        raise StoreUnreachable(translatable("the puzzle keeps changing: try again"))

    async def _keep(self, after: Progress) -> None:
        own = after.rating
        rating = {
            "rating": own.rating,
            "deviation": own.deviation,
            "volatility": own.volatility,
            "rated": after.rated,
            "solved": after.solved,
        }
        seq, answer = len(after.tries) - 1, asdict(after.tries[-1])
        await self.store.change(list(add_try(after.guest, after.game, seq, answer, rating)))

    async def _ratings(self, guest: str) -> list[tuple[str, float, float, float, int, int]]:
        return [tuple(row) for row in await self.store.ask(ratings_of(guest))]


_TRY = ("number", "attempt", "move", "solved", "rated", "streak", "gained", "at")


def tries_of(guest: str, game: str) -> Query:
    """A guest's tries at a game, in their order: the fields of `PuzzleTry`."""
    own = select(*(puzzle_tries.c[name] for name in _TRY)).where(
        puzzle_tries.c.guest == guest, puzzle_tries.c.game == game
    )
    return own.order_by(puzzle_tries.c.seq)


def ratings_of(guest: str) -> Query:
    """A guest's ratings: game, rating, deviation, volatility, rated, solved."""
    columns = [column for column in puzzle_ratings.c if column.name != "guest"]
    return select(*columns).where(puzzle_ratings.c.guest == guest)


def count_tries(guest: str) -> Query:
    """The games at which a guest has tried puzzles, and how often."""
    own = select(puzzle_tries.c.game, func.count()).where(puzzle_tries.c.guest == guest)
    return own.group_by(puzzle_tries.c.game).order_by(puzzle_tries.c.game)


def add_try(
    guest: str, game: str, seq: int, answer: dict[str, Any], rating: dict[str, Any]
) -> Iterator[Change]:
    """Add a try and replace the rating. A taken `seq` or attempt conflicts."""
    yield insert(puzzle_tries), {"guest": guest, "game": game, "seq": seq, **answer}
    own = puzzle_ratings.c.guest == guest, puzzle_ratings.c.game == game
    yield delete(puzzle_ratings).where(*own), {}
    yield insert(puzzle_ratings), {"guest": guest, "game": game, **rating}


def delete_puzzles(guest: str) -> Iterator[Change]:
    """Delete everything about a guest's puzzles."""
    for table in (puzzle_tries, puzzle_ratings):
        yield delete(table).where(table.c.guest == guest), {}
