"""A progress bar on standard error, or plain lines if that is not a terminal."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

from dicehall.solving.making import MakingReport

LINES = 10
"""The most lines that a task prints without a bar."""


@contextmanager
def progress_bar() -> Iterator[MakingReport]:
    """Show the current task and its progress inside the `with` block."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
    console = Console(stderr=True)
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as bar:
        task = bar.add_task("", total=1.0)
        yield lambda doing, share: bar.update(task, description=doing, completed=share)


class _Lines:
    """Prints a line when a task starts and after every tenth of it."""

    def __init__(self) -> None:
        self._printed = ("", -1)

    def __call__(self, doing: str, share: float) -> None:
        # Descriptions may contain changing numbers, so compare only their letters.
        now = ("".join(filter(str.isalpha, doing)), int(share * LINES))
        if now != self._printed:
            self._printed = now
            print(f"{doing} … {share:.0%}", file=sys.stderr, flush=True)
