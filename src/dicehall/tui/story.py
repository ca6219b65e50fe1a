"""What has happened at a table, in words."""

from dicehall.game_page.history import Step
from dicehall.plain_terminal.local_match import LocalMatch
from dicehall.tui.steps import is_move, steps_of
from dicehall.words.lines import columns, unbroken
from dicehall.words.viewer import Viewer

MOST_LINES = 60
LONGEST_TOLD = 150
"""What fits into two lines of 80 columns: the last two events, if they are short enough."""


class Story:
    """The newest events, each told in a line, and the last move."""

    def __init__(self, match: LocalMatch) -> None:
        steps = steps_of(match)
        self.last: Step | None = next((step for step in reversed(steps) if is_move(step)), None)
        self.lines = [step.told(match.viewer) for step in steps[-MOST_LINES:]]

    def add(self, step: Step, viewer: Viewer) -> str:
        """One more event; what is to be said now."""
        if is_move(step):
            self.last = step
        line = step.told(viewer)
        both = unbroken(f"{self.lines[-1]}\n{line}") if self.lines else line
        self.lines = [*self.lines[-MOST_LINES:], line]
        return both if columns(both) <= LONGEST_TOLD else line
