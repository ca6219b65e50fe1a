"""Keeps what guests have done with puzzles. An answer is stored before it is shown."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from dicehall.game.messages import translatable
from dicehall.game.protocol import check_move
from dicehall.game.refused import BadOption, StoreUnreachable
from dicehall.match.puzzles.progress import Progress, PuzzleTry
from dicehall.match.store.protocol import Store, VersionConflict
from dicehall.match.store.puzzles import add_try, ratings_of, tries_of
from dicehall.players.glicko2 import Glicko2Rating
from dicehall.players.puzzles import Puzzle, puzzle_games

ATTEMPTS = 5
"""How often an answer is tried again if the guest answers another puzzle at the same moment."""


@dataclass(frozen=True, slots=True)
class PuzzleBook:
    """The progress of all guests, in a store."""

    store: Store
    now: Callable[[], float] = time.time

    async def progress(self, guest: str, game: str) -> Progress:
        """A guest's progress at a game."""
        tries = tuple(PuzzleTry(*row) for row in await self.store.ask(tries_of(guest, game)))
        for name, rating, deviation, volatility, rated, solved in await self._ratings(guest):
            if name == game:
                strength = Glicko2Rating(rating, deviation, volatility)
                return Progress(guest, game, strength, rated, solved, tries)
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
