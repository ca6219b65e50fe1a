"""The coach: shows what each move is worth, and reviews finished matches.

While two people play against each other, it helps neither of them, and no spectators either.
Nor does it help in a counted try at today's dice.
"""

import asyncio
from collections.abc import Collection, Coroutine
from dataclasses import dataclass
from typing import Any

from dicehall.game import AnyGame, Decide, Over, find_game
from dicehall.game.entry import COACH
from dicehall.game.messages import translatable
from dicehall.game.refused import CoachWaits, GameOver, MatchOver, NotYourTurn
from dicehall.match.match import Match
from dicehall.match.networks import GuestNetworks, Party, PartyLimit
from dicehall.match.thinking.protocol import Thinking, Urgency
from dicehall.match.thinking.single_flight import SingleFlight
from dicehall.players.characters import check_offered
from dicehall.players.review import Review, conclude, decisions, judge
from dicehall.players.rolls_ahead import RollsWorth, states_after, weigh_rolls
from dicehall.players.worth import Worth, unit_of

MOST_WORTHS = 500
"""One takes up to 40 kB."""

MOST_REVIEWS = 500

MOST_ASKING = 100
MOST_ASKING_PER_NETWORK = 24
MOST_ASKING_PER_GUEST = 8
"""The most requests in progress; reviews are counted separately."""

PATIENCE_S = 0.8
"""How long a request waits for a review before it gets a progress report instead."""


def is_coached(match: Match, viewer: str) -> bool:
    """Whether the coach may help a viewer: always after the end, and during a match if they play
    alone or only against computer players, and it is not a counted try at today's dice. Never at a
    game for which it lacks a package."""
    if not find_game(match.game.name).offers(COACH):
        return False
    if match.result:
        return True
    if match.is_try:
        return False
    others = [seat for seat in match.seats if seat is None or seat.holder != viewer]
    alone = all(seat and seat.level for seat in others)
    return alone and len(others) < len(match.seats)


@dataclass(slots=True)
class ReviewProgress:
    """How many decisions of a match have been weighed, and how many there are in total."""

    weighed: int
    decisions: int


class Coach:
    """The coach of a process. It caches worths and reviews."""

    def __init__(self, thinking: Thinking, networks: GuestNetworks) -> None:
        self.thinking = thinking
        self._networks = networks
        self._worths: SingleFlight[tuple[AnyGame, Any], Worth] = SingleFlight(MOST_WORTHS)
        self._reviews: SingleFlight[str, Review] = SingleFlight(MOST_REVIEWS)
        self._progress: dict[str, ReviewProgress] = {}
        self._asking, self._reviewing = (
            PartyLimit(MOST_ASKING_PER_GUEST, MOST_ASKING_PER_NETWORK, MOST_ASKING)
            for _ in range(2)
        )

    async def weigh(self, match: Match, viewer: str, urgency: Urgency = Urgency.WORTH) -> Worth:
        """What each move is worth to the guest, who must be to move."""
        self._check_turn(match, viewer)
        if known := self._worths.known((match.game, match.state)):
            return known
        party = self._networks.party(viewer)
        with self._asking.taken(party):
            return await self._weigh(match.game, match.state, urgency, party)

    def weighed(self, match: Match, viewer: str) -> Worth | None:
        """The same, if it is cached and the guest may see it."""
        if not is_coached(match, viewer) or match.to_move not in match.held_by(viewer):
            return None
        return self._worths.known((match.game, match.state))

    async def analyse(
        self,
        game: AnyGame,
        state: Any,
        viewer: str,
        played: Collection[Match] = (),
        passed: Collection[Any] = (),
    ) -> Worth | RollsWorth:
        """What each move is worth in any position or, before a roll, each outcome. Refused if that
        would help the guest in one of the matches `played`, in which the coach may not: if one of
        them stands at this state, at one after the roll, or at one that the guest has `passed`."""
        turn = game.turn(state)
        if isinstance(turn, Over):
            raise GameOver(translatable("the game is over"))
        check_offered(game.name, COACH)
        afters = {} if isinstance(turn, Decide) else states_after(game, state)
        revealing = [state, *afters.values(), *passed]
        for match in played:
            current = match.game == game and match.state in revealing
            if current and not is_coached(match, viewer):
                raise CoachWaits(
                    translatable(
                        "you are playing this position right now, against somebody or in a try "
                        "that counts: ask the coach again after that match"
                    )
                )
        party = self._networks.party(viewer)
        with self._asking.taken(party):
            if isinstance(turn, Decide):
                return await self._weigh(game, state, Urgency.WORTH, party)
            worths = {
                roll: await self._weigh(game, after, Urgency.REVIEW, party)
                for roll, after in afters.items()  # one at a time, so that others get their turn
                if isinstance(game.turn(after), Decide)
            }
        return weigh_rolls(game, state, afters, worths)

    async def review(self, match: Match, viewer: str, patience_s: float) -> Review | ReviewProgress:
        """The review of a finished match; its progress if it takes longer than `patience_s`."""
        if not match.result:
            raise CoachWaits(translatable("the review is available when the match is over"))
        check_offered(match.game.name, COACH)
        party = self._networks.party(viewer)
        task = self._reviews.ask(match.id, lambda: self._review(match, party))
        await asyncio.wait([task], timeout=patience_s)
        return task.result() if task.done() else self._progress.get(match.id, ReviewProgress(0, 0))

    def reviewed(self, match: Match) -> Review | None:
        """The review of a match, if it is cached."""
        return self._reviews.known(match.id)

    def close(self) -> None:
        """Cancel all work."""
        self._worths.close()
        self._reviews.close()

    def _check_turn(self, match: Match, viewer: str) -> None:
        if match.result:
            raise MatchOver(translatable("this match is over"))
        check_offered(match.game.name, COACH)
        if not is_coached(match, viewer):
            raise CoachWaits(translatable("the coach is available when the match is over"))
        if match.to_move not in match.held_by(viewer):
            raise NotYourTurn(translatable("it is not your turn"))

    async def _weigh(self, game: AnyGame, state: Any, urgency: Urgency, party: Party) -> Worth:
        def find() -> Coroutine[Any, Any, Worth]:
            return self.thinking.weigh(game, state, urgency, party)

        return await self._worths.wait((game, state), find)

    async def _review(self, match: Match, party: Party) -> Review:
        assert match.result
        made = list(decisions(match.game, match.game.start(), match.log))
        judged = []
        with self._reviewing.taken(party):
            progress = self._progress[match.id] = ReviewProgress(0, len(made))
            try:
                start = await self.thinking.weigh_start(match.game, party)
                for decision in made:  # one at a time, so that others get their turn
                    worth = await self._weigh(match.game, decision.state, Urgency.REVIEW, party)
                    judged.append(judge(decision, worth))
                    progress.weighed += 1
            finally:
                del self._progress[match.id]
        return conclude(
            judged,
            unit_of(match.game),
            len(match.log),
            match.result,
            start=start,
            played_out=not (match.loss or match.called_off),
        )
