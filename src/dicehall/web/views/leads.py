"""The course of a match for two: lead changes, a comeback, the move that mattered most.

Points alone mislead: ten points early are less than two with the last move. So moves are compared
by the chance to win. A game's `players` may estimate it (`quick_worth(game, state)`, before a roll,
to the seat that rolls). Otherwise it follows from the lead and the number of turns still to come.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby, pairwise
from math import sqrt
from statistics import NormalDist, fmean
from typing import Any

from dicehall.game import AnyGame, find_game
from dicehall.game.records import Played
from dicehall.game_page.history import Step
from dicehall.web.views.histories import Timeline

LEAST_RISE = 0.1
"""A smaller rise of the chance to win does not decide a match."""
FAR_BEHIND = 3
"""A comeback: the winner was behind by at least their final points divided by this."""


@dataclass(frozen=True, slots=True)
class LeadTurn:
    """Consecutive moves of one seat, and the winner's lead before and after them."""

    seat: int
    start: Any
    """The state before it."""
    step: Step
    """The move that changed the lead most."""
    was: int
    now: int

    @property
    def game(self) -> AnyGame:
        return self.step.game


@dataclass(frozen=True)
class Leads:
    """The turns of a finished match, from the winner's point of view."""

    winner: int
    points: int
    """The winner's final points."""
    turns: tuple[LeadTurn, ...]

    @classmethod
    def of(cls, timeline: Timeline, winner: int) -> "Leads":
        """The turns of a match for two seats."""
        scores = timeline[-1].game.scores(timeline[-1].state)
        return cls(winner, scores[winner], tuple(_turns(timeline, winner)))

    @cached_property
    def decisive(self) -> LeadTurn | None:
        """The winner's turn that raised the chance to win most; if none raised it much, the one
        that increased the lead most. Of equals, the last."""
        chances = list(pairwise(self._chances))
        own = [number for number, turn in enumerate(self.turns) if turn.seat == self.winner]
        rise, number = max(
            ((chances[number][1] - chances[number][0], number) for number in own), default=(0.0, 0)
        )
        if rise >= LEAST_RISE:
            return self.turns[number]
        gain, number = max(((self._gains[number], number) for number in own), default=(0, 0))
        return self.turns[number] if gain > 0 else None

    @cached_property
    def rescue(self) -> LeadTurn | None:
        """The last turn, if the winner was behind before it and not just one turn short."""
        last = self.turns[-1] if self.turns else None
        if last is None or last.seat != self.winner or last.was >= 0:
            return None
        return last if self._expected(len(self.turns) - 1) < 0 else None

    @property
    def far_behind(self) -> int:
        """By how much the winner was once far behind, with as many turns as the other; 0 if they
        never were."""
        behind = -min(self._level_leads, default=0)
        return behind if behind * FAR_BEHIND >= self.points and behind > self._gain else 0

    @property
    def changes(self) -> int:
        """How often the lead changed hands, counted when both had as many turns, and at the end."""
        ends = self._level_leads + [turn.now for turn in self.turns[-1:]]
        leads = [lead for lead in ends if lead]
        return sum((one > 0) != (other > 0) for one, other in pairwise(leads))

    @property
    def _level_leads(self) -> list[int]:
        """The leads whenever both seats have had equally many turns."""
        return [turn.now for turn in self.turns[1::2]]

    @cached_property
    def _gain(self) -> float:
        """What an average turn gains for the seat that takes it."""
        return fmean(self._gains) if self.turns else 0.0

    @property
    def _gains(self) -> list[int]:
        return [
            (turn.now - turn.was) * (1 if turn.seat == self.winner else -1) for turn in self.turns
        ]

    @cached_property
    def _spread(self) -> float:
        """The standard deviation of what a turn gains; at least 1."""
        return sqrt(max(1.0, fmean([(gain - self._gain) ** 2 for gain in self._gains])))

    @property
    def _chances(self) -> list[float]:
        """The winner's chance to win before each turn, and at the end."""
        return [*map(self._chance, range(len(self.turns))), 1.0]

    def _chance(self, number: int) -> float:
        turn = self.turns[number]
        worth = _quick_worth(turn.game, turn.start)
        if worth is not None:
            return (1 + (worth if turn.seat == self.winner else -worth)) / 2
        left = len(self.turns) - number
        return NormalDist(0, self._spread * sqrt(left)).cdf(self._expected(number))

    def _expected(self, number: int) -> float:
        """The final lead to expect before a turn, if all turns from there on were average."""
        own = sum(turn.seat == self.winner for turn in self.turns[number:])
        others = len(self.turns) - number - own
        return self.turns[number].was + self._gain * (own - others)


def _turns(timeline: Timeline, winner: int) -> Iterator[LeadTurn]:
    moves = (history.recent[-1] for history in timeline[1:])
    played = ((step.event.seat, step) for step in moves if isinstance(step.event, Played))
    start = timeline[0].state
    for seat, group in groupby(played, key=lambda one: one[0]):
        steps = [step for _seat, step in group]
        states = [start, *(step.after for step in steps)]
        leads = [_lead(steps[0].game, state, winner) for state in states]
        yield LeadTurn(seat, start, _largest(steps, leads), leads[0], leads[-1])
        start = states[-1]


def _lead(game: AnyGame, state: Any, seat: int) -> int:
    scores = game.scores(state)
    return scores[seat] - scores[1 - seat]


def _quick_worth(game: AnyGame, state: Any) -> float | None:
    own: Callable[[AnyGame, Any], float | None] | None
    own = getattr(find_game(game.name).part("players"), "quick_worth", None)
    return own(game, state) if own else None


def _largest(steps: Sequence[Step], leads: Sequence[int]) -> Step:
    changes = [abs(now - was) for was, now in pairwise(leads)]
    return steps[changes.index(max(changes))]
