"""The events of a match as steps between positions."""

from dicehall.game.records import Played, apply
from dicehall.game_page.history import Step
from dicehall.plain_terminal.local_match import LocalMatch


def steps_of(match: LocalMatch) -> tuple[Step, ...]:
    """Every event of a match with the states before and after."""
    state, steps = match.start, []
    for event in match.events:
        after = apply(match.game, state, event)
        steps.append(Step(match.game, state, event, after))
        state = after
    return tuple(steps)


def is_move(step: Step) -> bool:
    """Whether the step is a move rather than a roll."""
    return isinstance(step.event, Played)
