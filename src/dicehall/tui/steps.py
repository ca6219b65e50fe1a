"""The steps of a match, from its start."""

from dicehall.game.records import Played, apply
from dicehall.game_page.history import Step
from dicehall.plain_terminal.local_match import LocalMatch


def steps_of(match: LocalMatch) -> tuple[Step, ...]:
    """Every event of a match, and what it changed."""
    state, steps = match.game.start(), []
    for event in match.events:
        after = apply(match.game, state, event)
        steps.append(Step(match.game, state, event, after))
        state = after
    return tuple(steps)


def is_move(step: Step) -> bool:
    """Whether somebody decided in this step; else dice fell."""
    return isinstance(step.event, Played)
