"""The log of a table in words."""

from dicehall.game.records import Played, walk
from dicehall.game_page.history import Step
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.words.lines import columns, unbroken
from dicehall.words.viewer import Viewer


def steps_of(match: LocalMatch) -> tuple[Step, ...]:
    """Every event of a match with the states before and after."""
    steps = walk(match.game, match.events, match.start)
    return tuple(Step(match.game, *step) for step in steps)


def is_move(step: Step) -> bool:
    """Whether the step is a move rather than a roll."""
    return isinstance(step.event, Played)


MOST_LINES = 60
LONGEST_MESSAGE = 150
"""The most columns of a message: two lines of 80 columns."""


class Story:
    """One line for each recent event, and the last move."""

    def __init__(self, match: LocalMatch) -> None:
        steps = steps_of(match)
        self.last: Step | None = next((step for step in reversed(steps) if is_move(step)), None)
        self.lines = [step.sentence(match.viewer) for step in steps[-MOST_LINES:]]

    def add(self, step: Step, viewer: Viewer) -> str:
        """Add an event; returns the message to show: the last two events if they fit."""
        if is_move(step):
            self.last = step
        line = step.sentence(viewer)
        both = unbroken(f"{self.lines[-1]}\n{line}") if self.lines else line
        self.lines = [*self.lines[-MOST_LINES:], line]
        return both if columns(both) <= LONGEST_MESSAGE else line
