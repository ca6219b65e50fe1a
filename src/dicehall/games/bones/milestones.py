"""The milestones of Knucklebones or Knuckles: notable events of a match."""

from collections.abc import Iterator, Sequence

from dicehall.game.messages import N_
from dicehall.game.records import LogStep, Played
from dicehall.games.bones.rules import MOVES, Bones
from dicehall.players.milestones import Milestone

GENERAL = ("comeback", "flawless")

MILESTONES = {
    "triple": Milestone(N_("Triple knockout"), N_("Three dice knocked out with one die"), 29),
    "sixes": Milestone(N_("Three sixes"), N_("Three sixes in one column at the end"), 66),
    "rout": Milestone(N_("Double score"), N_("A win with twice the opponent’s points"), 6),
}


def reached(game: Bones, steps: Sequence[LogStep], seat: int) -> Iterator[str]:
    for before, event, after in steps:
        if isinstance(event, Played) and event.seat == seat:
            column = MOVES.index(event.move)
            facing = (state.grids[1 - seat][column] for state in (before, after))
            if len(next(facing)) - len(next(facing)) == game.height:
                yield "triple"
    end = steps[-1].after
    if (6,) * game.height in end.grids[seat]:
        yield "sixes"
    own, other = game.scores(end)[seat], game.scores(end)[1 - seat]
    if own >= 2 * other:
        yield "rout"
