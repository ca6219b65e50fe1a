"""The log of a table in words."""

from dicehall.game_page.history import Step
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.steps import is_move, steps_of
from dicehall.words.lines import columns, unbroken
from dicehall.words.viewer import Viewer

MOST_LINES = 60
LONGEST_MESSAGE = 150
"""The most columns of a message: two lines of 80 columns."""


class Story:
    """One line for each recent event, and the last move."""

    def __init__(self, match: LocalMatch) -> None:
        steps = steps_of(match)
        self.last: Step | None = next((step for step in reversed(steps) if is_move(step)), None)
        self.lines = [step.told(match.viewer) for step in steps[-MOST_LINES:]]

    def add(self, step: Step, viewer: Viewer) -> str:
        """Add an event; returns the message to show: the last two events if they fit."""
        if is_move(step):
            self.last = step
        line = step.told(viewer)
        both = unbroken(f"{self.lines[-1]}\n{line}") if self.lines else line
        self.lines = [*self.lines[-MOST_LINES:], line]
        return both if columns(both) <= LONGEST_MESSAGE else line
