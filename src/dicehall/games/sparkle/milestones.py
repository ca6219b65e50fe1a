"""The milestones of Sparkle: notable events of a match."""

from collections.abc import Iterator, Sequence

from dicehall.game.messages import N_
from dicehall.game.records import LogStep, Played
from dicehall.games.sparkle.rules import ALL, Sparkle, comes_back
from dicehall.players.milestones import Milestone

LATE = 5
LOWEST_HEAP = 200
"""The points of a heap of twos; a roll without a heap is worth 150 at most."""

MILESTONES = {
    "heap": Milestone(N_("A heap"), N_("Five alike in one roll, banked"), 115),
    "perfect-turn": Milestone(
        N_("A perfect turn"),
        N_("All five dice banked and rolled again, and the points kept"),
        2,
    ),
    "late": Milestone(N_("Five turns"), N_("Five turns that ended with points, in one game")),
}


def reached(game: Sparkle, steps: Sequence[LogStep], seat: int) -> Iterator[str]:
    came_back, ended = False, 0
    for before, event, after in steps:
        if not isinstance(event, Played):
            continue
        verb, *rest = event.move.split()
        chosen = tuple(map(int, rest))
        if verb == "roll":
            came_back = came_back or comes_back(before, chosen)
            if chosen == ALL and after.points - before.points >= LOWEST_HEAP:
                yield "heap"
        if verb == "end":
            ended += 1
            if came_back:
                yield "perfect-turn"
        if after.number != before.number:
            came_back = False
    if ended >= LATE:
        yield "late"
