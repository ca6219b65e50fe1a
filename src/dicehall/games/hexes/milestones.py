"""The milestones of Pocket Hexes: notable events of a match."""

from collections.abc import Iterator, Sequence

from dicehall.game.messages import N_
from dicehall.game.records import LogStep, Played
from dicehall.games.hexes.rules import EMPTY, SCORES, Hexes
from dicehall.players.milestones import Milestone

HIGHEST = 20
MANY = 10

MILESTONES = {
    "ring-20": Milestone(N_("A ring of 20"), N_("A 20 surrounded and scored")),
    "ten-rings": Milestone(N_("Ten rings"), N_("Ten numbers scored in one game")),
    "full-board": Milestone(N_("Full board"), N_("All 61 hexes filled")),
}


def reached(game: Hexes, steps: Sequence[LogStep], seat: int) -> Iterator[str]:
    moves = ((step, step.event) for step in steps if isinstance(step.event, Played))
    spots = ((step.before.board, SCORES.get(event.move)) for step, event in moves)
    if any(spot is not None and board[spot] == HIGHEST for board, spot in spots):
        yield "ring-20"
    board, scored = steps[-1].after.board, steps[-1].after.scored
    if len(scored) >= MANY:
        yield "ten-rings"
    if EMPTY not in board:
        yield "full-board"
