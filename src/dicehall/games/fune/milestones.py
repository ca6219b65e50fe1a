"""The milestones of FUNE: notable events of a match."""

from collections.abc import Iterator, Sequence

from dicehall.game.messages import N_
from dicehall.game.records import LogStep, Played
from dicehall.games.fune.rules import BONUS_AT, Fune, total, upper_sum
from dicehall.players.milestones import Milestone

HIGH = 300

MILESTONES = {
    "fune": Milestone(N_("FUNE"), N_("Five alike in the FUNE box"), 3),
    "upper": Milestone(N_("Upper bonus"), N_("63 points in the upper section, and the bonus"), 5),
    "straight": Milestone(
        N_("Straight from the cup"), N_("A Long Straight with the first roll"), 4
    ),
    "three-hundred": Milestone(N_("Three hundred"), N_("300 points on one card"), 19),
}


def reached(game: Fune, steps: Sequence[LogStep], seat: int) -> Iterator[str]:
    for before, event, after in steps:
        if isinstance(event, Played) and event.seat == seat:
            gained = game.scores(after)[seat] - game.scores(before)[seat]
            if event.move == "score fune" and gained:
                yield "fune"
            elif event.move == "score long-straight" and gained and before.rolls == 1:
                yield "straight"
    card = steps[-1].after.cards[seat]
    if upper_sum(card) >= BONUS_AT:
        yield "upper"
    if total(card) >= HIGH:
        yield "three-hundred"
